package org.omnigraph.flight.session;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Ids that nobody can guess: 128 random bits in hexadecimal. */
final class RandomId {
  private static final SecureRandom RANDOM = new SecureRandom();

  private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");

  private RandomId() {}

  /** Whether a text may be such an id, of this server or of one before it. */
  static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  static String next() {
    byte[] bits = new byte[16];
    RANDOM.nextBytes(bits);
    return HexFormat.of().formatHex(bits);
  }
}
