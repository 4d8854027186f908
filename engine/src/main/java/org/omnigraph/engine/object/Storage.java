package org.omnigraph.engine.object;

import java.util.Map;
import java.util.UUID;
import org.omnigraph.engine.error.StorageUnavailable;

/** Where one graph lives. Safe for use by many threads; close it last. */
public final class Storage implements AutoCloseable {
  private static final String PROBE = "__create_if_absent_probe_";

  private final ObjectStore texts;
  private final StoredFiles files;
  private final Map<String, String> lanceOptions;
  private final Runnable closing;

  private Storage(
      ObjectStore texts, StoredFiles files, Map<String, String> lanceOptions, Runnable closing) {
    this.texts = texts;
    this.files = files;
    this.lanceOptions = lanceOptions;
    this.closing = closing;
  }

  /**
   * The storage behind a root as {@link GraphUri} spells it; nothing is asked yet.
   *
   * @param options how an object store is reached, named as Lance names them; what is missing comes
   *     from the environment variables and profiles of the AWS tools
   * @throws org.omnigraph.engine.error.InvalidRequest for an option that cannot be
   */
  public static Storage at(String root, Map<String, String> options) {
    if (!GraphUri.isOnS3(root)) {
      return new Storage(new LocalObjectStore(root), new LocalFiles(), Map.of(), () -> {});
    }
    S3Bucket bucket =
        S3Bucket.of(S3Place.of(root).bucket(), S3Settings.of(options, System.getenv()));
    return new Storage(
        new S3ObjectStore(root, bucket), new S3Files(bucket), bucket.lanceOptions(), bucket::close);
  }

  public String root() {
    return texts.root();
  }

  /** The control files. */
  public ObjectStore texts() {
    return texts;
  }

  /** The files of the tables. */
  public StoredFiles files() {
    return files;
  }

  /** How Lance reaches the same place. */
  public Map<String, String> lanceOptions() {
    return lanceOptions;
  }

  /**
   * Makes sure that of two creators of one name one wins, on which every write rests. A local file
   * system is known to do that.
   *
   * @throws StorageUnavailable when the object store does not
   */
  public void requireExclusiveCreation() {
    if (!GraphUri.isOnS3(root())) {
      return;
    }
    String probe = PROBE + UUID.randomUUID();
    boolean second;
    try {
      texts.writeIfAbsent(probe, "");
      second = texts.writeIfAbsent(probe, "");
    } finally {
      texts.delete(probe);
    }
    if (second) {
      throw new StorageUnavailable(
          "the object store of "
              + root()
              + " overwrites where it was told not to (If-None-Match: *), so writers could destroy"
              + " each other's work; use one with conditional puts, or open the graph read-only");
    }
  }

  @Override
  public void close() {
    closing.run();
  }
}
