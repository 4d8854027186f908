package org.omnigraph.engine.pending.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;

/** Bytes that grow; made to be cleared and filled again for every row. */
public final class ByteBuilder {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[64];
  private int length;

  /** The array that holds the first {@link #length()} bytes; valid until the next append. */
  public byte[] array() {
    return bytes;
  }

  public int length() {
    return length;
  }

  public ByteBuilder clear() {
    length = 0;
    return this;
  }

  public void append(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  public void appendLong(long value) {
    reserve(Long.BYTES);
    LONGS.set(bytes, length, value);
    length += Long.BYTES;
  }

  public void append(byte[] source, int from, int size) {
    reserve(size);
    System.arraycopy(source, from, bytes, length, size);
    length += size;
  }

  public void append(ArrowBuf source, long from, int size) {
    reserve(size);
    source.getBytes(from, bytes, length, size);
    length += size;
  }

  /** Appends text as UTF-8. */
  public void append(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    append(encoded, 0, encoded.length);
  }

  /** The bytes from {@code from} on, read as UTF-8. */
  public String text(int from) {
    return new String(bytes, from, length - from, StandardCharsets.UTF_8);
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), 2 * bytes.length));
    }
  }
}
