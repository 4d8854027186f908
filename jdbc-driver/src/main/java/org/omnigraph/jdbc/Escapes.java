package org.omnigraph.jdbc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JDBC's escapes <code>{oj a LEFT OUTER JOIN b ON …}</code> and <code>{escape '!'}</code>, which
 * say nothing that SQL does not say without the braces. The server reads the other ones itself.
 */
final class Escapes {
  private static final Pattern PART =
      Pattern.compile(
          "'(?:[^']++|'')*+'?|\"(?:[^\"]++|\"\")*+\"?|--[^\\r\\n]*+|/\\*.*?(?:\\*/|\\z)"
              + "|(?<plain>\\{(?:\\s*+oj(?=\\s)|(?=\\s*+escape\\s*+')))|(?<open>\\{)|(?<close>\\})",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  private Escapes() {}

  /** The statement with blanks in the place of the escape, so that all else stays where it is. */
  static String plain(String sql) {
    if (sql.indexOf('{') < 0) {
      return sql;
    }
    StringBuilder plain = new StringBuilder(sql);
    Deque<Boolean> opened = new ArrayDeque<>();
    Matcher part = PART.matcher(sql);
    while (part.find()) {
      if (part.group("plain") != null) {
        opened.push(true);
        blank(plain, part.start(), part.end());
      } else if (part.group("open") != null) {
        opened.push(false);
      } else if (part.group("close") != null && !opened.isEmpty() && opened.pop()) {
        blank(plain, part.start(), part.end());
      }
    }
    return opened.contains(true) ? sql : plain.toString();
  }

  private static void blank(StringBuilder text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (!Character.isWhitespace(text.charAt(at))) {
        text.setCharAt(at, ' ');
      }
    }
  }
}
