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

  private long v0;
  private long v1;
  private long v2;
  private long v3;
  private long high;
  private long low;

  /** Hashes the content of {@code bytes}; read the result before the next call. */
  public KeyHasher hash(ByteBuilder bytes) {
    return hash(bytes.array(), bytes.length());
  }

  /** Hashes the first {@code length} bytes. */
  public KeyHasher hash(byte[] bytes, int length) {
    v0 = KEY_0 ^ 0x736f6d6570736575L;
    v1 = KEY_1 ^ 0x646f72616e646f6dL ^ 0xee;
    v2 = KEY_0 ^ 0x6c7967656e657261L;
    v3 = KEY_1 ^ 0x7465646279746573L;
    int whole = length & ~7;
    for (int i = 0; i < whole; i += 8) {
      compress((long) LONGS.get(bytes, i));
    }
    long last = (long) length << 56;
    for (int i = whole; i < length; i++) {
      last |= (bytes[i] & 0xffL) << (8 * (i - whole));
    }
    compress(last);
    v2 ^= 0xee;
    finish();
    low = v0 ^ v1 ^ v2 ^ v3;
    v1 ^= 0xdd;
    finish();
    high = v0 ^ v1 ^ v2 ^ v3;
    return this;
  }

  public long high() {
    return high;
  }

  public long low() {
    return low;
  }

  private void compress(long word) {
    v3 ^= word;
    round();
    v0 ^= word;
  }

  private void finish() {
    round();
    round();
    round();
  }

  private void round() {
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
  }
}
