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
    this.allocator = allocator;
    this.buffer = allocator.buffer((long) SMALLEST * Integer.BYTES);
  }

  /** An array of {@code size} zeros. */
  static Ints zeros(BufferAllocator allocator, long size) {
    Ints ints = new Ints(allocator);
    try {
      ints.reserve(size);
      ints.buffer.setZero(0, size * Integer.BYTES);
      ints.size = size;
      return ints;
    } catch (RuntimeException e) {
      ints.close();
      throw e;
    }
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
    ArrowBuf larger = allocator.buffer(Math.max(bytes, 2 * buffer.capacity()));
    larger.setBytes(0, buffer, 0, size * Integer.BYTES);
    buffer.close();
    buffer = larger;
  }

  @Override
  public void close() {
    buffer.close();
  }
}
