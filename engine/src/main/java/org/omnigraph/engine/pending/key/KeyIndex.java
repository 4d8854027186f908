package org.omnigraph.engine.pending.key;

import org.jspecify.annotations.Nullable;

/**
 * Numbers distinct keys, known by their 128-bit hash, in the order of their first appearance.
 *
 * <p>Open addressing in 256 segments that grow by half, each on its own: 20 bytes a slot, 25 to 38
 * bytes a key, and growth never holds a second copy of more than one segment.
 */
public final class KeyIndex {
  /** The answer for a key that is not there. */
  public static final int ABSENT = -1;

  private static final int SEGMENTS = 256;
  private static final int FIRST_SLOTS = 8;
  private static final int SLOT_BYTES = 20;

  private final @Nullable Segment[] segments = new @Nullable Segment[SEGMENTS];
  private final StateMemory memory;
  private int size;

  public KeyIndex(StateMemory memory) {
    this.memory = memory;
  }

  /** How many distinct keys there are. */
  public int size() {
    return size;
  }

  /** The number of a key, or {@link #ABSENT}. */
  public int find(KeyHasher key) {
    Segment segment = segments[segmentOf(key)];
    return segment == null ? ABSENT : segment.find(key.high(), key.low());
  }

  /** The number that the key has already, or {@link #ABSENT} after it got the next one. */
  public int add(KeyHasher key) {
    int which = segmentOf(key);
    Segment segment = segments[which];
    if (segment == null) {
      memory.charge((long) FIRST_SLOTS * SLOT_BYTES);
      segment = new Segment(FIRST_SLOTS);
      segments[which] = segment;
    } else if (segment.isFull()) {
      int slots = segment.slots + segment.slots / 2;
      memory.charge((long) (slots - segment.slots) * SLOT_BYTES);
      segment = segment.grownTo(slots);
      segments[which] = segment;
    }
    int there = segment.add(key.high(), key.low(), size);
    if (there == ABSENT) {
      size++;
    }
    return there;
  }

  private static int segmentOf(KeyHasher key) {
    return (int) (key.high() >>> 56);
  }

  private static final class Segment {
    final int slots;
    private final long[] hashes;

    /** The key's number plus one; 0 is an empty slot. */
    private final int[] numbers;

    private int used;

    Segment(int slots) {
      this.slots = slots;
      this.hashes = new long[2 * slots];
      this.numbers = new int[slots];
    }

    boolean isFull() {
      return used >= slots - slots / 5;
    }

    int find(long high, long low) {
      int slot = slotOf(high, low);
      return numbers[slot] == 0 ? ABSENT : numbers[slot] - 1;
    }

    int add(long high, long low, int number) {
      int slot = slotOf(high, low);
      if (numbers[slot] != 0) {
        return numbers[slot] - 1;
      }
      hashes[2 * slot] = high;
      hashes[2 * slot + 1] = low;
      numbers[slot] = number + 1;
      used++;
      return ABSENT;
    }

    private int slotOf(long high, long low) {
      int slot = (int) (((low & 0xffff_ffffL) * slots) >>> 32);
      while (numbers[slot] != 0 && (hashes[2 * slot] != high || hashes[2 * slot + 1] != low)) {
        slot = slot + 1 == slots ? 0 : slot + 1;
      }
      return slot;
    }

    Segment grownTo(int more) {
      Segment grown = new Segment(more);
      for (int slot = 0; slot < slots; slot++) {
        if (numbers[slot] != 0) {
          grown.add(hashes[2 * slot], hashes[2 * slot + 1], numbers[slot] - 1);
        }
      }
      return grown;
    }
  }
}
