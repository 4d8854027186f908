package org.omnigraph.flight;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Bytes that were right once. */
final class Mutation {
  private static final int[] EXTREMES = {
    0, 1, -1, 8, 0x7f, 0x80, 0xff, Integer.MAX_VALUE, Integer.MIN_VALUE
  };

  private final Random random;
  private final List<byte[]> corpus;

  Mutation(Random random, List<byte[]> corpus) {
    this.random = random;
    this.corpus = corpus;
  }

  /** The bytes with one to four changes; now and then none. */
  byte[] of(byte[] right) {
    byte[] bytes = right;
    for (int changes = random.nextInt(5); changes > 0; changes--) {
      bytes = once(bytes);
    }
    return bytes;
  }

  private byte[] once(byte[] bytes) {
    if (bytes.length == 0) {
      return random(random.nextInt(32));
    }
    int at = random.nextInt(bytes.length);
    return switch (random.nextInt(8)) {
      case 0, 1 -> flipped(bytes, at);
      case 2 -> Arrays.copyOf(bytes, at);
      case 3 -> joined(Arrays.copyOf(bytes, at), random(random.nextInt(9)), rest(bytes, at));
      case 4 ->
          joined(
              Arrays.copyOf(bytes, at),
              rest(bytes, Math.min(bytes.length, at + 1 + random.nextInt(8))));
      case 5 -> joined(bytes, Arrays.copyOf(bytes, at));
      case 6 -> number(bytes, at);
      default -> joined(Arrays.copyOf(bytes, at), tail(corpus.get(random.nextInt(corpus.size()))));
    };
  }

  private static byte[] flipped(byte[] bytes, int at, int with) {
    byte[] changed = bytes.clone();
    changed[at] ^= (byte) with;
    return changed;
  }

  private byte[] flipped(byte[] bytes, int at) {
    return flipped(bytes, at, random.nextBoolean() ? 1 << random.nextInt(8) : random.nextInt(256));
  }

  /** Four bytes as a number that somebody may take for a length. */
  private byte[] number(byte[] bytes, int at) {
    byte[] changed = bytes.clone();
    int value = EXTREMES[random.nextInt(EXTREMES.length)];
    for (int i = 0; i < 4 && at + i < changed.length; i++) {
      changed[at + i] = (byte) (value >> 8 * i);
    }
    return changed;
  }

  private byte[] tail(byte[] other) {
    return other.length == 0 ? other : rest(other, random.nextInt(other.length));
  }

  private byte[] random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] rest(byte[] bytes, int from) {
    return Arrays.copyOfRange(bytes, from, bytes.length);
  }

  private static byte[] joined(byte[]... parts) {
    int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    byte[] all = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }
}
