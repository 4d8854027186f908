package org.omnigraph.jdbc;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.ResultSetMetaData;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Map;
import org.apache.arrow.driver.jdbc.utils.SqlTypes;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * One column of a result or a table.
 *
 * @param type a constant of {@link Types}
 * @param typeName the name in SQL
 * @param precision digits of a number, characters of a text, 0 when unbounded
 * @param nullable a constant of {@link ResultSetMetaData}
 * @param element what the elements of an array are, null for every other type
 */
record Column(
    String name,
    int type,
    String typeName,
    int precision,
    int scale,
    int nullable,
    @Nullable Column element,
    Origin origin) {

  /** Where a column comes from; an empty text is an unknown part. */
  record Origin(String catalog, String schema, String table) {
    static final Origin NONE = new Origin("", "", "");
  }

  private static final String KEY = "ARROW:FLIGHT:SQL:";

  static Column text(String name) {
    return plain(name, Types.VARCHAR, "VARCHAR");
  }

  static Column integer(String name) {
    return plain(name, Types.INTEGER, "INTEGER");
  }

  static Column plain(String name, int type, String typeName) {
    return new Column(
        name,
        type,
        typeName,
        defaultPrecision(type),
        0,
        ResultSetMetaData.columnNullable,
        null,
        Origin.NONE);
  }

  static Column of(Field field) {
    Map<String, String> metadata = field.getMetadata() == null ? Map.of() : field.getMetadata();
    int type = type(field.getType());
    Column element =
        type == Types.ARRAY && !field.getChildren().isEmpty()
            ? of(field.getChildren().get(0))
            : null;
    String named = metadata.get(KEY + "TYPE_NAME");
    return new Column(
        field.getName(),
        type,
        named != null ? bare(named) : typeName(field.getType(), type, element),
        number(metadata, "PRECISION", precision(field.getType(), type)),
        number(metadata, "SCALE", scale(field.getType())),
        field.isNullable() ? ResultSetMetaData.columnNullable : ResultSetMetaData.columnNoNulls,
        element,
        new Origin(
            metadata.getOrDefault(KEY + "CATALOG_NAME", ""),
            metadata.getOrDefault(KEY + "DB_SCHEMA_NAME", ""),
            metadata.getOrDefault(KEY + "TABLE_NAME", "")));
  }

  /** The class that {@code getObject} returns for this column. */
  Class<?> objectClass() {
    return switch (type) {
      case Types.BOOLEAN, Types.BIT -> Boolean.class;
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Integer.class;
      case Types.BIGINT -> Long.class;
      case Types.REAL -> Float.class;
      case Types.FLOAT, Types.DOUBLE -> Double.class;
      case Types.DECIMAL, Types.NUMERIC -> BigDecimal.class;
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> String.class;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> byte[].class;
      case Types.DATE -> Date.class;
      case Types.TIME -> Time.class;
      case Types.TIMESTAMP -> Timestamp.class;
      case Types.TIMESTAMP_WITH_TIMEZONE -> java.time.OffsetDateTime.class;
      case Types.ARRAY -> Array.class;
      default -> Object.class;
    };
  }

  boolean signed() {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.DECIMAL,
          Types.NUMERIC ->
          true;
      default -> false;
    };
  }

  int displaySize() {
    return switch (type) {
      case Types.BOOLEAN, Types.BIT -> 5;
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> 11;
      case Types.BIGINT -> 20;
      case Types.REAL -> 15;
      case Types.FLOAT, Types.DOUBLE -> 25;
      case Types.DECIMAL, Types.NUMERIC -> precision + 2;
      case Types.DATE -> 10;
      case Types.TIME -> 15;
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> 29;
      default -> precision == 0 ? Integer.MAX_VALUE : precision;
    };
  }

  /** Unsigned integers take the next wider signed type, so that every value fits. */
  private static int type(ArrowType type) {
    if (type instanceof ArrowType.Int integer && !integer.getIsSigned()) {
      return switch (integer.getBitWidth()) {
        case 8 -> Types.SMALLINT;
        case 16 -> Types.INTEGER;
        case 32 -> Types.BIGINT;
        default -> Types.DECIMAL;
      };
    }
    if (type instanceof ArrowType.Timestamp timestamp) {
      return timestamp.getTimezone() == null ? Types.TIMESTAMP : Types.TIMESTAMP_WITH_TIMEZONE;
    }
    if (type instanceof ArrowType.FloatingPoint floating) {
      return switch (floating.getPrecision()) {
        case HALF, SINGLE -> Types.REAL;
        case DOUBLE -> Types.DOUBLE;
      };
    }
    if (type instanceof ArrowType.Bool) {
      return Types.BOOLEAN;
    }
    if (type instanceof ArrowType.Utf8
        || type instanceof ArrowType.LargeUtf8
        || type instanceof ArrowType.Utf8View) {
      return Types.VARCHAR;
    }
    if (type instanceof ArrowType.Binary
        || type instanceof ArrowType.LargeBinary
        || type instanceof ArrowType.BinaryView
        || type instanceof ArrowType.FixedSizeBinary) {
      return Types.VARBINARY;
    }
    if (type instanceof ArrowType.List
        || type instanceof ArrowType.LargeList
        || type instanceof ArrowType.FixedSizeList) {
      return Types.ARRAY;
    }
    return SqlTypes.getSqlTypeIdFromArrowType(type);
  }

  private static String typeName(ArrowType type, int jdbc, @Nullable Column element) {
    return switch (jdbc) {
      case Types.BOOLEAN -> "BOOLEAN";
      case Types.REAL -> "REAL";
      case Types.DOUBLE -> "DOUBLE";
      case Types.SMALLINT -> "SMALLINT";
      case Types.INTEGER -> "INTEGER";
      case Types.BIGINT -> "BIGINT";
      case Types.DECIMAL -> "DECIMAL";
      case Types.VARCHAR -> "VARCHAR";
      case Types.VARBINARY -> "VARBINARY";
      case Types.TIMESTAMP -> "TIMESTAMP";
      case Types.TIMESTAMP_WITH_TIMEZONE -> "TIMESTAMP WITH TIME ZONE";
      case Types.ARRAY -> element == null ? "ARRAY" : element.typeName() + " ARRAY";
      default -> SqlTypes.getSqlTypeNameFromArrowType(type);
    };
  }

  /** Without precision and scale, which JDBC has columns of their own for. */
  private static String bare(String typeName) {
    return typeName.replaceAll("\\s*\\([^)]*\\)", "");
  }

  private static int precision(ArrowType type, int jdbc) {
    if (type instanceof ArrowType.Decimal decimal) {
      return decimal.getPrecision();
    }
    return jdbc == Types.DECIMAL ? 20 : defaultPrecision(jdbc);
  }

  private static int defaultPrecision(int type) {
    return switch (type) {
      case Types.BOOLEAN, Types.BIT -> 1;
      case Types.TINYINT -> 3;
      case Types.SMALLINT -> 5;
      case Types.INTEGER, Types.DATE -> 10;
      case Types.BIGINT -> 19;
      case Types.REAL -> 7;
      case Types.FLOAT, Types.DOUBLE -> 15;
      case Types.TIME -> 12;
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> 23;
      default -> 0;
    };
  }

  private static int scale(ArrowType type) {
    if (type instanceof ArrowType.Decimal decimal) {
      return decimal.getScale();
    }
    if (type instanceof ArrowType.Timestamp timestamp) {
      return switch (timestamp.getUnit()) {
        case SECOND -> 0;
        case MILLISECOND -> 3;
        case MICROSECOND -> 6;
        case NANOSECOND -> 9;
      };
    }
    return 0;
  }

  private static int number(Map<String, String> metadata, String key, int fallback) {
    String text = metadata.get(KEY + key);
    return text != null && text.matches("\\d{1,9}") ? Integer.parseInt(text) : fallback;
  }
}
