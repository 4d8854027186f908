package org.omnigraph.engine.table.lance;

import java.nio.charset.StandardCharsets;
import org.apache.arrow.vector.VarCharVector;

/**
 * A Bloom filter of the ids in one data file: 24 bits an id, fourteen of them set. It never denies
 * an id that was added; of others it lets about one in a hundred thousand pass, so that nearly
 * every insert of thousands of new ids into a large file passes without reading it.
 */
final class IdFilter {
  private static final int BITS_AN_ID = 24;
  private static final int PROBES = 14;
  private static final int LEAST_WORDS = 2;
  private static final int OVERHEAD_BYTES = 240;

  private final long[] words;

  /** A filter that will hold so many ids. */
  IdFilter(long ids) {
    long bits = Math.min(ids * BITS_AN_ID, (long) Integer.MAX_VALUE * Long.SIZE);
    this.words = new long[Math.max(LEAST_WORDS, (int) (bits / Long.SIZE) + 1)];
  }

  void add(long hash) {
    long bits = (long) words.length * Long.SIZE;
    for (int probe = 0; probe < PROBES; probe++) {
      long bit = bit(hash, probe, bits);
      words[(int) (bit >>> 6)] |= 1L << bit;
    }
  }

  boolean mayHold(long hash) {
    long bits = (long) words.length * Long.SIZE;
    for (int probe = 0; probe < PROBES; probe++) {
      long bit = bit(hash, probe, bits);
      if ((words[(int) (bit >>> 6)] & 1L << bit) == 0) {
        return false;
      }
    }
    return true;
  }

  /** What it takes on the heap, with the entry that finds it. */
  long bytes() {
    return OVERHEAD_BYTES + (long) words.length * Long.BYTES;
  }

  /** Kirsch and Mitzenmacher: as many functions as wanted from two halves. */
  private static long bit(long hash, int probe, long bits) {
    long mixed = hash + probe * (Long.rotateLeft(hash, 32) | 1);
    return Math.multiplyHigh(mixed >>> 1, bits << 1);
  }

  static long hash(String id) {
    byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
    long hash = utf8.length;
    for (byte b : utf8) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    return finish(hash);
  }

  static long hash(VarCharVector ids, int row) {
    int from = ids.getOffsetBuffer().getInt(4L * row);
    int to = ids.getOffsetBuffer().getInt(4L * row + 4);
    long hash = (long) to - from;
    for (int i = from; i < to; i++) {
      hash = (hash ^ (ids.getDataBuffer().getByte(i) & 0xff)) * 0x100000001b3L;
    }
    return finish(hash);
  }

  /** Spreads every bit over all others (the finaliser of MurmurHash3). */
  private static long finish(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
