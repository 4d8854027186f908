package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.query.catalog.CatalogReader;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.catalog.GraphTable;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;

/** Says what is wrong with a statement: the place, the thing, and what was perhaps meant. */
public final class SqlErrors {
  private static final int MOST_CANDIDATES = 5;
  private static final Pattern COLUMN = Pattern.compile("Column '([^']+)' not found.*");
  private static final Pattern AMBIGUOUS = Pattern.compile("Column '([^']+)' is ambiguous");
  private static final Pattern OBJECT = Pattern.compile("(?:Object|Table) '([^']+)' not found.*");
  private static final Pattern UNEXPECTED =
      Pattern.compile("(?:Encountered \"(?:, )?|near the keyword ')[A-Za-z]\\w*[\"' ]");
  private static final Pattern FUNCTION =
      Pattern.compile("No match found for function signature ([^(]+)\\(.*");

  private static final Pattern TIME_ARITHMETIC =
      Pattern.compile("Cannot apply '[-+]' to arguments of type '<(?:DATE|TIMESTAMP)");

  private static final Pattern UNNESTED =
      Pattern.compile("Cannot apply 'UNNEST(?: of lists)?' to arguments of type '[^(]*\\(([^)]*)");

  private static final Pattern NO_GROUP =
      Pattern.compile("Identifier '([^']+)' is not a group expr");

  private static final String NO_TYPE =
      ": nothing says the type of a parameter; write it as CAST(? AS VARCHAR), CAST(? AS"
          + " INTEGER ARRAY), or another type";

  /** A number of rows that is computed, to where that shows. */
  private static final Pattern COMPUTED_ROWS =
      Pattern.compile(
          "(?i)\\b(?:LIMIT|OFFSET|FETCH\\s+(?:FIRST|NEXT))\\s+"
              + "(?:(?:\\?|\\d+)\\s*(?:[-+*/%|]|::)|[-+(]|CAST\\b)");

  private static final Pattern NEAR_KEYWORD = Pattern.compile("near the keyword '(\\w+)'");
  private static final Pattern WORD_AFTER = Pattern.compile("(\\s+)([A-Za-z_]\\w*)");
  private static final Pattern WITHIN = Pattern.compile(".* not found within '([^']+)'.*");

  private SqlErrors() {}

  /** What the parser found in a text. */
  static GraphException parse(SqlParseException error, String sql) {
    Optional<String> known = UnknownForms.in(sql);
    if (known.isPresent()) {
      return new Unsupported(place(error.getPos()) + known.get(), error);
    }
    Optional<InvalidRequest> word = reservedWord(error, sql);
    if (word.isPresent()) {
      return word.get();
    }
    String message = String.valueOf(error.getMessage());
    int expected = message.indexOf("\nWas expecting");
    String what = expected < 0 ? message : message.substring(0, expected);
    what = what.replaceFirst(" at line \\d+, column \\d+\\.?", "");
    return new InvalidRequest(
        place(error.getPos()) + "syntax error: " + what.strip() + remedy(what, error.getPos(), sql),
        error);
  }

  /** The parser stops at the keyword before a word that is no name without quotes. */
  private static Optional<InvalidRequest> reservedWord(SqlParseException error, String sql) {
    SqlParserPos at = error.getPos();
    Matcher near = NEAR_KEYWORD.matcher(String.valueOf(error.getMessage()));
    if (at == null || !near.find()) {
      return Optional.empty();
    }
    Matcher next = WORD_AFTER.matcher(sql);
    String keyword = near.group(1);
    if (keyword.equalsIgnoreCase("WHERE")) {
      return Optional.of(
          new InvalidRequest(
              place(at)
                  + "syntax error: WHERE stands behind FROM and a table; a SELECT without one can"
                  + " say FROM (VALUES (0)) AS one WHERE …",
              error));
    }
    int from = offset(sql, at) + keyword.length();
    if (from > sql.length() || !next.find(from) || next.start() != from) {
      return Optional.empty();
    }
    String word = next.group(2);
    if (!Planner.isReserved(word)) {
      return Optional.empty();
    }
    int start = next.start(2);
    int line = 1 + (int) sql.substring(0, start).chars().filter(c -> c == '\n').count();
    int column = start - sql.lastIndexOf('\n', start - 1);
    return Optional.of(
        new InvalidRequest(
            place(line, column)
                + "syntax error: '"
                + word
                + "' is a word of SQL; as a name it stands in double quotes",
            error));
  }

  private static int offset(String sql, SqlParserPos at) {
    int start = 0;
    for (int line = 1; line < at.getLineNum(); line++) {
      start = sql.indexOf('\n', start) + 1;
    }
    return start + at.getColumnNum() - 1;
  }

  private static String remedy(String what, @Nullable SqlParserPos at, String sql) {
    if (what.contains("\"> >\"")) {
      return "; there is no operator >>; x >> n of a number that is not negative is x / (1 << n)";
    }
    if (at != null && computesRows(sql, offset(sql, at))) {
      return "; LIMIT and OFFSET take a number or one parameter; compute it before, and bind it";
    }
    if (what.contains("\"FOR\"")) {
      return "; FOR SYSTEM_TIME AS OF stands behind the name of a table and before its alias";
    }
    if (what.contains("Query expression encountered in illegal context")) {
      return "; as an argument of JSON_OBJECT or JSON_ARRAY, write COALESCE((SELECT …), NULL)";
    }
    return UNEXPECTED.matcher(what).find()
        ? "; a name that is a word of SQL too, as ORDER, stands in double quotes"
        : "";
  }

  /** Whether a number of rows is computed where an error is. */
  private static boolean computesRows(String sql, int error) {
    return COMPUTED_ROWS
        .matcher(sql)
        .results()
        .anyMatch(rows -> rows.start() <= error && error < rows.end());
  }

  /** Where something is, as the beginning of a message. */
  public static String place(SqlParserPos position) {
    return position == null || position.getLineNum() == 0
        ? ""
        : place(position.getLineNum(), position.getColumnNum());
  }

  private static String place(int line, int column) {
    return "line " + line + ", column " + column + ": ";
  }

  /** What the converter did not expect. */
  static RuntimeException unplanned(AssertionError error) {
    Matcher column = NO_GROUP.matcher(String.valueOf(error.getMessage()));
    return column.matches()
        ? new InvalidRequest(
            "a sub-query names '"
                + column.group(1)
                + "', which is not grouped by in the query around it; group in a query of its own,"
                + " as WITH g AS (SELECT … GROUP BY …) SELECT … FROM g",
            error)
        : new IllegalStateException(
            "the statement cannot be planned: " + error.getMessage(), error);
  }

  /** What the converter found. */
  static RuntimeException invalid(
      RuntimeException error, SqlCatalog catalog, Collection<SqlOperator> operators) {
    return invalid(error, catalog, operators, () -> SqlNodeList.EMPTY);
  }

  /**
   * What the validator found, with candidates for a name that it did not find.
   *
   * @param tree makes the statement anew
   */
  static RuntimeException invalid(
      RuntimeException error,
      SqlCatalog catalog,
      Collection<SqlOperator> operators,
      Supplier<SqlNode> tree) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof GraphException ours) {
        return ours;
      }
    }
    if (error instanceof CalciteContextException context) {
      Throwable cause = context.getCause() == null ? context : context.getCause();
      String message = String.valueOf(cause.getMessage());
      Matcher unnested = UNNESTED.matcher(message);
      if (unnested.lookingAt()) {
        return new InvalidRequest(
            place(context.getPosLine(), context.getPosColumn()) + notUnnested(unnested.group(1)),
            error);
      }
      return new InvalidRequest(
          place(context.getPosLine(), context.getPosColumn())
              + message
              + (message.startsWith("Cannot apply") && takesParameter(tree.get(), context)
                  ? NO_TYPE
                  : candidates(message, catalog, operators)),
          error);
    }
    return new InvalidRequest("the statement cannot be planned: " + error.getMessage(), error);
  }

  private static String notUnnested(String types) {
    return types.contains("<UNKNOWN>")
        ? "UNNEST takes lists, and nothing says the type of a parameter; write it with that of its"
            + " items, as UNNEST(CAST(? AS BIGINT ARRAY))"
        : "UNNEST takes lists, and not " + types;
  }

  /** Whether what an error is about is the call of a function of a parameter. */
  private static boolean takesParameter(SqlNode tree, CalciteContextException error) {
    boolean[] found = {false};
    tree.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            SqlParserPos at = call.getParserPosition();
            found[0] |=
                at.getLineNum() == error.getPosLine()
                    && at.getColumnNum() == error.getPosColumn()
                    && call.getOperandList().stream().anyMatch(SqlDynamicParam.class::isInstance);
            return super.visit(call);
          }
        });
    return found[0];
  }

  private static String candidates(
      String message, SqlCatalog catalog, Collection<SqlOperator> operators) {
    if (message.contains("<UNKNOWN>")) {
      return NO_TYPE;
    }
    if (message.startsWith("Illegal use of dynamic parameter")) {
      return ": nothing says its type; write it as CAST(? AS VARCHAR), or another type";
    }
    if (TIME_ARITHMETIC.matcher(message).find()) {
      return ": write DATEDIFF(DAY, earlier, later) or TIMESTAMPDIFF for what is between two times,"
          + " and x + INTERVAL '3' DAY to move one";
    }
    Matcher ambiguous = AMBIGUOUS.matcher(message);
    if (ambiguous.matches()) {
      return "; name its table too, as t." + ambiguous.group(1);
    }
    Matcher column = COLUMN.matcher(message);
    if (column.matches()) {
      return nearest(
          column.group(1),
          catalog.named().stream()
              .map(GraphTable::columns)
              .flatMap(List::stream)
              .map(Column::name)
              .toList());
    }
    Matcher object = OBJECT.matcher(message);
    if (object.matches()) {
      return object(object.group(1), message, catalog);
    }
    Matcher function = FUNCTION.matcher(message);
    return function.matches()
        ? nearest(function.group(1), operators.stream().map(SqlOperator::getName).toList())
        : "";
  }

  /** What a table, a schema or a graph that there is not was perhaps meant to be. */
  private static String object(String name, String message, SqlCatalog catalog) {
    Matcher within = WITHIN.matcher(message);
    if (within.matches()) {
      return nearest(name, catalog.namesWithin(List.of(within.group(1).split("\\."))));
    }
    SchemaRef current = catalog.current();
    if (catalog.tableNames(current).contains(name)) {
      return "; its full name is " + current.graph() + "." + current.schema() + "." + name;
    }
    for (String system : CatalogReader.systemSchemas()) {
      if (catalog.tableNames(new SchemaRef(current.graph(), system)).contains(name)) {
        return "; its full name is " + system + "." + name;
      }
    }
    List<String> names = new ArrayList<>(catalog.tableNames(current));
    names.addAll(catalog.namesWithin(List.of(current.graph())));
    return nearest(name, names);
  }

  /** The names closest to what was written. */
  private static String nearest(String written, Collection<String> names) {
    String folded = written.toLowerCase(Locale.ROOT);
    List<String> best =
        names.stream()
            .distinct()
            .filter(name -> !name.isBlank() && Character.isLetter(name.charAt(0)))
            .sorted(
                Comparator.comparingInt(
                        (String name) -> distance(folded, name.toLowerCase(Locale.ROOT)))
                    .thenComparing(Comparator.naturalOrder()))
            .limit(MOST_CANDIDATES)
            .toList();
    return best.isEmpty() ? "" : "; the nearest names are " + String.join(", ", best);
  }

  /** The number of single-character edits between two texts. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
