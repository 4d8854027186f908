package org.omnigraph.query.type;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** The SQL types of Java values. */
public final class ValueTypes {
  private static final int MICROSECONDS = 6;

  private ValueTypes() {}

  /**
   * The type of each column of rows of arguments, by its first value that is not null.
   *
   * @param rows of the same length
   * @return one type a column, null where no value says one
   */
  public static List<@Nullable RelDataType> ofColumns(List<List<@Nullable Object>> rows) {
    List<@Nullable RelDataType> types = new ArrayList<>();
    int columns = rows.isEmpty() ? 0 : rows.get(0).size();
    for (int i = 0; i < columns; i++) {
      int column = i;
      types.add(
          rows.stream()
              .map(row -> column < row.size() ? row.get(column) : null)
              .filter(Objects::nonNull)
              .findFirst()
              .map(ValueTypes::of)
              .orElse(null));
    }
    return Collections.unmodifiableList(types);
  }

  /**
   * Whether every number among rows of arguments is one of its parameter's type, where that is a
   * type of whole numbers.
   */
  public static boolean fit(List<RelDataType> types, List<List<@Nullable Object>> rows) {
    for (List<@Nullable Object> row : rows) {
      for (int i = 0; i < Math.min(types.size(), row.size()); i++) {
        if (row.get(i) instanceof Number number && !fits(types.get(i), number)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean fits(RelDataType type, Number number) {
    boolean isInteger = SqlTypeName.INT_TYPES.contains(type.getSqlTypeName());
    if (!isInteger || number instanceof Integer) {
      return true;
    }
    if (number instanceof Long whole) {
      return type.getSqlTypeName() == SqlTypeName.BIGINT || whole == whole.intValue();
    }
    return number instanceof Short || number instanceof Byte;
  }

  /** The type of a value; null when SQL has none for it. */
  static @Nullable RelDataType of(Object value) {
    if (value instanceof List<?> list) {
      RelDataType item =
          list.stream().filter(Objects::nonNull).findFirst().map(ValueTypes::of).orElse(null);
      return item == null ? null : SqlTypes.factory().createArrayType(item, -1);
    }
    if (value instanceof BigDecimal decimal) {
      int scale = Math.max(decimal.scale(), 0);
      return SqlTypes.factory()
          .createSqlType(SqlTypeName.DECIMAL, SqlTypeSystem.DECIMAL_DIGITS, scale);
    }
    if (value instanceof LocalDateTime
        || value instanceof Instant
        || value instanceof ZonedDateTime) {
      return SqlTypes.factory().createSqlType(SqlTypeName.TIMESTAMP, MICROSECONDS);
    }
    SqlTypeName simple = simple(value);
    return simple == null ? null : SqlTypes.factory().createSqlType(simple);
  }

  private static @Nullable SqlTypeName simple(Object value) {
    if (value instanceof String) {
      return SqlTypeName.VARCHAR;
    }
    if (value instanceof Integer) {
      return SqlTypeName.INTEGER;
    }
    if (value instanceof Long || value instanceof BigInteger) {
      return SqlTypeName.BIGINT;
    }
    if (value instanceof Double) {
      return SqlTypeName.DOUBLE;
    }
    if (value instanceof Float) {
      return SqlTypeName.REAL;
    }
    if (value instanceof Boolean) {
      return SqlTypeName.BOOLEAN;
    }
    if (value instanceof LocalDate) {
      return SqlTypeName.DATE;
    }
    if (value instanceof LocalTime) {
      return SqlTypeName.TIME;
    }
    return value instanceof byte[] ? SqlTypeName.VARBINARY : null;
  }
}
