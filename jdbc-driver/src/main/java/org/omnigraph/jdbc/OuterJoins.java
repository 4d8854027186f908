package org.omnigraph.jdbc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JDBC's escape for outer joins, <code>{oj a LEFT OUTER JOIN b ON …}</code>, which says nothing
 * that SQL does not say without it. The server reads the other escapes itself.
 */
final class OuterJoins {
  private static final Pattern PART =
      Pattern.compile(
          "'(?:[^']++|'')*+'?|\"(?:[^\"]++|\"\")*+\"?|--[^\\r\\n]*+|/\\*.*?(?:\\*/|\\z)"
              + "|(?<join>\\{\\s*+oj\\b)|(?<open>\\{)|(?<close>\\})",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  private OuterJoins() {}

  /** The statement with blanks in the place of the escape, so that all else stays where it is. */
  static String plain(String sql) {
    if (sql.indexOf('{') < 0) {
      return sql;
    }
    StringBuilder plain = new StringBuilder(sql);
    Deque<Boolean> joins = new ArrayDeque<>();
    Matcher part = PART.matcher(sql);
    while (part.find()) {
      if (part.group("join") != null) {
        joins.push(true);
        blank(plain, part.start(), part.end());
      } else if (part.group("open") != null) {
        joins.push(false);
      } else if (part.group("close") != null && !joins.isEmpty() && joins.pop()) {
        blank(plain, part.start(), part.end());
      }
    }
    return joins.contains(true) ? sql : plain.toString();
  }

  private static void blank(StringBuilder text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (!Character.isWhitespace(text.charAt(at))) {
        text.setCharAt(at, ' ');
      }
    }
  }
}
