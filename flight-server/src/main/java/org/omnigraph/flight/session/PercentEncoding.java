package org.omnigraph.flight.session;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Names in headers. A header holds printable ASCII, and names may have any letter: {@code %} and
 * two hexadecimal digits are one byte of the name in UTF-8, as in a URL. A name whose percent signs
 * are not all such bytes is meant as it stands.
 */
final class PercentEncoding {
  private static final int RADIX = 16;
  private static final int LENGTH = 3;

  private PercentEncoding() {}

  /** What the value of a header names. */
  static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int at = 0; at < text.length(); ) {
      if (text.charAt(at) != '%') {
        bytes.write(text.charAt(at));
        at++;
        continue;
      }
      int high = digit(text, at + 1);
      int low = digit(text, at + 2);
      if (high < 0 || low < 0) {
        return text;
      }
      bytes.write(high * RADIX + low);
      at += LENGTH;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      return text;
    }
  }

  private static int digit(String text, int at) {
    return at < text.length() ? Character.digit(text.charAt(at), RADIX) : -1;
  }
}
