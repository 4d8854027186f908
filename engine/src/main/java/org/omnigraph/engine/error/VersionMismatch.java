package org.omnigraph.engine.error;

/** A table is not at the version that the writer expected; nothing was written. */
public final class VersionMismatch extends GraphException {
  private final String typeKey;
  private final long expected;
  private final long actual;

  public VersionMismatch(String typeKey, long expected, long actual) {
    super(
        ErrorCode.VERSION_MISMATCH,
        typeKey + " is at version " + actual + ", expected " + expected + "; run the request again",
        null);
    this.typeKey = typeKey;
    this.expected = expected;
    this.actual = actual;
  }

  public String typeKey() {
    return typeKey;
  }

  public long expected() {
    return expected;
  }

  public long actual() {
    return actual;
  }
}
