package org.omnigraph.flight.session;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Ids that nobody can guess: 128 random bits in hexadecimal. */
final class RandomId {
  private static final SecureRandom RANDOM = new SecureRandom();

  private RandomId() {}

  static String next() {
    byte[] bits = new byte[16];
    RANDOM.nextBytes(bits);
    return HexFormat.of().formatHex(bits);
  }
}
