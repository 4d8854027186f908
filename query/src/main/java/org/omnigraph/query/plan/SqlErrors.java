package org.omnigraph.query.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.catalog.GraphTable;
import org.omnigraph.query.catalog.SqlCatalog;

/** Says what is wrong with a statement: the place, the thing, and what was perhaps meant. */
final class SqlErrors {
  private static final int MOST_CANDIDATES = 5;
  private static final Pattern COLUMN = Pattern.compile("Column '([^']+)' not found.*");
  private static final Pattern OBJECT = Pattern.compile("(?:Object|Table) '([^']+)' not found.*");
  private static final Pattern FUNCTION =
      Pattern.compile("No match found for function signature ([^(]+)\\(.*");

  private SqlErrors() {}

  static InvalidRequest parse(SqlParseException error) {
    String message = String.valueOf(error.getMessage());
    int expected = message.indexOf("\nWas expecting");
    String what = expected < 0 ? message : message.substring(0, expected);
    what = what.replaceFirst(" at line \\d+, column \\d+\\.?", "");
    return new InvalidRequest(place(error.getPos()) + "syntax error: " + what.strip(), error);
  }

  private static String place(SqlParserPos position) {
    return position == null || position.getLineNum() == 0
        ? ""
        : place(position.getLineNum(), position.getColumnNum());
  }

  private static String place(int line, int column) {
    return "line " + line + ", column " + column + ": ";
  }

  /** What the validator or the converter found, with candidates for a name that it did not find. */
  static RuntimeException invalid(
      RuntimeException error, SqlCatalog catalog, Collection<SqlOperator> operators) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof GraphException ours) {
        return ours;
      }
    }
    if (error instanceof CalciteContextException context) {
      Throwable cause = context.getCause() == null ? context : context.getCause();
      String message = String.valueOf(cause.getMessage());
      return new InvalidRequest(
          place(context.getPosLine(), context.getPosColumn())
              + message
              + candidates(message, catalog, operators),
          error);
    }
    return new InvalidRequest("the statement cannot be planned: " + error.getMessage(), error);
  }

  private static String candidates(
      String message, SqlCatalog catalog, Collection<SqlOperator> operators) {
    if (message.startsWith("Illegal use of dynamic parameter")) {
      return ": nothing says its type; write it as CAST(? AS VARCHAR), or another type";
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
      List<String> tables = catalog.tableNames(catalog.current());
      return tables.contains(object.group(1))
          ? "; its full name is "
              + catalog.current().graph()
              + "."
              + catalog.current().schema()
              + "."
              + object.group(1)
          : nearest(object.group(1), tables);
    }
    Matcher function = FUNCTION.matcher(message);
    return function.matches()
        ? nearest(function.group(1), operators.stream().map(SqlOperator::getName).toList())
        : "";
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
