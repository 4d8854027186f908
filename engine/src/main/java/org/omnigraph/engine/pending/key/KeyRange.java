package org.omnigraph.engine.pending.key;

/**
 * One of several equal ranges of all keys, by their hash.
 *
 * @param count how many ranges there are, a power of two
 * @param number which of them this is, from 0
 */
public record KeyRange(int count, int number) {
  /** Every key. */
  public static final KeyRange ALL = new KeyRange(1, 0);

  /** Whether a key with this half of its hash lies here. */
  public boolean holds(long high) {
    // The first bits choose the segment of an index; these are the last ones.
    return ((int) high & (count - 1)) == number;
  }
}
