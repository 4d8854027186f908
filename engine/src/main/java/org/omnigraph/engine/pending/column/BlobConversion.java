package org.omnigraph.engine.pending.column;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.ExternalBlobDenied;

/**
 * Bytes to a blob: binary of any layout, {@code base64:…} text, or the write-side struct of a blob
 * with its {@code data}. Any other text, and a struct with a {@code uri}, refers to content outside
 * the graph.
 */
final class BlobConversion implements Conversion {
  private static final String BASE64 = "base64:";
  private static final byte[] BASE64_BYTES = BASE64.getBytes(StandardCharsets.UTF_8);
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
  private static final Set<MinorType> BYTES = Spelling.union(ByteSource.BINARY, ByteSource.TEXT);

  @Override
  public boolean accepts(Field source) {
    Field plain = Spelling.plain(source);
    if (plain.getType() instanceof ArrowType.Struct) {
      return plain.getChildren().stream()
          .allMatch(
              child ->
                  switch (child.getName()) {
                    case "data" -> Spelling.isOneOf(child, ByteSource.BINARY);
                    case "uri" -> Spelling.isOneOf(child, ByteSource.TEXT);
                    default -> false;
                  });
    }
    return Spelling.isOneOf(source, BYTES);
  }

  @Override
  public void convert(
      Owner owner, Positions.Column source, int rows, FieldVector target, Batch batch) {
    StructVector blobs = (StructVector) target;
    LargeVarBinaryVector data = (LargeVarBinaryVector) blobs.getChild("data");
    VarCharVector uri = (VarCharVector) blobs.getChild("uri");
    batch.charge().arrow(3 * Fill.validityBytes(rows) + 12L * (rows + 1));
    blobs.setInitialCapacity(rows);
    blobs.allocateNew();
    Content content = content(source);
    int end = Math.min(rows, batch.problems().firstRow());
    long total = 0;
    long uriBytes = 0;
    Map<Integer, byte[]> references = new HashMap<>();
    for (int row = 0; row < end; row++) {
      int at = source.positions().of(row);
      boolean there = at != Positions.NULL && content.seek(at);
      if (!there && owner.required()) {
        batch.problems().missing(row, owner);
        end = row;
      } else if (there && content.isReference()) {
        byte[] kept = reference(content.reference(), owner, row, batch);
        if (kept != null) {
          references.put(row, kept);
          uriBytes += kept.length;
        }
      } else if (there) {
        total += content.size(batch);
      }
    }
    end = Math.min(end, batch.problems().firstRow());
    batch.charge().arrow(total + uriBytes);
    data.allocateNew(total, rows);
    uri.allocateNew(uriBytes, rows);
    references.forEach(uri::set);
    references.keySet().forEach(blobs::setIndexDefined);
    write(owner, source, content, end, rows, data, blobs.getValidityBuffer(), batch);
    data.setValueCount(rows);
    uri.setValueCount(rows);
    blobs.setValueCount(rows);
  }

  /** The reference as it is kept; null for a text that is none, which is then a problem. */
  private static byte @Nullable [] reference(String uri, Owner owner, int row, Batch batch) {
    if (!SCHEME.matcher(uri).lookingAt()) {
      batch
          .problems()
          .report(
              row,
              () ->
                  owner.cannotHold("the text '" + Shown.text(uri) + "'")
                      + ": give bytes, base64:… or the URI of a file");
      return null;
    }
    try {
      return batch.charge().reference(uri).getBytes(StandardCharsets.UTF_8);
    } catch (ExternalBlobDenied e) {
      String place = batch.problems().places().place(row);
      throw new ExternalBlobDenied(e.uri(), place + ": " + owner.name() + ": " + e.reason());
    }
  }

  private static void write(
      Owner owner,
      Positions.Column source,
      Content content,
      int end,
      int rows,
      LargeVarBinaryVector data,
      ArrowBuf present,
      Batch batch) {
    ArrowBuf offsets = data.getOffsetBuffer();
    offsets.setLong(0, 0);
    long written = 0;
    for (int row = 0; row < rows; row++) {
      int at = row < end ? source.positions().of(row) : Positions.NULL;
      if (at != Positions.NULL && content.seek(at) && !content.isReference()) {
        written += content.write(owner, row, data.getDataBuffer(), written, batch);
        BitVectorHelper.setBit(data.getValidityBuffer(), row);
        BitVectorHelper.setBit(present, row);
      }
      offsets.setLong(8L * (row + 1), written);
    }
    data.setLastSet(rows - 1);
  }

  private static Content content(Positions.Column source) {
    if (source.isNullType()) {
      return new Content(null, null, false);
    }
    if (source.values() instanceof StructVector struct) {
      return new Content(
          resolve(struct.getChild("data"), source), resolve(struct.getChild("uri"), source), false);
    }
    Positions.Column plain =
        new Positions.Column(source.values(), index -> index, true, source.dictionaries());
    return new Content(plain, null, ByteSource.TEXT.contains(source.values().getMinorType()));
  }

  private static Positions.@Nullable Column resolve(
      @Nullable FieldVector child, Positions.Column source) {
    return child == null || child instanceof NullVector
        ? null
        : Positions.resolve(child, source.dictionaries());
  }

  /** A cursor over the bytes of blobs. */
  private static final class Content {
    private final Positions.@Nullable Column data;
    private final Positions.@Nullable Column uri;
    private final @Nullable ByteSource bytes;
    private final @Nullable ByteSource uris;
    private final boolean text;
    private @Nullable String referred;

    Content(Positions.@Nullable Column data, Positions.@Nullable Column uri, boolean text) {
      this.data = data;
      this.uri = uri;
      this.text = text;
      this.bytes = data == null || data.isNullType() ? null : ByteSource.of(data.values());
      this.uris = uri == null || uri.isNullType() ? null : ByteSource.of(uri.values());
    }

    /** Whether there is a blob at an index. */
    boolean seek(int index) {
      referred = null;
      int given = uri == null ? Positions.NULL : uri.positions().of(index);
      if (given != Positions.NULL && uris != null) {
        uris.seek(given);
        if (uris.length() > 0) {
          referred = uris.text();
          return true;
        }
      }
      int at = data == null ? Positions.NULL : data.positions().of(index);
      if (at == Positions.NULL || bytes == null) {
        return false;
      }
      bytes.seek(at);
      if (text && !isBase64(bytes)) {
        referred = bytes.text();
      }
      return true;
    }

    private static boolean isBase64(ByteSource source) {
      return source.length() >= BASE64.length()
          && Arrays.equals(
              source.bytes(), 0, BASE64.length(), BASE64_BYTES, 0, BASE64_BYTES.length);
    }

    /** Whether the blob here is content outside the graph. */
    boolean isReference() {
      return referred != null;
    }

    /** What the blob here refers to. */
    String reference() {
      if (referred == null) {
        throw new IllegalStateException("no reference here");
      }
      return referred;
    }

    long size(Batch batch) {
      if (!text) {
        return here().length();
      }
      String value = here().text();
      int digits = value.length() - BASE64.length();
      int padding = value.endsWith("==") ? 2 : value.endsWith("=") ? 1 : 0;
      long decoded = 3L * (digits / 4) + Math.max(0, digits % 4 - 1) - Math.min(padding, digits);
      batch.charge().decodedBlob(Math.max(0, decoded));
      return Math.max(0, decoded);
    }

    private ByteSource here() {
      if (bytes == null) {
        throw new IllegalStateException("no blob here");
      }
      return bytes;
    }

    long write(Owner owner, int row, ArrowBuf target, long at, Batch batch) {
      ByteSource source = here();
      if (!text) {
        target.setBytes(at, source.buffer(), source.start(), source.length());
        return source.length();
      }
      try {
        String digits = source.text().substring(BASE64.length());
        byte[] decoded = Base64.getDecoder().decode(digits);
        if (digits.length() % 4 != 0) {
          throw new IllegalArgumentException("it ends in the middle of a group; pad it with '='");
        }
        target.setBytes(at, decoded);
        return decoded.length;
      } catch (IllegalArgumentException e) {
        String reason = e.getMessage();
        batch.problems().report(row, () -> owner.name() + ": invalid base64: " + reason);
        return 0;
      }
    }
  }
}
