package org.omnigraph.engine.export;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Compact JSON in UTF-8, built up line by line in one array that grows. */
final class JsonBytes {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[4_096];
  private int length;

  void clear() {
    length = 0;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  void add(byte[] more) {
    reserve(more.length);
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  /** Adds what is ASCII. */
  void add(String ascii) {
    reserve(ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      bytes[length++] = (byte) ascii.charAt(i);
    }
  }

  void add(char ascii) {
    reserve(1);
    bytes[length++] = (byte) ascii;
  }

  /** Adds UTF-8 text as a JSON string; only quotes, backslashes and control characters escaped. */
  void string(byte[] utf8) {
    add('"');
    reserve(utf8.length);
    for (byte b : utf8) {
      if (b == '"' || b == '\\') {
        add('\\');
        add((char) b);
      } else if (b >= 0 && b < 0x20) {
        control(b);
      } else {
        add((char) (b & 0xFF));
      }
    }
    add('"');
  }

  private void control(byte b) {
    switch (b) {
      case '\b' -> add("\\b");
      case '\f' -> add("\\f");
      case '\n' -> add("\\n");
      case '\r' -> add("\\r");
      case '\t' -> add("\\t");
      default -> {
        add("\\u00");
        add((char) HEX[b >> 4]);
        add((char) HEX[b & 0xF]);
      }
    }
  }

  private void reserve(int more) {
    int needed = Math.addExact(length, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, needed * 2L));
    }
  }
}
