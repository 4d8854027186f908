package org.omnigraph.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.SQLDataException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Texts go as UTF-8, which has no half of a pair of surrogates; nothing is put in its place. */
final class UnicodeText {
  private UnicodeText() {}

  /**
   * Refuses what is no text of Unicode.
   *
   * @param what names the text
   * @throws SQLDataException 22021 with the place in it
   */
  static String require(String what, String text) throws SQLDataException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          throw new SQLDataException(
              what
                  + String.format(" has half of a surrogate pair, U+%04X, at character ", (int) c)
                  + (i + 1)
                  + "; cut texts at whole characters, as with String.offsetByCodePoints",
              SqlState.BAD_CHARACTER);
        }
        i++;
      }
    }
    return text;
  }

  /** As {@link #require}, for each text in a canonical value ({@link ArrowValues}). */
  static void requireAll(String what, @Nullable Object value) throws SQLDataException {
    if (value instanceof String text) {
      require(what, text);
    } else if (value instanceof List<?> list) {
      for (Object element : list) {
        requireAll(what, element);
      }
    }
  }

  /**
   * The text of ASCII characters.
   *
   * @throws SQLDataException 22021 for another byte
   */
  static String ascii(byte[] bytes) throws SQLDataException {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] < 0) {
        throw new SQLDataException(
            String.format("the stream of ASCII has 0x%02X at byte ", bytes[i])
                + (i + 1)
                + "; take setCharacterStream with a Reader of the stream's encoding",
            SqlState.BAD_CHARACTER);
      }
    }
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
