package org.omnigraph.engine.pending.key;

import java.util.Arrays;

/**
 * Numbers distinct keys, known by their 128-bit hash, in the order of their first appearance.
 *
 * <p>The hashes lie in the order of the numbers; a table of numbers finds them by open addressing,
 * in 256 segments that double, each on its own: 22 to 28 bytes a key, and growth never holds a
 * second copy of more than one segment. Before the table is asked, the key after the last one is
 * tried, because what refers to keys often comes in the order in which the keys came; that reads
 * memory in sequence. Not safe for use by several threads, not even for finding.
 */
public final class KeyIndex {
  /** The answer for a key that is not there. */
  public static final int ABSENT = -1;

  private static final int SEGMENTS = 256;
  private static final int FIRST_SLOTS = 8;
  private static final int[] NO_SLOTS = {0};
  private static final int PIECE_BITS = 10;
  private static final int PIECE = 1 << PIECE_BITS;

  private final StateMemory memory;

  /** By segment: numbers plus one; 0 is an empty slot. A power of two of them. */
  private final int[][] slots = new int[SEGMENTS][];

  private final int[] used = new int[SEGMENTS];

  /** By number: both halves of the hash, in pieces, so that growing copies nothing. */
  private long[][] hashes = new long[1][];

  private int size;
  private int last = ABSENT;

  public KeyIndex(StateMemory memory) {
    this.memory = memory;
    Arrays.fill(slots, NO_SLOTS);
  }

  /** How many distinct keys there are. */
  public int size() {
    return size;
  }

  /** The number of a key, or {@link #ABSENT}. */
  public int find(KeyHasher key) {
    return find(key.high(), key.low());
  }

  /** The number of a key, or {@link #ABSENT}. */
  public int find(long high, long low) {
    int next = last + 1;
    if (next < size && is(next, high, low)) {
      last = next;
      return next;
    }
    int[] table = slots[segmentOf(high)];
    int number = table[slotOf(table, high, low)] - 1;
    if (number != ABSENT) {
      last = number;
    }
    return number;
  }

  /** The number that the key has already, or {@link #ABSENT} after it got the next one. */
  public int add(KeyHasher key) {
    return add(key.high(), key.low());
  }

  /** The number that the key has already, or {@link #ABSENT} after it got the next one. */
  public int add(long high, long low) {
    int there = find(high, low);
    if (there == ABSENT) {
      append(high, low);
      int segment = segmentOf(high);
      int[] table = withRoom(segment);
      table[slotOf(table, high, low)] = size;
      used[segment]++;
    }
    return there;
  }

  private static int segmentOf(long high) {
    return (int) (high >>> 56);
  }

  private void append(long high, long low) {
    int which = size >>> PIECE_BITS;
    if ((size & (PIECE - 1)) == 0) {
      memory.charge((long) PIECE * 2 * Long.BYTES);
      if (which == hashes.length) {
        hashes = Arrays.copyOf(hashes, 2 * which);
      }
      hashes[which] = new long[2 * PIECE];
    }
    int at = 2 * (size & (PIECE - 1));
    hashes[which][at] = high;
    hashes[which][at + 1] = low;
    last = size;
    size++;
  }

  private boolean is(int number, long high, long low) {
    long[] piece = hashes[number >>> PIECE_BITS];
    int at = 2 * (number & (PIECE - 1));
    return piece[at] == high && piece[at + 1] == low;
  }

  private int slotOf(int[] table, long high, long low) {
    int slot = (int) low & (table.length - 1);
    while (table[slot] != 0 && !is(table[slot] - 1, high, low)) {
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }

  /** The segment's table with an empty slot for one more key, at most two thirds full then. */
  private int[] withRoom(int segment) {
    int[] table = slots[segment];
    if (3L * (used[segment] + 1) <= 2L * table.length) {
      return table;
    }
    int[] grown = new int[Math.max(FIRST_SLOTS, 2 * table.length)];
    memory.charge((long) Integer.BYTES * (grown.length - table.length));
    for (int entry : table) {
      if (entry != 0) {
        int slot = (int) lowOf(entry - 1) & (grown.length - 1);
        while (grown[slot] != 0) {
          slot = (slot + 1) & (grown.length - 1);
        }
        grown[slot] = entry;
      }
    }
    slots[segment] = grown;
    return grown;
  }

  private long lowOf(int number) {
    return hashes[number >>> PIECE_BITS][2 * (number & (PIECE - 1)) + 1];
  }
}
