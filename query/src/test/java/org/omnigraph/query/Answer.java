package org.omnigraph.query;

import java.io.IOException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBResultSet;

/**
 * A result taken out of Arrow, to be compared with another one: column by column the same type, row
 * by row the same values. Of a very large one the first rows are kept and the others counted.
 *
 * <p>Doubles are the same when they differ by a billionth at most, since a sum of doubles depends
 * on the order of its rows; {@code NaN} is {@code NaN}, and minus zero is zero.
 */
public final class Answer {
  private static final double TOLERANCE = 1e-9;
  private static final int BATCH_ROWS = 1024;
  private static final int MOST_ROWS = 100_000;

  private final List<String> types;
  private final List<List<Object>> rows;
  private final int size;

  private Answer(List<String> types, List<List<Object>> rows, int size) {
    this.types = types;
    this.rows = rows;
    this.size = size;
  }

  /** Reads everything; closes nothing. */
  public static Answer of(ArrowReader reader) throws IOException {
    return read(reader, Set.of());
  }

  /**
   * DuckDB's answer. It sums integers as {@code HUGEINT}, which is a {@code BIGINT} here.
   *
   * @throws SQLException when DuckDB refuses the statement or a value
   */
  public static Answer of(DuckDBConnection duckdb, String sql, BufferAllocator allocator)
      throws SQLException, IOException {
    try (Statement statement = duckdb.createStatement();
        DuckDBResultSet result = statement.executeQuery(sql).unwrap(DuckDBResultSet.class)) {
      Set<Integer> sums = new HashSet<>();
      for (int i = 0; i < result.getMetaData().getColumnCount(); i++) {
        if (result.getMetaData().getColumnTypeName(i + 1).equals("HUGEINT")) {
          sums.add(i);
        }
      }
      try (ArrowReader reader = (ArrowReader) result.arrowExportStream(allocator, BATCH_ROWS)) {
        return read(reader, sums);
      }
    }
  }

  private static Answer read(ArrowReader reader, Set<Integer> sums) throws IOException {
    VectorSchemaRoot root = reader.getVectorSchemaRoot();
    List<String> types = new ArrayList<>();
    for (Field field : root.getSchema().getFields()) {
      types.add(
          sums.contains(types.size())
              ? new ArrowType.Int(Long.SIZE, true).toString()
              : type(field));
    }
    List<List<Object>> rows = new ArrayList<>();
    int size = 0;
    while (reader.loadNextBatch()) {
      size += root.getRowCount();
      for (int row = 0; row < root.getRowCount() && rows.size() < MOST_ROWS; row++) {
        List<Object> cells = new ArrayList<>();
        for (FieldVector vector : root.getFieldVectors()) {
          Object value = value(vector.getObject(row));
          cells.add(value != null && sums.contains(cells.size()) ? value.toString() : value);
        }
        rows.add(cells);
      }
    }
    return new Answer(types, rows, size);
  }

  /** The number of rows. */
  public int size() {
    return size;
  }

  /** The unit of time is part of a timestamp's type only in how it is stored. */
  private static String type(Field field) {
    ArrowType type = field.getType();
    if (type instanceof ArrowType.Timestamp timestamp) {
      return timestamp.getTimezone() == null ? "Timestamp" : "Timestamp(UTC)";
    }
    if (type instanceof ArrowType.List || type instanceof ArrowType.FixedSizeList) {
      return type + "<" + type(field.getChildren().get(0)) + ">";
    }
    return type.toString();
  }

  private static Object value(Object value) {
    if (value instanceof List<?> list) {
      List<Object> values = new ArrayList<>();
      list.forEach(item -> values.add(value(item)));
      return values;
    }
    if (value instanceof byte[] bytes) {
      return "x" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return number == 0 ? Double.valueOf(0) : Double.valueOf(number);
    }
    return value == null ? null : value.toString();
  }

  /**
   * What is not as in another answer, or empty.
   *
   * @param ordered whether the order of the rows means something
   */
  public Optional<String> difference(Answer expected, boolean ordered) {
    if (!types.equals(expected.types)) {
      return Optional.of("types " + types + " instead of " + expected.types);
    }
    if (size != expected.size) {
      return Optional.of(size + " rows instead of " + expected.size + sample(expected));
    }
    if (size > rows.size() && !ordered) {
      return Optional.empty();
    }
    List<List<Object>> left = ordered ? rows : sorted(rows);
    List<List<Object>> right = ordered ? expected.rows : sorted(expected.rows);
    for (int row = 0; row < left.size(); row++) {
      if (!same(left.get(row), right.get(row))) {
        return Optional.of("row " + row + " is " + left.get(row) + " instead of " + right.get(row));
      }
    }
    return Optional.empty();
  }

  private String sample(Answer expected) {
    return ": " + head(rows) + " instead of " + head(expected.rows);
  }

  private static List<List<Object>> head(List<List<Object>> rows) {
    return sorted(rows).subList(0, Math.min(3, rows.size()));
  }

  private static List<List<Object>> sorted(List<List<Object>> rows) {
    List<List<Object>> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparing(Answer::sortKey).thenComparing(List::toString));
    return Collections.unmodifiableList(sorted);
  }

  /** Doubles by six digits, so that two that are the same sort the same beside other columns. */
  private static String sortKey(List<Object> row) {
    StringBuilder key = new StringBuilder();
    for (Object cell : row) {
      key.append(cell instanceof Double number ? String.format(Locale.ROOT, "%.5e", number) : cell)
          .append('|');
    }
    return key.toString();
  }

  private static boolean same(Object left, Object right) {
    if (left instanceof List<?> lefts && right instanceof List<?> rights) {
      if (lefts.size() != rights.size()) {
        return false;
      }
      for (int i = 0; i < lefts.size(); i++) {
        if (!same(lefts.get(i), rights.get(i))) {
          return false;
        }
      }
      return true;
    }
    if (left instanceof Double a && right instanceof Double b) {
      return a.equals(b) || Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
    }
    return Objects.equals(left, right);
  }

  @Override
  public String toString() {
    return types + " " + rows;
  }
}
