package org.omnigraph.engine.pending.column;

/** Whether bytes are well-formed UTF-8. */
final class Utf8 {
  private Utf8() {}

  static boolean isValid(byte[] bytes, int length) {
    int any = 0;
    for (int i = 0; i < length; i++) {
      any |= bytes[i];
    }
    return any >= 0 || isValidSlow(bytes, length);
  }

  private static boolean isValidSlow(byte[] bytes, int length) {
    int i = 0;
    while (i < length) {
      int size = sequence(bytes, i, length);
      if (size == 0) {
        return false;
      }
      i += size;
    }
    return true;
  }

  /** The length of the sequence at {@code i}, 0 when it is malformed. */
  private static int sequence(byte[] bytes, int i, int length) {
    int first = bytes[i] & 0xff;
    if (first < 0x80) {
      return 1;
    }
    int size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || i + size > length) {
      return 0;
    }
    int second = bytes[i + 1] & 0xff;
    // Overlong forms, surrogates and code points above U+10FFFF show in the second byte.
    int low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (second < low || second > high) {
      return 0;
    }
    for (int k = 2; k < size; k++) {
      if ((bytes[i + k] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return size;
  }
}
