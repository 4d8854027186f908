package org.omnigraph.flight.session;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * How the buffers of a result's batches are compressed on their way to a client. Not by LZ4: the
 * encoder that Arrow has in Java takes up to a minute for a megabyte.
 */
public enum Compression {
  NONE(CodecType.NO_COMPRESSION),
  ZSTD(CodecType.ZSTD);

  /** The session option and the setting of SQL. */
  public static final String NAME = "compression";

  private final CodecType codec;

  Compression(CodecType codec) {
    this.codec = codec;
  }

  /** Its name in Arrow. */
  public CodecType codec() {
    return codec;
  }

  /**
   * Reads a name, in any case.
   *
   * @throws InvalidRequest for another one, listing those there are
   */
  public static Compression parse(String text) {
    Optional<Compression> named =
        Arrays.stream(values()).filter(c -> c.text().equalsIgnoreCase(text.strip())).findFirst();
    return named.orElseThrow(
        () ->
            new InvalidRequest(NAME + " is '" + text + "'; it can be none (the default) or zstd"));
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
