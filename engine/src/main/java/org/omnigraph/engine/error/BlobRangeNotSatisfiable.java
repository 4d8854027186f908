package org.omnigraph.engine.error;

/** A byte range lies outside a blob. */
public final class BlobRangeNotSatisfiable extends GraphException {
  private final long start;
  private final long end;
  private final long length;

  /** Half-open range {@code [start, end)} of a blob of {@code length} bytes. */
  public BlobRangeNotSatisfiable(long start, long end, long length) {
    super(
        ErrorCode.BLOB_RANGE_NOT_SATISFIABLE,
        "bytes " + start + " to " + end + " lie outside a blob of " + length + " bytes",
        null);
    this.start = start;
    this.end = end;
    this.length = length;
  }

  public long start() {
    return start;
  }

  public long end() {
    return end;
  }

  public long length() {
    return length;
  }
}
