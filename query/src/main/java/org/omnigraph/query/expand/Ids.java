package org.omnigraph.query.expand;

import java.util.stream.Stream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;
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
    this(
        allocator,
        new LargeVarCharVector("ids", allocator),
        new Ints(allocator),
        Ints.zeros(allocator, FIRST_SLOTS));
  }

  private Ids(BufferAllocator allocator, LargeVarCharVector texts, Ints hashes, Ints slots) {
    this.allocator = allocator;
    this.texts = texts;
    this.hashes = hashes;
    this.slots = slots;
  }

  /** The same ids in the memory of another allocator of the same root; this is empty then. */
  Ids moveTo(BufferAllocator target) {
    LargeVarCharVector moved = new LargeVarCharVector("ids", target);
    texts.makeTransferPair(moved).transfer();
    Ids ids = new Ids(target, moved, hashes.moveTo(target), slots.moveTo(target));
    ids.count = count;
    count = 0;
    return ids;
  }

  /** What they take in memory. */
  long bytes() {
    long ofTexts =
        Stream.of(texts.getDataBuffer(), texts.getOffsetBuffer(), texts.getValidityBuffer())
            .map(ArrowBuf::getReferenceManager)
            .distinct()
            .mapToLong(ReferenceManager::getAccountedSize)
            .sum();
    return ofTexts + hashes.bytes() + slots.bytes();
  }

  int count() {
    return count;
  }

  /** The number of an id, a new one when it has none. */
  int number(VarCharVector ids, int row) {
    int start = ids.getStartOffset(row);
    return number(ids.getDataBuffer(), start, ids.getEndOffset(row) - start);
  }

  /** As {@link #number(VarCharVector, int)}, of the id that has a number among {@code others}. */
  int number(Ids others, int number) {
    return number(others.texts.getDataBuffer(), others.start(number), others.length(number));
  }

  private int number(ArrowBuf data, long start, int length) {
    int hash = MurmurHasher.hashCode(data, start, length, 0);
    long slot = slot(data, start, length, hash);
    int found = slots.get(slot) - 1;
    if (found >= 0) {
      return found;
    }
    int number = count++;
    texts.setSafe(number, start, length, data);
    hashes.add(hash);
    slots.set(slot, number + 1);
    if (2L * count > slots.size()) {
      grow();
    }
    return number;
  }

  /** The number of the id that has a number among {@code others}, negative when it has none. */
  int find(Ids others, int number) {
    ArrowBuf data = others.texts.getDataBuffer();
    long start = others.start(number);
    int length = others.length(number);
    return slots.get(slot(data, start, length, MurmurHasher.hashCode(data, start, length, 0))) - 1;
  }

  /** Where the id is, or would be. */
  private long slot(ArrowBuf data, long start, int length, int hash) {
    long mask = slots.size() - 1;
    long slot = hash & mask;
    for (int taken = slots.get(slot); taken != 0; taken = slots.get(slot)) {
      if (hashes.get(taken - 1) == hash && equal(taken - 1, data, start, length)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean equal(int number, ArrowBuf data, long start, int length) {
    long own = start(number);
    return length(number) == length
        && ByteFunctionHelpers.equal(
                texts.getDataBuffer(), own, own + length, data, start, start + length)
            == 1;
  }

  private int length(int number) {
    return (int) (start(number + 1) - start(number));
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
