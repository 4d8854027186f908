package org.omnigraph.jdbc;

import java.sql.Types;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result of {@code DatabaseMetaData} while it is put together. */
final class MetaTable {
  private final List<Column> columns;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  private MetaTable(List<Column> columns) {
    this.columns = columns;
  }

  /**
   * @param names the columns in order, separated by spaces; a name may end in {@code :int}, {@code
   *     :short}, {@code :long} or {@code :boolean}, and is text without
   */
  static MetaTable of(String names) {
    List<Column> columns = new ArrayList<>();
    for (String name : names.trim().split("\\s+", -1)) {
      int colon = name.indexOf(':');
      columns.add(colon < 0 ? Column.text(name) : typed(name, colon));
    }
    return new MetaTable(columns);
  }

  private static Column typed(String name, int colon) {
    String plain = name.substring(0, colon);
    return switch (name.substring(colon + 1)) {
      case "int" -> Column.integer(plain);
      case "short" -> Column.plain(plain, Types.SMALLINT, "SMALLINT");
      case "long" -> Column.plain(plain, Types.BIGINT, "BIGINT");
      case "boolean" -> Column.plain(plain, Types.BOOLEAN, "BOOLEAN");
      default -> throw new IllegalArgumentException(name);
    };
  }

  void add(@Nullable Object... row) {
    if (row.length != columns.size()) {
      throw new IllegalArgumentException(row.length + " values for " + columns.size());
    }
    rows.add(row);
  }

  /**
   * The rows in the order of these columns, as JDBC names them for each of its tables.
   *
   * @param names nulls of such a column come first
   */
  OmniGraphResultSet result(String... names) {
    // The sort is stable: the last of the columns goes first.
    for (int at = names.length - 1; at >= 0; at--) {
      int column = columns.stream().map(Column::name).toList().indexOf(names[at]);
      rows.sort(
          Comparator.comparing(row -> row[column], Comparator.nullsFirst(MetaTable::inOrder)));
    }
    return result();
  }

  /** Whole numbers may be of several widths; texts go by their letters. */
  private static int inOrder(Object one, Object other) {
    return one instanceof Number a && other instanceof Number b
        ? Long.compare(a.longValue(), b.longValue())
        : one.toString().compareTo(other.toString());
  }

  OmniGraphResultSet result() {
    return OmniGraphResultSet.detached(new ListRows(columns, rows), ZoneOffset.UTC);
  }
}
