package org.omnigraph.query.lance;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;

/** The values of a statement's parameters, each in the Java type of the type inferred for it. */
public final class Arguments {
  private final List<@Nullable Object> values;

  private Arguments(List<@Nullable Object> values) {
    this.values = values;
  }

  /** For a statement without parameters. */
  public static Arguments none() {
    return new Arguments(List.of());
  }

  /**
   * Checks and converts values.
   *
   * @param types the inferred type of each parameter
   * @throws InvalidRequest when there are too few or too many, or one does not fit its type
   */
  public static Arguments of(List<RelDataType> types, List<@Nullable Object> values) {
    if (types.size() != values.size()) {
      throw new InvalidRequest(
          "the statement has " + types.size() + " parameters, " + values.size() + " were given");
    }
    List<@Nullable Object> converted = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      converted.add(convert(i, types.get(i), values.get(i)));
    }
    return new Arguments(Collections.unmodifiableList(converted));
  }

  /**
   * The value of a parameter: Boolean, Long (integers), BigDecimal, Double, String, byte[],
   * LocalDate, LocalTime, LocalDateTime (timestamps, in UTC), List, or null.
   */
  public @Nullable Object value(int index) {
    return values.get(index);
  }

  private static @Nullable Object convert(int index, RelDataType type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    try {
      return convert(type, value);
    } catch (ArithmeticException
        | DateTimeException
        | NumberFormatException
        | ClassCastException e) {
      throw new InvalidRequest(
          "parameter "
              + (index + 1)
              + " has the type "
              + type
              + "; the "
              + value.getClass().getSimpleName()
              + " '"
              + value
              + "' does not fit",
          e);
    }
  }

  private static @Nullable Object convert(RelDataType type, Object value) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> value instanceof String text ? (Object) bool(text) : (Boolean) value;
      case TINYINT, SMALLINT, INTEGER -> (long) decimal(value).intValueExact();
      case BIGINT -> decimal(value).longValueExact();
      case DECIMAL -> decimal(value).setScale(type.getScale(), RoundingMode.HALF_UP);
      case REAL, FLOAT, DOUBLE ->
          value instanceof Number number
              ? (Object) number.doubleValue()
              : Double.valueOf(value.toString());
      case CHAR, VARCHAR -> value instanceof byte[] ? fail() : value.toString();
      case BINARY, VARBINARY -> (byte[]) value;
      case DATE -> date(value);
      case TIME -> value instanceof String text ? LocalTime.parse(text) : (LocalTime) value;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
          timestamp(value)
              .truncatedTo(type.getPrecision() <= 3 ? ChronoUnit.MILLIS : ChronoUnit.MICROS);
      case ARRAY -> list(type, (List<?>) value);
      case NULL -> null;
      default -> fail();
    };
  }

  private static Object fail() {
    throw new ClassCastException();
  }

  private static Boolean bool(String text) {
    if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new NumberFormatException();
    }
    return Boolean.valueOf(text);
  }

  private static BigDecimal decimal(Object value) {
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (value instanceof Boolean) {
      throw new ClassCastException();
    }
    return value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString().strip());
  }

  private static LocalDate date(Object value) {
    if (value instanceof LocalDateTime timestamp) {
      return timestamp.toLocalDate();
    }
    return value instanceof String text ? LocalDate.parse(text.strip()) : (LocalDate) value;
  }

  private static LocalDateTime timestamp(Object value) {
    if (value instanceof LocalDate date) {
      return date.atStartOfDay();
    }
    if (value instanceof Instant instant) {
      return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
    if (value instanceof ZonedDateTime zoned) {
      return zoned.withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }
    if (value instanceof String text) {
      String iso = text.strip().replace(' ', 'T');
      return iso.indexOf('T') < 0 ? LocalDate.parse(iso).atStartOfDay() : LocalDateTime.parse(iso);
    }
    return (LocalDateTime) value;
  }

  private static List<@Nullable Object> list(RelDataType type, List<?> values) {
    RelDataType component = type.getComponentType();
    if (component == null) {
      throw new ClassCastException();
    }
    List<@Nullable Object> converted = new ArrayList<>();
    for (Object value : values) {
      converted.add(value == null ? null : convert(component, value));
    }
    return Collections.unmodifiableList(converted);
  }
}
