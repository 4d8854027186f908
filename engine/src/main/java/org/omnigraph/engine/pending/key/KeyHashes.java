package org.omnigraph.engine.pending.key;

import org.jspecify.annotations.Nullable;

/**
 * The hashes of a run of rows, made before any of them is looked up, so that look-ups follow each
 * other closely and their cache misses overlap. The same hashes as {@link KeyHasher} makes.
 */
public final class KeyHashes {
  /** Rows of one run. */
  private static final int ROWS = 1024;

  private final KeyHasher hasher = new KeyHasher();
  private final ByteBuilder bytes = new ByteBuilder();
  private final long[] high = new long[ROWS];
  private final long[] low = new long[ROWS];
  private @Nullable KeyColumn filled;
  private int first;

  /**
   * Hashes rows from {@code from} on, before {@code end}; answers how many. A row that is null in a
   * part has no hash.
   */
  public int fill(KeyTuple tuple, int from, int end) {
    int count = Math.min(ROWS, end - from);
    for (int i = 0; i < count; i++) {
      if (!tuple.hasNull(from + i)) {
        tuple.appendIdentity(from + i, bytes.clear());
        put(i, hasher.hash(bytes));
      }
    }
    return count;
  }

  /**
   * Hashes values from {@code from} on, before {@code end}, none of them null; answers how many.
   */
  public int fill(KeyColumn column, int from, int end) {
    int count = Math.min(ROWS, end - from);
    column.hash(from, count, this);
    filled = column;
    first = from;
    return count;
  }

  /**
   * The canonical text of the i-th value of a run of one column; valid until the next call of
   * anything here.
   */
  public ByteBuilder text(int i) {
    if (filled == null) {
      throw new IllegalStateException("no column has been hashed");
    }
    filled.appendText(first + i, bytes.clear());
    return bytes;
  }

  /** One half of the hash of the i-th row of the run. */
  public long high(int i) {
    return high[i];
  }

  /** The other half of the hash of the i-th row of the run. */
  public long low(int i) {
    return low[i];
  }

  KeyHasher hasher() {
    return hasher;
  }

  /** Bytes to fill and to hash. */
  ByteBuilder bytes() {
    return bytes;
  }

  void put(int i, KeyHasher hash) {
    high[i] = hash.high();
    low[i] = hash.low();
  }
}
