package org.omnigraph.engine.syntax;

import java.util.function.Function;

/** Strings as the schema language and the query language write them. */
public final class QuotedText {
  private QuotedText() {}

  /**
   * The characters that a quoted string stands for.
   *
   * @param quoted with its quotes
   * @param refuse makes the error for an escape that there is none of
   */
  public static String decode(String quoted, Function<String, RuntimeException> refuse) {
    StringBuilder text = new StringBuilder();
    int i = 1;
    while (i < quoted.length() - 1) {
      char c = quoted.charAt(i++);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      int escaped = quoted.codePointAt(i++);
      switch (escaped) {
        case '"', '\\' -> text.append((char) escaped);
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        default ->
            throw refuse.apply(
                "unsupported escape sequence: \\"
                    + Character.toString(escaped)
                    + "; the escapes are \\\" \\\\ \\n \\r \\t, any other character is written"
                    + " as it is");
      }
    }
    return text.toString();
  }
}
