package org.omnigraph.query.expand;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** A growing array of ints in one Arrow buffer. */
final class Ints implements AutoCloseable {
  private static final int SMALLEST = 1024;

  private final BufferAllocator allocator;
  private ArrowBuf buffer;
  private long size;

  Ints(BufferAllocator allocator) {
    this(allocator, allocator.getEmpty(), 0);
  }

  private Ints(BufferAllocator allocator, ArrowBuf buffer, long size) {
    this.allocator = allocator;
    this.buffer = buffer;
    this.size = size;
  }

  /** An array of {@code size} zeros. */
  static Ints zeros(BufferAllocator allocator, long size) {
    long bytes = Math.max(1, size) * Integer.BYTES;
    ArrowBuf buffer = allocator.buffer(bytes);
    buffer.setZero(0, bytes);
    return new Ints(allocator, buffer, size);
  }

  /** The same array in the memory of another allocator of the same root; this is empty then. */
  Ints moveTo(BufferAllocator target) {
    ArrowBuf moved =
        buffer.getReferenceManager().transferOwnership(buffer, target).getTransferredBuffer();
    Ints ints = new Ints(target, moved, size);
    clear();
    close();
    return ints;
  }

  /** What it takes in memory. */
  long bytes() {
    return buffer.getReferenceManager().getAccountedSize();
  }

  long size() {
    return size;
  }

  int get(long index) {
    return buffer.getInt(index * Integer.BYTES);
  }

  void set(long index, int value) {
    buffer.setInt(index * Integer.BYTES, value);
  }

  /** Adds one and returns what was there before. */
  int increment(long index) {
    int before = get(index);
    set(index, before + 1);
    return before;
  }

  void add(int value) {
    reserve(size + 1);
    set(size++, value);
  }

  void clear() {
    size = 0;
  }

  private void reserve(long wanted) {
    long bytes = wanted * Integer.BYTES;
    if (bytes <= buffer.capacity()) {
      return;
    }
    long larger = Math.max((long) SMALLEST * Integer.BYTES, 2 * buffer.capacity());
    ArrowBuf grown = allocator.buffer(Math.max(bytes, larger));
    grown.setBytes(0, buffer, 0, size * Integer.BYTES);
    buffer.close();
    buffer = grown;
  }

  /** Frees the memory; it is empty then, and may be filled anew. */
  @Override
  public void close() {
    buffer.close();
    buffer = allocator.getEmpty();
    size = 0;
  }
}
