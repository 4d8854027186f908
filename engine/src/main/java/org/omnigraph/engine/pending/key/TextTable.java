package org.omnigraph.engine.pending.key;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Texts by number, packed. */
public final class TextTable {
  private static final int CHUNK_BITS = 14;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int LENGTH_BYTES = 4;

  private final StateMemory memory;

  /** Where the text of a number begins, plus one; 0 when it has none. */
  private final IntTable starts;

  private final List<byte[]> chunks = new ArrayList<>();
  private int end;

  public TextTable(StateMemory memory) {
    this.memory = memory;
    this.starts = new IntTable(memory);
  }

  /** Keeps UTF-8 text for a number that has none. */
  public void put(int number, byte[] utf8, int length) {
    int start = end;
    reserve(Math.addExact(Math.addExact(end, length), LENGTH_BYTES));
    for (int i = 0; i < LENGTH_BYTES; i++) {
      write((byte) (length >>> (8 * i)));
    }
    for (int i = 0; i < length; i++) {
      write(utf8[i]);
    }
    starts.set(number, start + 1);
  }

  public boolean has(int number) {
    return starts.get(number) != 0;
  }

  public Optional<String> get(int number) {
    int at = starts.get(number) - 1;
    if (at < 0) {
      return Optional.empty();
    }
    int length = 0;
    for (int i = 0; i < LENGTH_BYTES; i++) {
      length |= (read(at + i) & 0xff) << (8 * i);
    }
    byte[] utf8 = new byte[length];
    for (int i = 0; i < length; i++) {
      utf8[i] = read(at + LENGTH_BYTES + i);
    }
    return Optional.of(new String(utf8, StandardCharsets.UTF_8));
  }

  private void reserve(int newEnd) {
    while ((long) chunks.size() * CHUNK < newEnd) {
      memory.charge(CHUNK);
      chunks.add(new byte[CHUNK]);
    }
  }

  private void write(byte value) {
    chunks.get(end >>> CHUNK_BITS)[end & (CHUNK - 1)] = value;
    end++;
  }

  private byte read(int at) {
    return chunks.get(at >>> CHUNK_BITS)[at & (CHUNK - 1)];
  }
}
