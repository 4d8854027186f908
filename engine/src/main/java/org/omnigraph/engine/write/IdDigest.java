package org.omnigraph.engine.write;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A digest of a set of ids that is the same in whatever order they come, as if they had been sorted
 * first, in constant memory: the sum modulo 2^256 of the SHA-256 of each id's UTF-8.
 *
 * <p>The additive hash of M. Bellare and D. Micciancio, "A New Paradigm for Collision-Free Hashing:
 * Incrementality at Reduced Cost" (1997).
 */
public final class IdDigest {
  private static final int BYTES = 32;

  private final MessageDigest sha256;
  private final byte[] sum = new byte[BYTES];

  public IdDigest() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Adds an id, as UTF-8. */
  public void add(byte[] id) {
    byte[] hash = sha256.digest(id);
    int carry = 0;
    for (int i = BYTES - 1; i >= 0; i--) {
      int digit = (sum[i] & 0xFF) + (hash[i] & 0xFF) + carry;
      sum[i] = (byte) digit;
      carry = digit >> 8;
    }
  }

  /** 64 lower-case hex digits, most significant first. */
  public String hex() {
    return HexFormat.of().formatHex(sum);
  }
}
