package org.omnigraph.engine.load;

/** Encodes text as UTF-8 into a buffer that is used again and again. */
final class Utf8Text {
  private byte[] bytes = new byte[256];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** False when the text holds half of a surrogate pair, which has no encoding. */
  boolean encode(char[] text, int offset, int count) {
    if (bytes.length < 3L * count) {
      bytes = new byte[Math.toIntExact(Math.max(3L * count, 2L * bytes.length))];
    }
    int at = 0;
    int end = offset + count;
    for (int i = offset; i < end; i++) {
      char c = text[i];
      if (c < 0x80) {
        bytes[at++] = (byte) c;
      } else if (c < 0x800) {
        bytes[at++] = (byte) (0xC0 | (c >> 6));
        bytes[at++] = (byte) (0x80 | (c & 0x3F));
      } else if (!Character.isSurrogate(c)) {
        bytes[at++] = (byte) (0xE0 | (c >> 12));
        bytes[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        bytes[at++] = (byte) (0x80 | (c & 0x3F));
      } else {
        if (i + 1 == end || !Character.isSurrogatePair(c, text[i + 1])) {
          return false;
        }
        int point = Character.toCodePoint(c, text[++i]);
        bytes[at++] = (byte) (0xF0 | (point >> 18));
        bytes[at++] = (byte) (0x80 | ((point >> 12) & 0x3F));
        bytes[at++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        bytes[at++] = (byte) (0x80 | (point & 0x3F));
      }
    }
    length = at;
    return true;
  }
}
