package org.omnigraph.query.plan;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.query.catalog.SchemaRef;

/**
 * What a statement's text asks for, told from its first words.
 *
 * @param text a query for the parser; positions in it are positions in the statement
 * @param explain whether the plan is asked for instead of the rows
 */
record Statement(String text, boolean explain) {
  private static final Pattern LEADING =
      Pattern.compile("\\A(?:\\s+|--[^\\n]*(?:\\n|\\z)|/\\*.*?\\*/)+", Pattern.DOTALL);
  private static final Pattern EXPLAIN =
      Pattern.compile("\\AEXPLAIN(?:\\s+PLAN\\s+FOR)?\\s", Pattern.CASE_INSENSITIVE);
  private static final Pattern DESCRIBE =
      Pattern.compile(
          "\\A(?:DESCRIBE|DESC|SHOW\\s+COLUMNS\\s+(?:FROM|IN))\\s+(?:TABLE\\s+)?(.+)\\z",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern SHOW_TABLES =
      Pattern.compile(
          "\\ASHOW\\s+(?:FULL\\s+)?TABLES(?:\\s+(?:FROM|IN)\\s+(.+))?\\z",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern SHOW_SCHEMAS =
      Pattern.compile("\\ASHOW\\s+SCHEMAS\\z", Pattern.CASE_INSENSITIVE);
  private static final Pattern SHOW_BRANCHES =
      Pattern.compile("\\ASHOW\\s+BRANCHES\\z", Pattern.CASE_INSENSITIVE);
  private static final Set<String> CHANGES =
      Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "UPSERT");
  private static final Pattern FIRST_WORD = Pattern.compile("\\A\\(*\\s*([A-Za-z]+)");

  /** Reads the first words; {@code current} is what a name without a schema means. */
  static Statement of(String sql, SchemaRef current) {
    String padded = blank(sql, LEADING);
    String bare = withoutSemicolon(padded).strip();
    if (bare.isEmpty()) {
      throw new InvalidRequest("the statement is empty");
    }
    Matcher describe = DESCRIBE.matcher(bare);
    if (describe.matches()) {
      return new Statement(Descriptions.columns(describe.group(1), current), false);
    }
    Matcher tables = SHOW_TABLES.matcher(bare);
    if (tables.matches()) {
      return new Statement(Descriptions.tables(tables.group(1), current), false);
    }
    if (SHOW_SCHEMAS.matcher(bare).matches()) {
      return new Statement(Descriptions.SCHEMAS, false);
    }
    if (SHOW_BRANCHES.matcher(bare).matches()) {
      return new Statement(Descriptions.BRANCHES, false);
    }
    String query = withoutSemicolon(padded);
    if (EXPLAIN.matcher(bare).find()) {
      return new Statement(
          blankFrom(query, query.length() - query.stripLeading().length(), EXPLAIN), true);
    }
    refuse(bare);
    return new Statement(query, false);
  }

  /** Whether the first word is that of a statement that changes rows. */
  static boolean isChange(String sql) {
    Matcher first = FIRST_WORD.matcher(blank(sql, LEADING).strip());
    return first.find() && CHANGES.contains(first.group(1).toUpperCase(Locale.ROOT));
  }

  /** The statement without leading comments and a trailing semicolon; its positions stay. */
  static String bare(String sql) {
    return withoutSemicolon(blank(sql, LEADING));
  }

  private static String withoutSemicolon(String sql) {
    String stripped = sql.stripTrailing();
    while (stripped.endsWith(";")) {
      stripped = stripped.substring(0, stripped.length() - 1).stripTrailing();
    }
    return stripped;
  }

  /** Replaces a leading match by blanks, so that positions stay. */
  private static String blank(String sql, Pattern leading) {
    return blankFrom(sql, 0, leading);
  }

  private static String blankFrom(String sql, int from, Pattern leading) {
    Matcher matcher = leading.matcher(sql.substring(from));
    if (!matcher.find()) {
      return sql;
    }
    int end = from + matcher.end();
    return sql.substring(0, end).replaceAll("[^\\n]", " ") + sql.substring(end);
  }

  private static void refuse(String sql) {
    Matcher first = FIRST_WORD.matcher(sql);
    if (!first.find()) {
      return;
    }
    String word = first.group(1).toUpperCase(Locale.ROOT);
    switch (word) {
      case "CREATE", "ALTER", "DROP" ->
          throw new Unsupported(
              word
                  + " is not done in SQL here: types come from the graph's .pg schema; change the"
                  + " schema file instead");
      case "INSERT", "UPDATE", "DELETE", "MERGE", "UPSERT" ->
          throw new InvalidRequest(
              word + " changes rows and answers none; run it as an update, not as a query");
      case "BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE" ->
          throw new Unsupported(
              word + " is not a statement here; use the connection's own transactions");
      case "SET", "RESET", "USE" ->
          throw new Unsupported(
              word
                  + " is not a statement here; choose graph, branch and snapshot with session"
                  + " options or connection headers");
      case "SHOW" ->
          throw new Unsupported(
              "only SHOW TABLES, SHOW SCHEMAS, SHOW BRANCHES and SHOW COLUMNS FROM a table are"
                  + " done");
      case "TRUNCATE",
          "GRANT",
          "REVOKE",
          "CALL",
          "COPY",
          "ATTACH",
          "DETACH",
          "PRAGMA",
          "INSTALL",
          "EXPORT",
          "IMPORT",
          "ANALYZE",
          "VACUUM",
          "DISCARD",
          "DECLARE",
          "PREPARE",
          "EXECUTE" ->
          throw new Unsupported(word + " statements are not done here");
      default -> {
        // A query, or a syntax error that the parser names.
      }
    }
  }
}
