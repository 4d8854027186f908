package org.omnigraph.query.kernel;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.query.type.LiteralNumber;
import org.omnigraph.query.type.SqlTypes;

/** Writes values as DuckDB SQL, each of exactly one type. */
final class Literals {
  /** DuckDB counts days in 32 bits, and microseconds in 64. */
  private static final int MOST_YEARS_OF_DATES = 5_800_000;

  private static final int MOST_YEARS_OF_TIMES = 290_000;
  private static final LocalDateTime EPOCH = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);

  private Literals() {}

  /** Text, in which no character can end the literal or start anything else. */
  static String text(String value) {
    StringBuilder parts = new StringBuilder();
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ') {
        append(parts, "'" + plain + "'");
        append(parts, "chr(" + (int) c + ")");
        plain.setLength(0);
      } else {
        plain.append(c == '\'' ? "''" : c);
      }
    }
    append(parts, "'" + plain + "'");
    return parts.indexOf("||") < 0 ? parts.toString() : "(" + parts + ")";
  }

  private static void append(StringBuilder parts, String part) {
    if (parts.length() > 0 && part.equals("''")) {
      return;
    }
    if (parts.length() > 0) {
      parts.append(" || ");
    }
    parts.append(part);
  }

  private static String cast(String value, RelDataType type) {
    return "CAST(" + value + " AS " + SqlTypes.kernelType(type) + ")";
  }

  static String nullOf(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case NULL, UNKNOWN, ANY -> "NULL";
      default -> cast("NULL", type);
    };
  }

  /** A literal of a plan. */
  static String literal(RexLiteral literal) {
    RelDataType type = literal.getType();
    if (literal.isNull()) {
      return nullOf(type);
    }
    if (SqlTypeUtil.isInterval(type)) {
      return interval(literal);
    }
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> String.valueOf(literal.getValueAs(Boolean.class));
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
          cast(number(literal).toPlainString(), type);
      case REAL, FLOAT, DOUBLE -> cast("'" + number(literal) + "'", type);
      case CHAR, VARCHAR -> text(value(literal, String.class));
      case BINARY, VARBINARY -> bytes(value(literal, ByteString.class).getBytes());
      case DATE -> "DATE '" + value(literal, DateString.class) + "'";
      case TIME -> "TIME '" + value(literal, TimeString.class) + "'";
      case TIMESTAMP -> "TIMESTAMP '" + value(literal, TimestampString.class) + "'";
      default -> throw new Unsupported("a literal of type " + type + " is not done here");
    };
  }

  private static BigDecimal number(RexLiteral literal) {
    return Objects.requireNonNull(LiteralNumber.of(literal));
  }

  private static <T> T value(RexLiteral literal, Class<T> type) {
    return Objects.requireNonNull(literal.getValueAs(type));
  }

  private static String interval(RexLiteral literal) {
    BigDecimal amount = number(literal);
    return switch (literal.getType().getSqlTypeName()) {
      case INTERVAL_YEAR, INTERVAL_YEAR_MONTH, INTERVAL_MONTH ->
          "to_months(" + amount.intValueExact() + ")";
      default -> "to_milliseconds(" + amount.toPlainString() + ")";
    };
  }

  private static String bytes(byte[] value) {
    return "unhex('" + HexFormat.of().formatHex(value) + "')";
  }

  /** The value of a parameter, as {@code Arguments} holds it. */
  static String value(@Nullable Object value, RelDataType type) {
    if (value == null) {
      return nullOf(type);
    }
    if (value instanceof String text) {
      return text(text);
    }
    if (value instanceof byte[] bytes) {
      return bytes(bytes);
    }
    if (value instanceof List<?> list) {
      RelDataType component = Objects.requireNonNull(type.getComponentType());
      return cast(
          list.stream().map(v -> value(v, component)).collect(Collectors.joining(", ", "[", "]")),
          type);
    }
    if (value instanceof BigDecimal decimal) {
      return cast(decimal.toPlainString(), type);
    }
    if (value instanceof LocalDate date && !isPlain(date)) {
      return date(date);
    }
    if (value instanceof LocalDateTime time && !isPlain(time.toLocalDate())) {
      return time(time);
    }
    return cast("'" + value + "'", type);
  }

  /** Whether DuckDB reads a date as Java writes it. */
  private static boolean isPlain(LocalDate date) {
    return date.getYear() >= 1 && date.getYear() <= 9999;
  }

  /** A date of a year with a sign, which is only compared; one that DuckDB lacks is its last. */
  private static String date(LocalDate date) {
    return Math.abs(date.getYear()) > MOST_YEARS_OF_DATES
        ? "CAST('" + infinity(date) + "' AS DATE)"
        : "(DATE '1970-01-01' + CAST(" + date.toEpochDay() + " AS INTEGER))";
  }

  private static String time(LocalDateTime time) {
    return Math.abs(time.getYear()) > MOST_YEARS_OF_TIMES
        ? "CAST('" + infinity(time.toLocalDate()) + "' AS TIMESTAMP)"
        : "make_timestamp(CAST(" + ChronoUnit.MICROS.between(EPOCH, time) + " AS BIGINT))";
  }

  private static String infinity(LocalDate date) {
    return date.getYear() < 0 ? "-infinity" : "infinity";
  }

  static String now(LocalDateTime now, RelDataType type) {
    return cast("TIMESTAMP '" + now + "'", type);
  }
}
