package org.omnigraph.query.plan;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlIdentifier;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.query.catalog.SchemaRef;

/**
 * What a statement's text asks for, told from its first words.
 *
 * @param text a query for the parser; positions in it are positions in the statement
 * @param explain what of the plan is asked for instead of the rows
 * @param table a table that there must be
 * @param schema a schema that there must be
 */
record Statement(
    String text, Explain explain, Optional<SqlIdentifier> table, Optional<SchemaRef> schema) {
  private static final Pattern LEADING =
      Pattern.compile("\\A(?:\\s++|--[^\\n]*+(?:\\n|\\z)|/\\*.*?\\*/)++", Pattern.DOTALL);
  private static final Pattern EXPLAIN =
      Pattern.compile(
          "\\AEXPLAIN(?:\\s+PLAN)?(?:\\s+(?<which>WITH|WITHOUT)\\s+IMPLEMENTATION)?(?:\\s+FOR)?\\s",
          Pattern.CASE_INSENSITIVE);
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
  private static final Set<String> WITHOUT_PLAN =
      Set.of(
          "SHOW",
          "DESCRIBE",
          "DESC",
          "EXPLAIN",
          "BEGIN",
          "START",
          "COMMIT",
          "ROLLBACK",
          "SAVEPOINT",
          "RELEASE",
          "SET",
          "RESET",
          "USE",
          "KILL",
          "CANCEL");
  private static final Pattern DEFINED =
      Pattern.compile(
          "\\A\\w+\\s+(?:OR\\s+REPLACE\\s+)?(?:UNIQUE\\s+)?(BRANCH|INDEX|VIEW|TABLE|SCHEMA)\\b",
          Pattern.CASE_INSENSITIVE);
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
      SqlIdentifier table = Descriptions.identifier(describe.group(1));
      return new Statement(
          Descriptions.columns(table, current),
          Explain.NOTHING,
          Optional.of(table),
          Optional.empty());
    }
    Matcher tables = SHOW_TABLES.matcher(bare);
    if (tables.matches()) {
      SchemaRef schema = Descriptions.schema(tables.group(1), current);
      return new Statement(
          Descriptions.tables(schema), Explain.NOTHING, Optional.empty(), Optional.of(schema));
    }
    if (SHOW_SCHEMAS.matcher(bare).matches()) {
      return of(Descriptions.SCHEMAS, Explain.NOTHING);
    }
    if (SHOW_BRANCHES.matcher(bare).matches()) {
      return of(Descriptions.BRANCHES, Explain.NOTHING);
    }
    String query = withoutSemicolon(padded);
    Explain explain = explain(bare);
    if (explain != Explain.NOTHING) {
      String explained = explained(query);
      requireQuery(explained.strip());
      refuse(explained.strip());
      return of(explained, explain);
    }
    refuse(bare);
    return of(query, Explain.NOTHING);
  }

  private static Statement of(String text, Explain explain) {
    return new Statement(text, explain, Optional.empty(), Optional.empty());
  }

  private static Explain explain(String bare) {
    Matcher matcher = EXPLAIN.matcher(bare);
    if (!matcher.find()) {
      return Explain.NOTHING;
    }
    String which = matcher.group("which");
    if (which == null) {
      return Explain.ALL;
    }
    return which.equalsIgnoreCase("WITH") ? Explain.PHYSICAL : Explain.LOGICAL;
  }

  private static String explained(String query) {
    return blankFrom(query, query.length() - query.stripLeading().length(), EXPLAIN);
  }

  /** As {@link Planner#explainedChange}. */
  static Optional<Planner.ExplainedChange> explainedChange(String sql) {
    String query = bare(sql);
    Explain explain = explain(query.strip());
    if (explain == Explain.NOTHING) {
      return Optional.empty();
    }
    String change = explained(query);
    return isChange(change)
        ? Optional.of(new Planner.ExplainedChange(change, explain))
        : Optional.empty();
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

  private static Unsupported definition(String sql, String word) {
    Matcher object = DEFINED.matcher(sql);
    String what = object.find() ? object.group(1).toUpperCase(Locale.ROOT) : "";
    String remedy =
        switch (what) {
          case "BRANCH" ->
              "; the command omnigraph branch create NAME [--from BRANCH] makes a branch, and"
                  + " omnigraph branch delete NAME deletes one";
          case "INDEX" ->
              ": indexes are declared by @index in the graph's .pg schema; change the schema file"
                  + " instead";
          case "VIEW" -> "; give the query a name with WITH instead";
          default ->
              word.equals("TRUNCATE")
                  ? "; write DELETE FROM, or overwrite the type with omnigraph load --mode overwrite"
                  : ": types come from the graph's .pg schema; change the schema file instead";
        };
    return new Unsupported((word + " " + what).strip() + " is not done in SQL here" + remedy);
  }

  /** Only queries and statements that change rows have plans. */
  private static void requireQuery(String explained) {
    Matcher first = FIRST_WORD.matcher(explained);
    String word = first.find() ? first.group(1).toUpperCase(Locale.ROOT) : "";
    if (word.equals("QUERY")) {
      throw new Unsupported(
          "EXPLAIN of a query of the .gq language is not done here; explain the SQL that says the"
              + " same");
    }
    if (WITHOUT_PLAN.contains(word)) {
      throw new InvalidRequest(
          "EXPLAIN shows the plan of a query or of a statement that changes rows; "
              + word
              + " has none");
    }
  }

  private static void refuse(String sql) {
    Matcher first = FIRST_WORD.matcher(sql);
    if (!first.find()) {
      return;
    }
    String word = first.group(1).toUpperCase(Locale.ROOT);
    switch (word) {
      case "CREATE", "ALTER", "DROP", "TRUNCATE" -> throw definition(sql, word);
      case "INSERT", "UPDATE", "DELETE", "MERGE", "UPSERT" ->
          throw new InvalidRequest(
              word + " changes rows and answers none; run it as an update, not as a query");
      case "BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE" ->
          throw new Unsupported(
              word + " is not a statement here; use the connection's own transactions");
      case "SET", "RESET", "USE" ->
          throw new Unsupported(
              word
                  + " is for a session of a server; here choose branch and snapshot with the options"
                  + " --branch and --snapshot, or name them before a table: \"main@01…\".Person");
      case "KILL", "CANCEL" ->
          throw new InvalidRequest(
              word
                  + " takes the number that a statement has in omnigraph_catalog.statements, as KILL"
                  + " 17, in a session of a server");
      case "SHOW" ->
          throw new Unsupported(
              "only SHOW TABLES, SHOW SCHEMAS, SHOW BRANCHES and SHOW COLUMNS FROM a table are"
                  + " done");
      case "GRANT",
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
