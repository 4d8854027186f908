package org.omnigraph.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** From what a caller gives as a parameter to the canonical value ({@link ArrowValues}). */
final class ParameterValues {
  private ParameterValues() {}

  /**
   * @param zone the zone in which a {@code java.sql.Timestamp} or {@code java.util.Date} is read
   * @throws SQLException 22018 naming a class that is no value here, 22008 for an instant that no
   *     calendar has
   */
  static @Nullable Object canonical(@Nullable Object x, ZoneId zone) throws SQLException {
    if (x == null
        || x instanceof String
        || x instanceof Boolean
        || x instanceof Integer
        || x instanceof Long
        || x instanceof Float
        || x instanceof Double
        || x instanceof BigDecimal
        || x instanceof byte[]
        || x instanceof LocalDate
        || x instanceof LocalTime
        || x instanceof LocalDateTime) {
      return x;
    }
    if (x instanceof Byte || x instanceof Short) {
      return ((Number) x).intValue();
    }
    if (x instanceof BigInteger number) {
      return new BigDecimal(number);
    }
    Object time = calendarTime(x, zone);
    if (time != null) {
      return time;
    }
    if (x instanceof UUID || x instanceof Character || x instanceof Enum<?>) {
      return x.toString();
    }
    return large(x, zone);
  }

  static LocalDate day(Date date, ZoneId zone) {
    return HybridCalendar.time(date.getTime(), zone).toLocalDate();
  }

  static LocalTime timeOfDay(Time time, ZoneId zone) {
    return Instant.ofEpochMilli(time.getTime()).atZone(zone).toLocalTime();
  }

  private static @Nullable Object calendarTime(Object x, ZoneId zone) throws SQLDataException {
    try {
      return time(x, zone);
    } catch (DateTimeException e) {
      throw new SQLDataException(
          x
              + " is out of the range of a timestamp; those that a graph holds are of years 1 to 9999",
          SqlState.TIME_OUT_OF_RANGE,
          e);
    }
  }

  /** A failure that says of which parameter it is. */
  static SQLDataException named(int parameter, SQLDataException e) {
    return new SQLDataException(
        "parameter " + parameter + ": " + e.getMessage(), e.getSQLState(), e);
  }

  private static @Nullable Object time(Object x, ZoneId zone) {
    if (x instanceof Date date) {
      return day(date, ZoneId.systemDefault());
    }
    if (x instanceof Time time) {
      return timeOfDay(time, ZoneId.systemDefault());
    }
    if (x instanceof Timestamp timestamp) {
      return HybridCalendar.time(timestamp.getTime(), zone).withNano(timestamp.getNanos());
    }
    if (x instanceof java.util.Date date) {
      return HybridCalendar.time(date.toInstant().toEpochMilli(), zone);
    }
    if (x instanceof Instant instant) {
      return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
    if (x instanceof OffsetDateTime time) {
      return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }
    if (x instanceof ZonedDateTime time) {
      return time.withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }
    return null;
  }

  private static Object large(Object x, ZoneId zone) throws SQLException {
    if (x instanceof OmniGraphArray array) {
      return array.values();
    }
    if (x instanceof Array array) {
      return list(array.getArray(), zone);
    }
    if (x instanceof Collection<?> || x.getClass().isArray()) {
      return list(x, zone);
    }
    if (x instanceof Blob blob) {
      return blob.getBytes(1, Math.toIntExact(blob.length()));
    }
    if (x instanceof Clob clob) {
      return clob.getSubString(1, Math.toIntExact(clob.length()));
    }
    throw Conversions.bad(x, "a parameter");
  }

  private static List<@Nullable Object> list(Object x, ZoneId zone) throws SQLException {
    Collection<?> source = x instanceof Collection<?> c ? c : Arrays.asList(boxed(x));
    List<@Nullable Object> list = new ArrayList<>(source.size());
    for (Object element : source) {
      list.add(canonical(element, zone));
    }
    return list;
  }

  private static @Nullable Object[] boxed(Object array) {
    if (array instanceof Object[] objects) {
      return objects;
    }
    Object[] boxed = new Object[java.lang.reflect.Array.getLength(array)];
    for (int i = 0; i < boxed.length; i++) {
      boxed[i] = java.lang.reflect.Array.get(array, i);
    }
    return boxed;
  }

  /**
   * @param length how much to read, negative for everything
   * @throws SQLException 22023 when there is less
   */
  static byte @Nullable [] bytes(@Nullable InputStream x, long length) throws SQLException {
    if (x == null) {
      return null;
    }
    try {
      if (length < 0) {
        return x.readAllBytes();
      }
      byte[] bytes = x.readNBytes((int) Math.min(length, Integer.MAX_VALUE));
      requireLength("bytes", bytes.length, length);
      return bytes;
    } catch (IOException e) {
      throw new SQLException("cannot read the parameter's stream", SqlState.BAD_VALUE, e);
    }
  }

  /**
   * @param length how many characters to read, negative for all
   * @throws SQLException 22023 when there are less
   */
  static @Nullable String text(@Nullable Reader x, long length) throws SQLException {
    if (x == null) {
      return null;
    }
    long left = length < 0 ? Long.MAX_VALUE : length;
    StringBuilder text = new StringBuilder();
    char[] buffer = new char[8192];
    try {
      while (left > 0) {
        int read = x.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (read < 0) {
          break;
        }
        text.append(buffer, 0, read);
        left -= read;
      }
    } catch (IOException e) {
      throw new SQLException("cannot read the parameter's stream", SqlState.BAD_VALUE, e);
    }
    requireLength("characters", text.length(), length);
    return text.toString();
  }

  private static void requireLength(String units, long read, long length) throws SQLException {
    if (read < length) {
      throw new SQLException(
          "the parameter's stream ends after "
              + read
              + " of "
              + length
              + " "
              + units
              + "; say the right length or none",
          SqlState.BAD_VALUE);
    }
  }
}
