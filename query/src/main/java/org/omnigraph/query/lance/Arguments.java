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
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.column.DateText;
import org.omnigraph.query.type.TruthText;

/** The values of a statement's parameters, each in the Java type of the type inferred for it. */
public final class Arguments {
  /** So much of a value stands in a message. */
  private static final int SHOWN = 100;

  private final List<@Nullable Object> values;
  private final List<Arguments> runs;

  private Arguments(List<@Nullable Object> values, List<Arguments> runs) {
    this.values = values;
    this.runs = runs;
  }

  /** For a statement without parameters. */
  public static Arguments none() {
    return new Arguments(List.of(), List.of());
  }

  /** For a plan that answers several runs of a statement at once, by {@link ArgumentRows}. */
  public static Arguments ofRuns(List<Arguments> runs) {
    return new Arguments(List.of(), List.copyOf(runs));
  }

  /** Those of each run, where there are several. */
  List<Arguments> runs() {
    return runs;
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
    return new Arguments(Collections.unmodifiableList(converted), List.of());
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
    if (value instanceof Collection<?> && type.getComponentType() == null) {
      throw new InvalidRequest(
          "parameter "
              + (index + 1)
              + " has the type "
              + type
              + " and takes one value, not a list; a list of any length is compared by x = ANY (?),"
              + " and CAST(? AS VARCHAR ARRAY) is a list");
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
              + kind(value)
              + " '"
              + shown(value)
              + "' does not fit"
              + remedy(type, value),
          e);
    }
  }

  private static String kind(Object value) {
    if (value instanceof Collection<?>) {
      return "list";
    }
    return value instanceof byte[] ? "bytes" : value.getClass().getSimpleName();
  }

  private static String shown(@Nullable Object value) {
    if (value instanceof Collection<?> items) {
      return items.stream().limit(SHOWN).map(Arguments::shown).toList().toString();
    }
    if (value instanceof byte[] bytes) {
      byte[] first = Arrays.copyOf(bytes, Math.min(bytes.length, SHOWN));
      return HexFormat.of().formatHex(first) + (bytes.length > SHOWN ? "…" : "");
    }
    String text = String.valueOf(value);
    if (text.length() <= SHOWN) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN)
        + "…";
  }

  /** A number of another type is one by a cast in the statement. */
  private static String remedy(RelDataType type, Object value) {
    String wider =
        value instanceof Double || value instanceof Float
            ? "DOUBLE"
            : value instanceof BigDecimal decimal
                ? "DECIMAL(38, " + Math.max(0, decimal.scale()) + ")"
                : value instanceof Long && type.getSqlTypeName() != SqlTypeName.BIGINT
                    ? "BIGINT"
                    : "";
    return wider.isEmpty() || !SqlTypeUtil.isExactNumeric(type)
        ? ""
        : "; write CAST(? AS " + wider + ") where it stands";
  }

  private static @Nullable Object convert(RelDataType type, Object value) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> value instanceof String text ? (Object) bool(text) : (Boolean) value;
      case TINYINT, SMALLINT, INTEGER -> (long) decimal(value).intValueExact();
      case BIGINT -> decimal(value).longValueExact();
      case DECIMAL ->
          decimal(value)
              .setScale(
                  type.getScale(),
                  type.getScale() == 0 ? RoundingMode.UNNECESSARY : RoundingMode.HALF_UP);
      case REAL, FLOAT, DOUBLE ->
          value instanceof Number number
              ? (Object) number.doubleValue()
              : Double.valueOf(value.toString());
      case CHAR, VARCHAR -> ValueText.of(value);
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
    return TruthText.value(text).orElseThrow(NumberFormatException::new);
  }

  /** A whole double is what it is, of which its text may have fewer digits. */
  private static BigDecimal decimal(Object value) {
    if ((value instanceof Double || value instanceof Float)
        && ((Number) value).doubleValue() % 1 == 0) {
      return new BigDecimal(((Number) value).doubleValue());
    }
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
    return value instanceof String text ? time(text).toLocalDate() : (LocalDate) value;
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
    return value instanceof String text ? time(text) : (LocalDateTime) value;
  }

  /** In UTC: a text with an offset is an instant, one without means UTC already. */
  private static LocalDateTime time(String text) {
    return DateText.time(text.strip())
        .orElseThrow(() -> new DateTimeException("no date and no time"));
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
