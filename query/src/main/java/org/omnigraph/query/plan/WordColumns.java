package org.omnigraph.query.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads words that the grammar reserves for types as names where no type can stand: a column called
 * {@code date} needs no quotes; and the unit inside the text of an interval, {@code '3 days'}, as
 * if it stood behind it. Used for statements that do not parse as they are.
 */
final class WordColumns {
  private static final Set<String> WORDS =
      Set.of("date", "time", "timestamp", "interval", "row", "current", "unique");

  private static final Pattern AMOUNT_AND_UNIT =
      Pattern.compile(
          "\\A('[+-]?\\d+) ((?:year|quarter|month|week|day|hour|minute|second)s?)'\\z",
          Pattern.CASE_INSENSITIVE);

  private final String sql;
  private final StringBuilder quoted = new StringBuilder();
  private final Deque<Boolean> casts = new ArrayDeque<>();
  private String before = "";

  private WordColumns(String sql) {
    this.sql = sql;
  }

  /** The statement with such words between quotes; the same statement when there are none. */
  static String quote(String sql) {
    return new WordColumns(sql).run();
  }

  private String run() {
    int at = 0;
    while (at < sql.length()) {
      int end = tokenEnd(at);
      String token = sql.substring(at, end);
      if (isColumn(token, end)) {
        quoted.append('"').append(token).append('"');
      } else {
        quoted.append(before.equalsIgnoreCase("INTERVAL") ? withUnit(token) : token);
      }
      track(token);
      at = end;
    }
    return quoted.toString();
  }

  /** Of the same length, so that positions stay. */
  private static String withUnit(String text) {
    return AMOUNT_AND_UNIT.matcher(text).replaceFirst("$1' $2");
  }

  /** Keeps the word before, and for each open parenthesis whether it is that of a cast. */
  private void track(String token) {
    if (token.equals("(")) {
      casts.push(before.toUpperCase(Locale.ROOT).endsWith("CAST"));
    } else if (token.equals(")") && !casts.isEmpty()) {
      casts.pop();
    }
    if (!token.isBlank()) {
      before = token;
    }
  }

  private int tokenEnd(int start) {
    char first = sql.charAt(start);
    if (first == '\'' || first == '"') {
      int end = sql.indexOf(first, start + 1);
      return end < 0 ? sql.length() : end + 1;
    }
    if (sql.startsWith("--", start)) {
      int end = sql.indexOf('\n', start);
      return end < 0 ? sql.length() : end;
    }
    if (sql.startsWith("/*", start)) {
      int end = sql.indexOf("*/", start + 2);
      return end < 0 ? sql.length() : end + 2;
    }
    int end = start + 1;
    if (Character.isJavaIdentifierStart(first)) {
      while (end < sql.length() && Character.isJavaIdentifierPart(sql.charAt(end))) {
        end++;
      }
    } else if (Character.isWhitespace(first)) {
      while (end < sql.length() && Character.isWhitespace(sql.charAt(end))) {
        end++;
      }
    }
    return end;
  }

  private boolean isColumn(String token, int end) {
    if (!WORDS.contains(token.toLowerCase(Locale.ROOT))) {
      return false;
    }
    String rest = sql.substring(end).stripLeading();
    boolean literalOrCall = rest.startsWith("'") || rest.startsWith("(") || rest.startsWith("?");
    boolean typeName =
        before.equals(":")
            || (before.equalsIgnoreCase("AS") && Boolean.TRUE.equals(casts.peek()))
            || rest.regionMatches(true, 0, "ZONE", 0, 4)
            || rest.regionMatches(true, 0, "ARRAY", 0, 5)
            || rest.regionMatches(true, 0, "ROW", 0, 3);
    return before.equals(".") || (!literalOrCall && !typeName);
  }
}
