package org.omnigraph.jdbc;

import static java.util.stream.Collectors.toMap;

import java.math.BigDecimal;
import java.sql.SQLDataException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * The Arrow type in which arguments are sent: that of the value, whatever the statement compares it
 * with, since the server converts a value only where that loses nothing. Values of several types
 * are a union of these.
 */
final class ArgumentTypes {
  private static final ArrowType INTEGER = new ArrowType.Int(Integer.SIZE, true);
  private static final ArrowType LONG = new ArrowType.Int(Long.SIZE, true);
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  private static final ArrowType DATE = new ArrowType.Date(DateUnit.DAY);
  private static final int MOST_DIGITS = 38;
  private static final int BITS = 128;

  /** By scale. */
  private static final List<ArrowType> DECIMALS =
      IntStream.rangeClosed(0, MOST_DIGITS)
          .<ArrowType>mapToObj(scale -> new ArrowType.Decimal(MOST_DIGITS, scale, BITS))
          .toList();

  /** By unit. */
  private static final Map<TimeUnit, ArrowType> TIMESTAMPS =
      Arrays.stream(TimeUnit.values())
          .collect(toMap(unit -> unit, unit -> new ArrowType.Timestamp(unit, null)));

  private static final int NANOS_PER_MICRO = 1_000;
  private static final int NANOS_PER_MILLI = 1_000_000;

  /** The whole years in 32 bits of days. */
  private static final int FIRST_YEAR_OF_DATES = -5_877_640;

  private static final int LAST_YEAR_OF_DATES = 5_881_579;

  /** The whole years in 64 bits of microseconds. */
  private static final int FIRST_YEAR = -290_307;

  private static final int LAST_YEAR = 294_246;
  private static final LocalDateTime FIRST_IN_NANOSECONDS = LocalDateTime.of(1678, 1, 1, 0, 0);
  private static final LocalDateTime LAST_IN_NANOSECONDS = LocalDateTime.of(2262, 1, 1, 0, 0);

  private ArgumentTypes() {}

  /**
   * The type of a column of arguments.
   *
   * @param asked what the server expects, which decides when there are only nulls
   * @param values canonical ones ({@link ArrowValues})
   * @throws SQLDataException 22003 for a decimal with too many digits, 22008 for a time of a year
   *     that there is not, 22018 for a list where the server expects a text
   */
  static Field of(Field asked, List<@Nullable Object> values) throws SQLDataException {
    Map<ArrowType, List<Object>> byType = byType(values);
    List<Object> lists = byType.get(ArrowType.List.INSTANCE);
    if (lists != null && asked.getType() instanceof ArrowType.Utf8) {
      throw Conversions.bad(lists.get(0), "VARCHAR, which is one text; x = ANY (?) takes a list");
    }
    return byType.isEmpty() ? asked : field(asked.getName(), byType);
  }

  private static Map<ArrowType, List<Object>> byType(List<? extends @Nullable Object> values)
      throws SQLDataException {
    Map<ArrowType, List<Object>> byType = new LinkedHashMap<>();
    ArrowType before = ArrowType.Null.INSTANCE;
    List<Object> alike = new ArrayList<>();
    for (Object value : values) {
      if (value != null) {
        ArrowType type = of(value);
        if (type != before) {
          before = type;
          alike = byType.computeIfAbsent(type, own -> new ArrayList<>());
        }
        alike.add(value);
      }
    }
    return byType;
  }

  private static Field field(String name, Map<ArrowType, List<Object>> byType)
      throws SQLDataException {
    List<Field> fields = new ArrayList<>();
    for (Map.Entry<ArrowType, List<Object>> entry : byType.entrySet()) {
      String own = byType.size() == 1 ? name : "type" + fields.size();
      fields.add(field(own, entry.getKey(), entry.getValue()));
    }
    if (fields.size() == 1) {
      return fields.get(0);
    }
    int[] ids = IntStream.range(0, fields.size()).toArray();
    return new Field(name, FieldType.nullable(new ArrowType.Union(UnionMode.Dense, ids)), fields);
  }

  private static Field field(String name, ArrowType type, List<Object> values)
      throws SQLDataException {
    if (!(type instanceof ArrowType.List)) {
      return Field.nullable(name, type);
    }
    List<@Nullable Object> elements = new ArrayList<>();
    for (Object list : values) {
      elements.addAll((List<?>) list);
    }
    return new Field(name, FieldType.nullable(type), List.of(element(elements)));
  }

  private static Field element(List<@Nullable Object> elements) throws SQLDataException {
    Map<ArrowType, List<Object>> byType = byType(elements);
    if (byType.isEmpty()) {
      return Field.nullable(ListVector.DATA_VECTOR_NAME, ArrowType.Utf8.INSTANCE);
    }
    if (byType.size() > 1) {
      for (ArrowType common : List.of(LONG, DOUBLE)) {
        if (elements.stream().allMatch(element -> element == null || holds(common, element))) {
          return Field.nullable(ListVector.DATA_VECTOR_NAME, common);
        }
      }
    }
    return field(ListVector.DATA_VECTOR_NAME, byType);
  }

  /** The elements of a list have one type, where a type of numbers holds them without loss. */
  private static boolean holds(ArrowType type, Object value) {
    return type.equals(LONG)
        ? value instanceof Integer || value instanceof Long
        : value instanceof Number number && isDouble(number);
  }

  /** The type of one canonical value; that of a list says nothing of its elements. */
  static ArrowType of(Object value) throws SQLDataException {
    if (value instanceof Integer) {
      return INTEGER;
    }
    if (value instanceof Long) {
      return LONG;
    }
    if (value instanceof Boolean) {
      return ArrowType.Bool.INSTANCE;
    }
    if (value instanceof Float) {
      return FLOAT;
    }
    if (value instanceof Double) {
      return DOUBLE;
    }
    if (value instanceof BigDecimal decimal) {
      return decimal(decimal);
    }
    if (value instanceof byte[]) {
      return ArrowType.Binary.INSTANCE;
    }
    if (value instanceof LocalDate date) {
      requireYear(date.getYear(), FIRST_YEAR_OF_DATES, LAST_YEAR_OF_DATES, date);
      return DATE;
    }
    if (value instanceof LocalDateTime time) {
      requireYear(time.getYear(), FIRST_YEAR, LAST_YEAR, time);
      return Objects.requireNonNull(TIMESTAMPS.get(unit(time)));
    }
    return value instanceof List<?> ? ArrowType.List.INSTANCE : ArrowType.Utf8.INSTANCE;
  }

  private static void requireYear(int year, int first, int last, Object time)
      throws SQLDataException {
    if (year < first || year > last) {
      throw new SQLDataException(
          time
              + " is out of the range of "
              + (time instanceof LocalDate ? "a date" : "a timestamp")
              + ", whose years go from "
              + first
              + " to "
              + last
              + "; those that a graph holds go from 1 to 9999",
          SqlState.TIME_OUT_OF_RANGE);
    }
  }

  /**
   * A decimal, or the double that is the very same number: {@code new BigDecimal(0.1)} has more
   * digits than a decimal.
   */
  private static ArrowType decimal(BigDecimal value) throws SQLDataException {
    int scale = Math.max(0, value.scale());
    int digits = Math.max(value.precision() - value.scale() + scale, scale);
    if (digits <= MOST_DIGITS) {
      return DECIMALS.get(scale);
    }
    if (isDouble(value)) {
      return DOUBLE;
    }
    throw new SQLDataException(
        "the number "
            + value
            + " has more than the "
            + MOST_DIGITS
            + " digits of a decimal; round it, or bind a double",
        SqlState.OUT_OF_RANGE);
  }

  private static boolean isDouble(Number value) {
    double rounded = value.doubleValue();
    return value instanceof Double
        || value instanceof Float
        || (Double.isFinite(rounded)
            && new BigDecimal(rounded).compareTo(new BigDecimal(value.toString())) == 0);
  }

  /**
   * The coarsest unit that holds the time; in years that 64 bits of nanoseconds do not reach, what
   * is below a microsecond is cut off.
   */
  private static TimeUnit unit(LocalDateTime time) {
    int nanos = time.get(ChronoField.NANO_OF_SECOND);
    if (nanos % NANOS_PER_MILLI == 0) {
      return TimeUnit.MILLISECOND;
    }
    boolean fits = time.isAfter(FIRST_IN_NANOSECONDS) && time.isBefore(LAST_IN_NANOSECONDS);
    return nanos % NANOS_PER_MICRO == 0 || !fits ? TimeUnit.MICROSECOND : TimeUnit.NANOSECOND;
  }
}
