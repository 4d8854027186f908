package org.omnigraph.engine.pending.column;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Dates and times as text. A date is {@code YYYY-MM-DD} (one-digit months and days too), {@code
 * YYYYMMDD}, or has a signed year of four digits or more. A time follows after {@code T} or a
 * space: {@code hh:mm:ss} or {@code hhmmss}, an optional fraction, and an optional zone ({@code Z},
 * {@code +hh:mm}, {@code +hhmm}, {@code +hh}; none means UTC); {@code hh:mm} is a time too. Digits
 * that are smaller than what is asked for are cut.
 */
public final class DateText {
  private static final long DAY_MILLIS = 86_400_000L;
  private static final long NONE = Long.MIN_VALUE;

  /** Days whose milliseconds fit a long. */
  private static final long MOST_DAYS = Long.MAX_VALUE / DAY_MILLIS - 2;

  private static final int LONGEST_PLAIN_DATE = 10;

  private final String text;
  private int at;
  private int micros;

  private DateText(String text) {
    this.text = text;
  }

  /** Days since the epoch; text with a time gives its date in UTC; empty when it is no date. */
  public static OptionalInt days(String text) {
    OptionalLong days = isDateTime(text) ? millisToDays(dateTime(text)) : date(text);
    return days.isPresent() && (int) days.getAsLong() == days.getAsLong()
        ? OptionalInt.of((int) days.getAsLong())
        : OptionalInt.empty();
  }

  /** Milliseconds since the epoch; a bare date means its midnight in UTC; empty when it is none. */
  public static OptionalLong millis(String text) {
    if (isDateTime(text)) {
      return dateTime(text);
    }
    OptionalLong days = date(text);
    return days.isPresent() ? OptionalLong.of(days.getAsLong() * DAY_MILLIS) : days;
  }

  /** The time in UTC, to the microsecond; empty when it is none. */
  public static Optional<LocalDateTime> time(String text) {
    DateText parser = new DateText(text);
    OptionalLong millis = isDateTime(text) ? parser.wholeDateTime() : millis(text);
    return millis.isEmpty()
        ? Optional.empty()
        : Optional.of(
            LocalDateTime.ofEpochSecond(
                    Math.floorDiv(millis.getAsLong(), 1000),
                    Math.floorMod(millis.getAsLong(), 1000) * 1_000_000,
                    ZoneOffset.UTC)
                .plusNanos(parser.micros * 1000L));
  }

  private static OptionalLong millisToDays(OptionalLong millis) {
    return millis.isPresent()
        ? OptionalLong.of(Math.floorDiv(millis.getAsLong(), DAY_MILLIS))
        : millis;
  }

  private static boolean isDateTime(String text) {
    return text.length() > LONGEST_PLAIN_DATE
        && (text.indexOf(':') >= 0
            || text.indexOf('T') >= 0
            || text.indexOf('t') >= 0
            || text.indexOf(' ') >= 0);
  }

  private static OptionalLong date(String text) {
    DateText parser = new DateText(text);
    long days = parser.date();
    return days == NONE || Math.abs(days) > MOST_DAYS || parser.at != text.length()
        ? OptionalLong.empty()
        : OptionalLong.of(days);
  }

  private static OptionalLong dateTime(String text) {
    return new DateText(text).wholeDateTime();
  }

  private OptionalLong wholeDateTime() {
    long days = date();
    if (days == NONE || Math.abs(days) > MOST_DAYS || !takeAny("Tt ")) {
      return OptionalLong.empty();
    }
    long millis = time();
    long offset = millis < 0 ? NONE : zone();
    return offset == NONE
        ? OptionalLong.empty()
        : OptionalLong.of(days * DAY_MILLIS + millis - offset);
  }

  private long date() {
    boolean signed = takeAny("+-");
    boolean negative = signed && text.charAt(0) == '-';
    int from = at;
    int digits = countDigits();
    long year;
    int month;
    int day;
    if (!signed && digits == 8) {
      year = number(4);
      month = (int) number(2);
      day = (int) number(2);
    } else {
      if (digits < 4 || digits > 9 || (!signed && digits != 4)) {
        return NONE;
      }
      year = number(at - from + digits);
      if (!takeAny("-")) {
        return NONE;
      }
      month = oneOrTwo();
      if (!takeAny("-")) {
        return NONE;
      }
      day = oneOrTwo();
    }
    try {
      return LocalDate.of((int) (negative ? -year : year), month, day).toEpochDay();
    } catch (DateTimeException e) {
      return NONE;
    }
  }

  /** Milliseconds of the day, negative when there is no time. */
  private long time() {
    int digits = countDigits();
    if (digits != 2 && digits != 6) {
      return -1;
    }
    boolean colons = digits == 2;
    long hours = number(2);
    if ((colons && !takeAny(":")) || countDigits() < 2) {
      return -1;
    }
    long minutes = number(2);
    boolean isWhole = !colons || takeAny(":");
    if (isWhole && countDigits() < 2) {
      return -1;
    }
    long seconds = isWhole ? number(2) : 0;
    if (hours > 23 || minutes > 59 || seconds > 59) {
      return -1;
    }
    long millis = ((hours * 60 + minutes) * 60 + seconds) * 1000;
    return isWhole && takeAny(".") ? fraction(millis) : millis;
  }

  private long fraction(long millis) {
    int digits = countDigits();
    if (digits == 0) {
      return -1;
    }
    int kept = Math.min(6, digits);
    long part = number(kept);
    for (int i = kept; i < 6; i++) {
      part *= 10;
    }
    at += digits - kept;
    micros = (int) (part % 1000);
    return millis + part / 1000;
  }

  /** The offset in milliseconds, the least long when the rest is no zone. */
  private long zone() {
    while (takeAny(" ")) {
      // Spaces may stand before a zone.
    }
    if (at == text.length() || takeAny("Zz")) {
      return at == text.length() ? 0 : NONE;
    }
    boolean negative = text.charAt(at) == '-';
    if (!takeAny("+-")) {
      return NONE;
    }
    int digits = countDigits();
    if (digits != 2 && digits != 4) {
      return NONE;
    }
    long hours = number(2);
    long minutes = 0;
    if (digits == 4 || takeAny(":")) {
      if (countDigits() != 2) {
        return NONE;
      }
      minutes = number(2);
    }
    if (at != text.length() || hours > 23 || minutes > 59) {
      return NONE;
    }
    long offset = (hours * 60 + minutes) * 60_000;
    return negative ? -offset : offset;
  }

  private boolean takeAny(String characters) {
    if (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
      at++;
      return true;
    }
    return false;
  }

  private int countDigits() {
    int end = at;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end - at;
  }

  private int oneOrTwo() {
    int digits = countDigits();
    return digits == 1 || digits == 2 ? (int) number(digits) : 0;
  }

  private long number(int digits) {
    long value = Long.parseLong(text, at, at + digits, 10);
    at += digits;
    return value;
  }
}
