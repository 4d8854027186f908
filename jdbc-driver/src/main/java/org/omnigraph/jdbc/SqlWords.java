package org.omnigraph.jdbc;

import java.util.regex.Pattern;

/** What the first words of a statement say of it. */
final class SqlWords {
  private static final String GAP = "(?:\\s|--[^\\n]*(?:\\n|\\z)|/\\*.*?\\*/)";
  private static final Pattern READ = starting("(?:SELECT|VALUES|SHOW|EXPLAIN|DESCRIBE)\\b");
  private static final Pattern CHOICE = starting("(?:USE|SET|RESET)\\b");
  private static final Pattern BEGIN = starting("(?:BEGIN|START" + GAP + "++TRANSACTION)\\b");
  private static final Pattern END =
      starting(
          "(?:COMMIT|END|ABORT|ROLLBACK)(?:"
              + GAP
              + "++(?:WORK|TRANSACTION))?(?:;|"
              + GAP
              + ")*+\\z");

  private SqlWords() {}

  private static Pattern starting(String words) {
    return Pattern.compile(GAP + "*+" + words, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  }

  /** Whether it is surely a query; others may be one too. */
  static boolean read(String sql) {
    return READ.matcher(sql).lookingAt();
  }

  /** Whether it chooses options of the session. */
  static boolean choice(String sql) {
    return CHOICE.matcher(sql).lookingAt();
  }

  /** Whether it begins a transaction. */
  static boolean begin(String sql) {
    return BEGIN.matcher(sql).lookingAt();
  }

  /** Whether it ends a transaction; one with other words at its end is refused by the server. */
  static boolean end(String sql) {
    return END.matcher(sql).lookingAt();
  }
}
