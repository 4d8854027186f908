package org.omnigraph.jdbc;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/**
 * Between a wall clock of {@code java.time} and the instants of {@code java.sql.Date} and {@code
 * Timestamp}, whose methods show the same digits: they count in the Julian calendar before
 * 1582-10-15, and before 1900 without a place's local mean time, where {@code java.time} does
 * neither.
 */
final class HybridCalendar {
  /** From here on both agree. */
  private static final LocalDateTime MODERN = LocalDate.of(1900, 1, 3).atStartOfDay();

  private HybridCalendar() {}

  /** Milliseconds since 1970 at which the clock shows that time; nanoseconds are cut off. */
  static long millis(LocalDateTime time, ZoneId zone) {
    if (!time.isBefore(MODERN)) {
      return time.atZone(zone).toInstant().toEpochMilli();
    }
    Calendar calendar = calendar(zone);
    calendar.clear();
    calendar.set(
        time.getYear(),
        time.getMonthValue() - 1,
        time.getDayOfMonth(),
        time.getHour(),
        time.getMinute(),
        time.getSecond());
    calendar.set(Calendar.MILLISECOND, time.getNano() / 1_000_000);
    return calendar.getTimeInMillis();
  }

  /** What the clock shows then. A day that only the Julian calendar has becomes the next one. */
  static LocalDateTime time(long millis, ZoneId zone) {
    LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), zone);
    if (!time.isBefore(MODERN)) {
      return time;
    }
    Calendar calendar = calendar(zone);
    calendar.setTimeInMillis(millis);
    int year = calendar.get(Calendar.YEAR);
    return LocalDate.of(
            calendar.get(Calendar.ERA) == GregorianCalendar.BC ? 1 - year : year,
            calendar.get(Calendar.MONTH) + 1,
            1)
        .plusDays(calendar.get(Calendar.DAY_OF_MONTH) - 1L)
        .atTime(
            calendar.get(Calendar.HOUR_OF_DAY),
            calendar.get(Calendar.MINUTE),
            calendar.get(Calendar.SECOND),
            calendar.get(Calendar.MILLISECOND) * 1_000_000);
  }

  private static Calendar calendar(ZoneId zone) {
    return new GregorianCalendar(TimeZone.getTimeZone(zone), Locale.ROOT);
  }
}
