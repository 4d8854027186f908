package org.omnigraph.jdbc;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value as the type of {@link Types} that a caller names for it. */
final class TypedArguments {
  private TypedArguments() {}

  /**
   * The value in that type.
   *
   * @param value a canonical one ({@link ArrowValues})
   * @throws SQLException 22018 or 22003 when the type does not hold the value, 0A000 for a type
   *     that is none here
   */
  static @Nullable Object of(@Nullable Object value, int type) throws SQLException {
    if (value == null) {
      return null;
    }
    return switch (type) {
      case Types.BIT, Types.BOOLEAN -> Conversions.bool(value);
      case Types.TINYINT -> (int) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
      case Types.SMALLINT -> (int) whole(value, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
      case Types.INTEGER -> (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
      case Types.BIGINT -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT");
      case Types.REAL -> Conversions.real(value);
      case Types.FLOAT, Types.DOUBLE -> Conversions.floating(value);
      case Types.NUMERIC, Types.DECIMAL -> Conversions.decimal(value);
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
          Conversions.bytes(value);
      case Types.DATE -> Conversions.localDate(value);
      case Types.TIME, Types.TIME_WITH_TIMEZONE -> Conversions.localTime(value);
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> Conversions.localDateTime(value);
      case Types.ARRAY -> list(value);
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          text(value);
      case Types.NULL, Types.OTHER, Types.JAVA_OBJECT -> value;
      default -> throw SqlErrors.unsupported("a parameter of the type " + type);
    };
  }

  /** A whole number; unlike a getter it loses no fraction. */
  private static long whole(Object value, long min, long max, String type) throws SQLException {
    if (!(value instanceof Boolean)
        && Conversions.decimal(value, type).stripTrailingZeros().scale() > 0) {
      throw Conversions.bad(value, type);
    }
    return Conversions.integer(value, min, max, type);
  }

  /** The server writes numbers in its own way, so they stay what they are. */
  private static Object text(Object value) throws SQLException {
    if (value instanceof byte[] || value instanceof List<?>) {
      throw Conversions.bad(value, "VARCHAR");
    }
    return value instanceof Number ? value : Conversions.text(value);
  }

  private static Object list(Object value) throws SQLException {
    if (value instanceof List<?>) {
      return value;
    }
    throw Conversions.bad(value, "ARRAY");
  }

  /** A number with so many digits behind the point, where the type has a scale. */
  static @Nullable Object scaled(@Nullable Object value, int type, int scale) throws SQLException {
    boolean exact = type == Types.DECIMAL || type == Types.NUMERIC;
    return exact && value instanceof BigDecimal number ? Conversions.scaled(number, scale) : value;
  }
}
