package org.omnigraph.engine.pending.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/**
 * SipHash-1-3 with 128 bits of result, under a key drawn once a process.
 *
 * <p>Two different keys of {@code n} collide with a probability near {@code n² / 2^129}: for a
 * billion keys about 10⁻²¹, far below what memory and disk get wrong; and who sends the data does
 * not know the key. Equal hashes therefore count as equal keys. Not safe for use by several
 * threads.
 */
public final class KeyHasher {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long KEY_0;
  private static final long KEY_1;

  static {
    SecureRandom random = new SecureRandom();
    KEY_0 = random.nextLong();
    KEY_1 = random.nextLong();
  }

  private long high;
  private long low;

  /** Hashes the content of {@code bytes}; read the result before the next call. */
  public KeyHasher hash(ByteBuilder bytes) {
    return hash(bytes.array(), 0, bytes.length());
  }

  /** Hashes the first {@code length} bytes. */
  public KeyHasher hash(byte[] bytes, int length) {
    return hash(bytes, 0, length);
  }

  /** Hashes {@code length} bytes from {@code from} on. */
  public KeyHasher hash(byte[] bytes, int from, int length) {
    long v0 = KEY_0 ^ 0x736f6d6570736575L;
    long v1 = KEY_1 ^ 0x646f72616e646f6dL ^ 0xee;
    long v2 = KEY_0 ^ 0x6c7967656e657261L;
    long v3 = KEY_1 ^ 0x7465646279746573L;
    int end = from + (length & ~7);
    for (int at = from; at <= end; at += 8) {
      long word = at < end ? (long) LONGS.get(bytes, at) : last(bytes, end, length);
      v3 ^= word;
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
      v0 ^= word;
    }
    v2 ^= 0xee;
    for (int round = 1; round <= 6; round++) {
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
      if (round == 3) {
        low = v0 ^ v1 ^ v2 ^ v3;
        v1 ^= 0xdd;
      }
    }
    high = v0 ^ v1 ^ v2 ^ v3;
    return this;
  }

  /** The bytes after the last whole word, and the length above them. */
  private static long last(byte[] bytes, int from, int length) {
    int rest = length & 7;
    long word = (long) length << 56;
    if (from >= Long.BYTES - rest && rest > 0) {
      return word | ((long) LONGS.get(bytes, from + rest - Long.BYTES) >>> (8 * (8 - rest)));
    }
    for (int i = 0; i < rest; i++) {
      word |= (bytes[from + i] & 0xffL) << (8 * i);
    }
    return word;
  }

  public long high() {
    return high;
  }

  public long low() {
    return low;
  }
}
