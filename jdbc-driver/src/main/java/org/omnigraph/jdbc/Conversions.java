package org.omnigraph.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import org.jspecify.annotations.Nullable;

/**
 * From the canonical value to what a getter or a parameter wants.
 *
 * <p>A timestamp of the server is a wall clock in UTC. The {@code java.time} types carry it
 * exactly. {@code java.sql.Timestamp}, which is an instant, takes the same wall clock in the
 * connection's zone, so that it prints the digits that SQL shows; in a zone with summer time an
 * hour a year has no such instant, and with the zone UTC it is the exact instant. {@code
 * java.sql.Date} and {@code Time} are no instants but what they print, in the zone of the JVM.
 */
final class Conversions {
  private static final DateTimeFormatter TIMESTAMP_TEXT =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);
  private static final DateTimeFormatter TIME_TEXT =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private static final BigDecimal PAST_LONG = BigDecimal.TEN.pow(19);

  /** Texts with an exponent may be numbers whose digits fill the memory. */
  private static final int MOST_DIGITS = 100_000;

  private Conversions() {}

  static String text(Object value) {
    if (value instanceof LocalDateTime time) {
      return TIMESTAMP_TEXT.format(time);
    }
    if (value instanceof OffsetDateTime time) {
      return TIMESTAMP_TEXT.format(time) + time.getOffset();
    }
    if (value instanceof LocalTime time) {
      return TIME_TEXT.format(time);
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof List<?> list) {
      return list.stream()
          .map(e -> e == null ? "null" : text(e))
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> textOrNull(e.getKey()) + "=" + textOrNull(e.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return value.toString();
  }

  static boolean bool(Object value) throws SQLException {
    if (value instanceof Boolean b) {
      return b;
    }
    if (value instanceof Number n) {
      return decimal(n).signum() != 0;
    }
    if (value instanceof String s) {
      return switch (s.trim().toLowerCase(Locale.ROOT)) {
        case "true", "t", "1", "yes", "y" -> true;
        case "false", "f", "0", "no", "n" -> false;
        default -> throw bad(value, "BOOLEAN");
      };
    }
    throw bad(value, "BOOLEAN");
  }

  /** A whole number within bounds; a fraction is cut off, as JDBC has it. */
  static long integer(Object value, long min, long max, String type) throws SQLException {
    long result;
    if (value instanceof Integer || value instanceof Long || value instanceof Short) {
      result = ((Number) value).longValue();
    } else {
      BigDecimal exact = decimal(value, type);
      if (exact.compareTo(PAST_LONG) >= 0 || exact.compareTo(PAST_LONG.negate()) <= 0) {
        throw outOfRange(value, type);
      }
      BigInteger integer = bigInteger(exact);
      if (integer.bitLength() >= Long.SIZE) {
        throw outOfRange(value, type);
      }
      result = integer.longValue();
    }
    if (result < min || result > max) {
      throw outOfRange(value, type);
    }
    return result;
  }

  /** Whether a number, or the text of one, is neither infinite nor none. */
  private static boolean isFinite(Object value) {
    if (value instanceof Double || value instanceof Float) {
      return Double.isFinite(((Number) value).doubleValue());
    }
    return !(value instanceof String text) || text.chars().anyMatch(Character::isDigit);
  }

  static double floating(Object value) throws SQLException {
    return finite(value, unbounded(value), "DOUBLE");
  }

  static float real(Object value) throws SQLException {
    return (float) finite(value, (float) unbounded(value), "REAL");
  }

  /** A number that is finite stays so. */
  private static double finite(Object value, double number, String type) throws SQLException {
    if (Double.isInfinite(number) && isFinite(value)) {
      throw outOfRange(value, type);
    }
    return number;
  }

  private static double unbounded(Object value) throws SQLException {
    if (value instanceof Number n) {
      return n.doubleValue();
    }
    if (value instanceof String s) {
      try {
        return Double.parseDouble(s.trim());
      } catch (NumberFormatException e) {
        throw bad(value, "DOUBLE");
      }
    }
    return decimal(value).doubleValue();
  }

  static BigDecimal decimal(Object value) throws SQLException {
    return decimal(value, "DECIMAL");
  }

  /**
   * @param wanted what is read at last, for messages
   */
  static BigDecimal decimal(Object value, String wanted) throws SQLException {
    if (value instanceof BigDecimal d) {
      return d;
    }
    if (value instanceof BigInteger i) {
      return new BigDecimal(i);
    }
    if (value instanceof Double || value instanceof Float) {
      double d = ((Number) value).doubleValue();
      if (Double.isNaN(d) || Double.isInfinite(d)) {
        throw outOfRange(value, wanted);
      }
      return new BigDecimal(value.toString());
    }
    if (value instanceof Number n) {
      return BigDecimal.valueOf(n.longValue());
    }
    if (value instanceof Boolean b) {
      return b ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof String s) {
      try {
        return new BigDecimal(s.trim());
      } catch (NumberFormatException e) {
        throw bad(value, wanted);
      }
    }
    throw bad(value, wanted);
  }

  /** Rounded to so many digits behind the point. */
  static BigDecimal scaled(BigDecimal value, int scale) throws SQLException {
    long digits = (long) value.precision() - value.scale() + scale;
    if (value.signum() != 0 && digits > MOST_DIGITS) {
      throw outOfRange(value, "DECIMAL");
    }
    return (digits < 0 ? BigDecimal.ZERO : value).setScale(scale, RoundingMode.HALF_UP);
  }

  /** A fraction is cut off. */
  private static BigInteger bigInteger(BigDecimal value) throws SQLException {
    if (value.abs().compareTo(BigDecimal.ONE) < 0) {
      return BigInteger.ZERO;
    }
    if ((long) value.precision() - value.scale() > MOST_DIGITS) {
      throw outOfRange(value, "DECIMAL");
    }
    return value.toBigInteger();
  }

  static byte[] bytes(Object value) throws SQLException {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof String s) {
      return s.getBytes(StandardCharsets.UTF_8);
    }
    throw bad(value, "VARBINARY");
  }

  static LocalDate localDate(Object value) throws SQLException {
    if (value instanceof LocalDate date) {
      return date;
    }
    if (value instanceof String s && s.trim().length() == 10) {
      try {
        return LocalDate.parse(s.trim());
      } catch (DateTimeException e) {
        throw bad(value, "DATE");
      }
    }
    return localDateTime(value).toLocalDate();
  }

  static LocalTime localTime(Object value) throws SQLException {
    if (value instanceof LocalTime time) {
      return time;
    }
    if (value instanceof String s && s.indexOf('-') < 0) {
      try {
        return LocalTime.parse(s.trim());
      } catch (DateTimeException e) {
        throw bad(value, "TIME");
      }
    }
    return localDateTime(value).toLocalTime();
  }

  static LocalDateTime localDateTime(Object value) throws SQLException {
    if (value instanceof LocalDateTime time) {
      return time;
    }
    if (value instanceof OffsetDateTime time) {
      return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }
    if (value instanceof LocalDate date) {
      return date.atStartOfDay();
    }
    if (value instanceof String s) {
      String text = s.trim().replace(' ', 'T');
      try {
        return text.length() == 10
            ? LocalDate.parse(text).atStartOfDay()
            : text.endsWith("Z")
                ? LocalDateTime.ofInstant(Instant.parse(text), ZoneOffset.UTC)
                : LocalDateTime.parse(text);
      } catch (DateTimeException e) {
        throw bad(value, "TIMESTAMP");
      }
    }
    throw bad(value, "TIMESTAMP");
  }

  static Timestamp timestamp(Object value, ZoneId zone) throws SQLException {
    if (value instanceof OffsetDateTime time) {
      return Timestamp.from(time.toInstant());
    }
    LocalDateTime time = localDateTime(value);
    Timestamp timestamp = new Timestamp(HybridCalendar.millis(time, zone));
    timestamp.setNanos(time.get(ChronoField.NANO_OF_SECOND));
    return timestamp;
  }

  static Date date(Object value) throws SQLException {
    return date(value, ZoneId.systemDefault());
  }

  static Date date(Object value, ZoneId zone) throws SQLException {
    return new Date(HybridCalendar.millis(localDate(value).atStartOfDay(), zone));
  }

  static Time time(Object value) throws SQLException {
    return time(value, ZoneId.systemDefault());
  }

  static Time time(Object value, ZoneId zone) throws SQLException {
    return new Time(
        localTime(value).atDate(LocalDate.EPOCH).atZone(zone).toInstant().toEpochMilli());
  }

  /** What {@code getObject} without a class returns. */
  static Object object(Object value, Column column, ZoneId zone) throws SQLException {
    if (value instanceof LocalDate) {
      return date(value);
    }
    if (value instanceof LocalDateTime) {
      return timestamp(value, zone);
    }
    if (value instanceof LocalTime) {
      return time(value);
    }
    if (value instanceof List<?>) {
      return array(value, column, zone);
    }
    return value;
  }

  static OmniGraphArray array(Object value, Column column, ZoneId zone) throws SQLException {
    if (value instanceof List<?> list) {
      Column element = column.element();
      return new OmniGraphArray(list, element == null ? Column.text("element") : element, zone);
    }
    throw bad(value, "ARRAY");
  }

  /** What {@code getObject} with a class returns. */
  static Object as(Object value, Class<?> wanted, Column column, ZoneId zone) throws SQLException {
    if (wanted == String.class) {
      return text(value);
    }
    if (wanted == Boolean.class) {
      return bool(value);
    }
    if (wanted == Byte.class) {
      return (byte) integer(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
    }
    if (wanted == Short.class) {
      return (short) integer(value, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
    }
    if (wanted == Integer.class) {
      return (int) integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
    }
    if (wanted == Long.class) {
      return integer(value, Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT");
    }
    if (wanted == Float.class) {
      return real(value);
    }
    if (wanted == Double.class) {
      return floating(value);
    }
    if (wanted == BigDecimal.class) {
      return decimal(value);
    }
    if (wanted == BigInteger.class) {
      return bigInteger(decimal(value));
    }
    if (wanted == byte[].class) {
      return bytes(value);
    }
    if (wanted == Array.class) {
      return array(value, column, zone);
    }
    if (wanted == URL.class) {
      return url(value);
    }
    if (wanted == UUID.class) {
      return uuid(value);
    }
    if (wanted == Blob.class) {
      return new SerialBlob(bytes(value));
    }
    if (wanted == Clob.class) {
      return new SerialClob(text(value).toCharArray());
    }
    Object time = temporal(value, wanted, zone);
    if (time != null) {
      return time;
    }
    Object plain = object(value, column, zone);
    if (wanted.isInstance(plain)) {
      return plain;
    }
    if (wanted.isInstance(value)) {
      return value;
    }
    throw bad(value, wanted.getName());
  }

  private static UUID uuid(Object value) throws SQLException {
    try {
      return UUID.fromString(text(value).trim());
    } catch (IllegalArgumentException e) {
      throw bad(value, "UUID");
    }
  }

  static URL url(Object value) throws SQLException {
    try {
      return new URL(text(value));
    } catch (MalformedURLException e) {
      throw bad(value, "URL");
    }
  }

  private static @Nullable Object temporal(Object value, Class<?> wanted, ZoneId zone)
      throws SQLException {
    if (wanted == LocalDate.class) {
      return localDate(value);
    }
    if (wanted == LocalTime.class) {
      return localTime(value);
    }
    if (wanted == LocalDateTime.class) {
      return localDateTime(value);
    }
    if (wanted == OffsetDateTime.class) {
      return value instanceof OffsetDateTime
          ? value
          : localDateTime(value).atOffset(ZoneOffset.UTC);
    }
    if (wanted == ZonedDateTime.class) {
      return localDateTime(value).atZone(ZoneOffset.UTC);
    }
    if (wanted == Instant.class) {
      return localDateTime(value).toInstant(ZoneOffset.UTC);
    }
    if (wanted == Date.class) {
      return date(value);
    }
    if (wanted == Time.class) {
      return time(value);
    }
    if (wanted == Timestamp.class || wanted == java.util.Date.class) {
      return timestamp(value, zone);
    }
    return null;
  }

  private static String textOrNull(@Nullable Object value) {
    return value == null ? "null" : text(value);
  }

  static SQLDataException bad(Object value, String wanted) {
    return new SQLDataException("cannot read " + shown(value) + " as " + wanted, SqlState.BAD_CAST);
  }

  static SQLDataException outOfRange(Object value, String wanted) {
    return new SQLDataException(
        shown(value) + " is out of the range of " + wanted, SqlState.OUT_OF_RANGE);
  }

  private static String shown(Object value) {
    String text = value instanceof BigDecimal ? value.toString() : text(value);
    String cut = text.length() <= 40 ? text : text.substring(0, 40) + "...";
    return value.getClass().getSimpleName() + " '" + cut + "'";
  }
}
