package org.omnigraph.benchmark;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * TPC-H: its data as a folder that a graph loads, the same data as DuckDB's own tables, and its 22
 * queries. Data and queries are those of Trino's port of the TPC-H generator. Money and quantities
 * are doubles, since a property has no decimal type.
 */
final class Tpch {
  /** The number of queries; the first is query 1. */
  static final int QUERIES = 22;

  /** The query that names an intermediate result twice. */
  private static final int TOP_SUPPLIER = 15;

  private static final Map<TpchTable<?>, String> TYPES =
      Map.of(
          TpchTable.REGION, "Region",
          TpchTable.NATION, "Nation",
          TpchTable.SUPPLIER, "Supplier",
          TpchTable.CUSTOMER, "Customer",
          TpchTable.PART, "Part",
          TpchTable.PART_SUPPLIER, "PartSupp",
          TpchTable.ORDERS, "Orders",
          TpchTable.LINE_ITEM, "LineItem");

  private Tpch() {}

  /** The node types, each one table. */
  static List<String> types() {
    return TYPES.values().stream().sorted().toList();
  }

  /** The schema of the graph. */
  static String schema() {
    return resource("/tpch/schema.pg");
  }

  /**
   * Writes {@code schema.pg} and {@code nodes/TYPE.csv} below a folder.
   *
   * @param scale 1 makes six million line items
   */
  static void write(Path folder, double scale) throws IOException {
    Files.createDirectories(folder.resolve("nodes"));
    Files.writeString(folder.resolve("schema.pg"), schema());
    for (TpchTable<?> table : TpchTable.getTables()) {
      write(table, file(folder, table), scale);
    }
  }

  private static Path file(Path folder, TpchTable<?> table) {
    return folder.resolve("nodes").resolve(TYPES.get(table) + ".csv");
  }

  private static <E extends TpchEntity> void write(TpchTable<E> table, Path file, double scale)
      throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      writer.write(
          table.getColumns().stream()
              .map(TpchColumn::getColumnName)
              .collect(Collectors.joining(",", "", "\n")));
      for (E row : table.createGenerator(scale, 1, 1)) {
        for (int i = 0; i < table.getColumns().size(); i++) {
          writer.write(i == 0 ? "" : ",");
          writer.write(cell(table.getColumns().get(i), row));
        }
        writer.write('\n');
      }
    }
  }

  private static <E extends TpchEntity> String cell(TpchColumn<E> column, E row) {
    return switch (column.getType().getBase()) {
      case IDENTIFIER -> Long.toString(column.getIdentifier(row));
      case INTEGER -> Integer.toString(column.getInteger(row));
      case DOUBLE -> Double.toString(column.getDouble(row));
      case DATE -> LocalDate.ofEpochDay(column.getDate(row)).toString();
      case VARCHAR -> '"' + column.getString(row).replace("\"", "\"\"") + '"';
    };
  }

  /** Makes DuckDB tables, in the types of the graph, of what {@link #write} wrote. */
  static void copyIntoDuckDb(Connection duckdb, Path folder) throws SQLException {
    try (Statement statement = duckdb.createStatement()) {
      for (TpchTable<?> table : TpchTable.getTables()) {
        String columns =
            table.getColumns().stream()
                .map(c -> "'" + c.getColumnName() + "': '" + duckDbType(c) + "'")
                .collect(Collectors.joining(", ", "{", "}"));
        statement.execute(
            "CREATE TABLE "
                + TYPES.get(table)
                + " AS SELECT * FROM read_csv('"
                + file(folder, table)
                + "', header = true, columns = "
                + columns
                + ")");
      }
    }
  }

  private static String duckDbType(TpchColumn<?> column) {
    return switch (column.getType().getBase()) {
      case IDENTIFIER -> "BIGINT";
      case INTEGER -> "INTEGER";
      case DOUBLE -> "DOUBLE";
      case DATE -> "DATE";
      case VARCHAR -> "VARCHAR";
    };
  }

  /**
   * A query, with the parameters of the TPC-H validation, the same text for both sides.
   *
   * @param number 1 to {@link #QUERIES}
   */
  static String query(int number) {
    String text =
        resource("/io/trino/tpch/queries/q" + number + ".sql")
            .lines()
            .filter(line -> !line.startsWith("--"))
            .collect(Collectors.joining("\n"))
            .strip();
    return number == TOP_SUPPLIER ? withoutView(text) : text;
  }

  /**
   * A view becomes a {@code WITH}. Its sums are decimals: they are made twice and compared, and
   * sums of doubles depend on the order of the rows.
   */
  private static String withoutView(String text) {
    String view = "CREATE OR REPLACE VIEW revenue AS";
    int end = text.indexOf(';');
    if (!text.startsWith(view) || end < 0) {
      throw new IllegalStateException("query " + TOP_SUPPLIER + " has changed: " + text);
    }
    String exact =
        text.substring(view.length(), end)
            .replace(
                "l_extendedprice * (1 - l_discount)",
                "CAST(l_extendedprice * (1 - l_discount) AS DECIMAL(18, 4))");
    String select = text.substring(end + 1).strip();
    return "WITH revenue AS (" + exact + ")\n" + select.substring(0, select.length() - 1);
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(Tpch.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(name + " cannot be read", e);
    }
  }
}
