package org.omnigraph.query.type;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.column.DateText;

/** The SQL types of Java values. */
public final class ValueTypes {
  private static final int MILLISECONDS = 3;
  private static final int MICROSECONDS = 6;
  private static final int LAST_YEAR = 9999;

  /** Digits before the point that a decimal has at least, so that few plans serve most values. */
  private static final int WHOLE_DIGITS = 18;

  private ValueTypes() {}

  /**
   * The type of each column of rows of arguments: that of its first value that is not null, and for
   * numbers one that holds all of them.
   *
   * @param rows of the same length
   * @return one type a column, null where no value says one
   */
  public static List<@Nullable RelDataType> ofColumns(List<List<@Nullable Object>> rows) {
    List<@Nullable RelDataType> types = new ArrayList<>();
    int columns = rows.isEmpty() ? 0 : rows.get(0).size();
    for (int i = 0; i < columns; i++) {
      int column = i;
      Iterable<@Nullable Object> values =
          () ->
              rows.stream()
                  .<@Nullable Object>map(row -> column < row.size() ? row.get(column) : null)
                  .iterator();
      types.add(ofAll(values));
    }
    return Collections.unmodifiableList(types);
  }

  private static @Nullable RelDataType ofAll(Iterable<? extends @Nullable Object> values) {
    RelDataType type = null;
    boolean isExact = false;
    for (Object value : values) {
      if (value != null && (type == null || !covers(type, value))) {
        type = wider(type, of(value));
      }
      isExact |= value != null && !isDouble(value);
    }
    return type != null && isExact && SqlTypeUtil.isApproximateNumeric(type)
        ? ofMixed(type, values)
        : type;
  }

  /** Doubles, unless another number beside them has more digits than a double: then decimals. */
  private static RelDataType ofMixed(
      RelDataType doubles, Iterable<? extends @Nullable Object> values) {
    int whole = WHOLE_DIGITS;
    int scale = 0;
    boolean areDoubles = true;
    for (Object value : values) {
      if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
        BigDecimal decimal = new BigDecimal(number.toString()).stripTrailingZeros();
        areDoubles &=
            new BigDecimal(number.doubleValue()).compareTo(decimal) == 0 || isDouble(value);
        scale = Math.max(scale, decimal.scale());
        whole = Math.max(whole, decimal.precision() - decimal.scale());
      }
    }
    if (areDoubles) {
      return doubles;
    }
    if (whole + scale > SqlTypeSystem.DECIMAL_DIGITS) {
      throw new InvalidRequest(
          "the values of one parameter are doubles and numbers of more digits than a double has,"
              + " and no DECIMAL holds all of them; bind values of one type together");
    }
    return SqlTypes.factory().createSqlType(SqlTypeName.DECIMAL, whole + scale, scale);
  }

  private static boolean isDouble(Object value) {
    return value instanceof Double || value instanceof Float;
  }

  /** Whether a type among numbers or times holds another one; anything else is what it is. */
  private static boolean covers(RelDataType type, Object value) {
    if (isTime(value)) {
      return type.getSqlTypeName() != SqlTypeName.DATE;
    }
    if (value instanceof BigDecimal decimal) {
      return type.getSqlTypeName() == SqlTypeName.DECIMAL
          && type.getScale() >= decimal.scale()
          && type.getPrecision() - type.getScale() >= decimal.precision() - decimal.scale();
    }
    return !(value instanceof Number || value instanceof List)
        || type.getSqlTypeName() == simple(value);
  }

  private static @Nullable RelDataType wider(
      @Nullable RelDataType type, @Nullable RelDataType other) {
    if (type == null || other == null) {
      return type == null ? other : type;
    }
    RelDataType item = type.getComponentType();
    RelDataType otherItem = other.getComponentType();
    if (item != null && otherItem != null) {
      return listOf(Objects.requireNonNull(wider(item, otherItem)));
    }
    if (type.getSqlTypeName() == SqlTypeName.DATE
        && other.getSqlTypeName() == SqlTypeName.TIMESTAMP) {
      return other;
    }
    RelDataType both =
        SqlTypeUtil.isNumeric(type) && SqlTypeUtil.isNumeric(other)
            ? SqlTypes.factory().leastRestrictive(List.of(type, other))
            : null;
    return both == null ? type : both;
  }

  private static RelDataType listOf(RelDataType item) {
    return SqlTypes.factory().createArrayType(item, -1);
  }

  /**
   * Whether every value among rows of arguments is one of its parameter's type, without a loss: a
   * plan for the type of the value compares and casts it as it is otherwise.
   */
  public static boolean fit(List<RelDataType> types, List<List<@Nullable Object>> rows) {
    for (List<@Nullable Object> row : rows) {
      for (int i = 0; i < Math.min(types.size(), row.size()); i++) {
        Object value = row.get(i);
        if (value != null && !fits(types.get(i), value)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean fits(RelDataType type, Object value) {
    RelDataType item = type.getComponentType();
    if (value instanceof List<?> list) {
      return item == null || list.stream().allMatch(each -> each == null || fits(item, each));
    }
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> isWhole(type.getSqlTypeName(), value);
      case DECIMAL -> value instanceof Number number ? holds(type, number) : isText(value);
      case REAL, FLOAT, DOUBLE -> value instanceof Number || isText(value);
      case BOOLEAN ->
          value instanceof Boolean
              || (value instanceof String text && TruthText.value(text).isPresent());
      case DATE ->
          value instanceof String text
              ? isOfYear(DateText.time(text.strip()))
              : !isTime(value) || isMidnight(value);
      case TIMESTAMP ->
          value instanceof String text
              ? isOfYear(DateText.time(text.strip()).filter(time -> holds(type, time)))
              : !(value instanceof LocalDateTime time) || holds(type, time);
      case CHAR, VARCHAR -> !(value instanceof byte[] || value instanceof Float);
      default -> true;
    };
  }

  private static boolean holds(RelDataType type, LocalDateTime time) {
    return type.getPrecision() > MILLISECONDS || time.truncatedTo(ChronoUnit.MILLIS).equals(time);
  }

  /** Whether a time is of a year that there is; {@code TRY_CAST} gives null for any other. */
  private static boolean isOfYear(Optional<LocalDateTime> time) {
    return time.filter(found -> found.getYear() >= 1 && found.getYear() <= LAST_YEAR).isPresent();
  }

  private static boolean isWhole(SqlTypeName type, Object value) {
    if (value instanceof String text) {
      return isText(text) && isWhole(type, new BigDecimal(text.strip()));
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.stripTrailingZeros().scale() <= 0 && isWhole(type, decimal.toBigInteger());
    }
    return switch (type) {
      case TINYINT -> bits(value) < Byte.SIZE;
      case SMALLINT -> bits(value) < Short.SIZE;
      case INTEGER -> bits(value) < Integer.SIZE;
      default -> bits(value) < Long.SIZE;
    };
  }

  /** Bits of a whole number beside its sign, and more than any has where it is none. */
  private static int bits(Object value) {
    if (value instanceof BigInteger integer) {
      return integer.bitLength();
    }
    boolean isWhole =
        value instanceof Long
            || value instanceof Integer
            || value instanceof Short
            || value instanceof Byte;
    return isWhole
        ? BigInteger.valueOf(((Number) value).longValue()).bitLength()
        : Integer.MAX_VALUE;
  }

  /** Whether a text is a number. */
  private static boolean isText(Object value) {
    try {
      return value instanceof String text && Double.isFinite(Double.parseDouble(text.strip()));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean holds(RelDataType type, Number number) {
    if (!Double.isFinite(number.doubleValue())) {
      return false;
    }
    BigDecimal plain = new BigDecimal(number.toString()).stripTrailingZeros();
    return plain.scale() <= type.getScale()
        && plain.precision() - plain.scale() <= type.getPrecision() - type.getScale();
  }

  private static boolean isTime(Object value) {
    return value instanceof LocalDateTime
        || value instanceof Instant
        || value instanceof ZonedDateTime;
  }

  private static boolean isMidnight(Object value) {
    return value instanceof LocalDateTime time && time.toLocalTime().equals(LocalTime.MIDNIGHT);
  }

  /** The type of a value; null when SQL has none for it. */
  static @Nullable RelDataType of(Object value) {
    if (value instanceof List<?> list) {
      RelDataType item = ofAll(list);
      return item == null ? null : listOf(item);
    }
    if (value instanceof BigDecimal decimal) {
      requireDigits(decimal);
      int scale = Math.max(decimal.scale(), 0);
      int whole = Math.max(decimal.precision() - decimal.scale(), WHOLE_DIGITS);
      return SqlTypes.factory()
          .createSqlType(
              SqlTypeName.DECIMAL, Math.min(whole + scale, SqlTypeSystem.DECIMAL_DIGITS), scale);
    }
    if (isTime(value)) {
      return SqlTypes.factory().createSqlType(SqlTypeName.TIMESTAMP, MICROSECONDS);
    }
    SqlTypeName simple = simple(value);
    return simple == null ? null : SqlTypes.factory().createSqlType(simple);
  }

  private static void requireDigits(BigDecimal decimal) {
    int digits = Math.max(decimal.scale(), 0) + Math.max(decimal.precision() - decimal.scale(), 0);
    if (digits > SqlTypeSystem.DECIMAL_DIGITS) {
      throw new InvalidRequest(
          "a bound decimal has "
              + SqlTypeSystem.DECIMAL_DIGITS
              + " digits at most, and '"
              + decimal
              + "' has "
              + digits
              + "; bind it as a double or a text");
    }
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
