package org.omnigraph.engine.pending;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.omnigraph.engine.blob.ExternalBlobs;
import org.omnigraph.engine.error.ResourceLimitExceeded;

/**
 * The references to content outside the graph that one request brings: how many, and what their
 * content may come to when it is copied.
 */
final class BlobReferences {
  /** Cells of one request, in every mode. */
  static final int CELLS = 8_192;

  /** UTF-8 bytes of one URI. */
  static final int URI_BYTES = 64 << 10;

  /** UTF-8 bytes of all URIs of one request. */
  static final long ALL_URI_BYTES = 32L << 20;

  /** Bytes that one request may copy into the graph. */
  static final long COPIED_BYTES = 32L << 20;

  private final ExternalBlobs external;
  private final TreeSet<String> kept = new TreeSet<>();
  private long cells;
  private long uriBytes;
  private long copied;

  BlobReferences(ExternalBlobs external) {
    this.external = external;
  }

  /** What one batch brings. */
  static final class Batch {
    private long cells;
    private long uriBytes;
  }

  /** The URI as it is kept; looks at no file. */
  String admit(String uri, Batch batch) {
    long bytes = Math.max(uri.length(), uri.getBytes(StandardCharsets.UTF_8).length);
    require("external Blob URI bytes", URI_BYTES, bytes, "move the content to a shorter path");
    String admitted = external.admit(uri);
    batch.cells++;
    batch.uriBytes += bytes;
    require("external Blob reference cells", CELLS, cells + batch.cells, "split the input");
    require(
        "external Blob URI metadata bytes",
        ALL_URI_BYTES,
        uriBytes + batch.uriBytes,
        "split the input");
    return admitted;
  }

  /** What there was at one moment. */
  record Reading(Set<String> kept, long cells, long uriBytes) {}

  Reading read() {
    return new Reading(Set.copyOf(kept), cells, uriBytes);
  }

  /** Forgets what came after a reading. */
  void reset(Reading to) {
    kept.clear();
    kept.addAll(to.kept());
    cells = to.cells();
    uriBytes = to.uriBytes();
  }

  /** Takes what a batch that was kept has brought. */
  void take(Batch batch) {
    cells += batch.cells;
    uriBytes += batch.uriBytes;
  }

  /** Notes a reference that stays one. */
  void keep(String uri) {
    kept.add(uri);
  }

  /** Looks whether what is referred to is there. */
  void probeKept() {
    kept.forEach(external::size);
  }

  /**
   * The content of some cells, which is counted before any of it is read.
   *
   * @param uris one a cell; an equal one is looked at once and counted each time
   */
  Map<String, byte[]> copy(List<String> uris) {
    Map<String, Long> sizes = new HashMap<>();
    long all = copied;
    for (String uri : uris) {
      Long known = sizes.get(uri);
      long size = known == null ? external.size(uri) : known;
      sizes.put(uri, size);
      all += size;
      require(
          "materialized external blob payload bytes",
          COPIED_BYTES,
          all,
          "split the input, or load with --mode overwrite, which keeps references");
    }
    Map<String, byte[]> contents = new HashMap<>();
    sizes.forEach((uri, size) -> contents.put(uri, external.read(uri, Math.toIntExact(size))));
    copied = all;
    return contents;
  }

  private static void require(String resource, long limit, long actual, String remedy) {
    if (actual > limit) {
      throw new ResourceLimitExceeded(resource, limit, actual, remedy);
    }
  }
}
