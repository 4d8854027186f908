package org.omnigraph.query.expand;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.ByteFunctionHelpers;
import org.apache.arrow.memory.util.hash.MurmurHasher;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;

/** Numbers the ids of nodes, from 0. A hash table with open addressing over the ids' bytes. */
final class Ids implements AutoCloseable {
  private static final int FIRST_SLOTS = 1024;

  private final BufferAllocator allocator;
  private final LargeVarCharVector texts;
  private final Ints hashes;

  /** A number plus one, or 0; twice as many slots as numbers at least. */
  private Ints slots;

  private int count;

  Ids(BufferAllocator allocator) {
    this.allocator = allocator;
    this.texts = new LargeVarCharVector("ids", allocator);
    this.hashes = new Ints(allocator);
    this.slots = Ints.zeros(allocator, FIRST_SLOTS);
  }

  int count() {
    return count;
  }

  /** The number of an id, a new one when it has none. */
  int number(VarCharVector ids, int row) {
    int hash = hash(ids, row);
    long slot = slot(ids, row, hash);
    int found = slots.get(slot) - 1;
    if (found >= 0) {
      return found;
    }
    int number = count++;
    texts.setSafe(number, ids.get(row));
    hashes.add(hash);
    slots.set(slot, number + 1);
    if (2L * count > slots.size()) {
      grow();
    }
    return number;
  }

  /** The number of an id, negative when it has none. */
  int find(VarCharVector ids, int row) {
    return slots.get(slot(ids, row, hash(ids, row))) - 1;
  }

  private static int hash(VarCharVector ids, int row) {
    int start = ids.getStartOffset(row);
    return MurmurHasher.hashCode(ids.getDataBuffer(), start, ids.getEndOffset(row) - start, 0);
  }

  /** Where the id is, or would be. */
  private long slot(VarCharVector ids, int row, int hash) {
    long mask = slots.size() - 1;
    long slot = hash & mask;
    for (int taken = slots.get(slot); taken != 0; taken = slots.get(slot)) {
      if (hashes.get(taken - 1) == hash && equal(taken - 1, ids, row)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean equal(int number, VarCharVector ids, int row) {
    int length = ids.getEndOffset(row) - ids.getStartOffset(row);
    long start = start(number);
    return start(number + 1) - start == length
        && ByteFunctionHelpers.equal(
                texts.getDataBuffer(),
                start,
                start + length,
                ids.getDataBuffer(),
                ids.getStartOffset(row),
                ids.getEndOffset(row))
            == 1;
  }

  private long start(int number) {
    return texts.getOffsetBuffer().getLong((long) number * Long.BYTES);
  }

  private void grow() {
    Ints larger = Ints.zeros(allocator, 2 * slots.size());
    long mask = larger.size() - 1;
    for (int number = 0; number < count; number++) {
      long slot = hashes.get(number) & mask;
      while (larger.get(slot) != 0) {
        slot = (slot + 1) & mask;
      }
      larger.set(slot, number + 1);
    }
    slots.close();
    slots = larger;
  }

  /** The id of a number in UTF-8. */
  byte[] text(int number) {
    return texts.get(number);
  }

  @Override
  public void close() {
    texts.close();
    hashes.close();
    slots.close();
  }
}
