package org.omnigraph.query.lance;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;

/** The texts of values: those that the kernel's cast of a column of the same type gives. */
final class ValueText {
  private static final int DIGITS_OF_FLOAT = 9;
  private static final int DIGITS_OF_DOUBLE = 17;

  /** Numbers outside of these powers of ten are written with an exponent. */
  private static final int LEAST_PLAIN = -4;

  private static final int FIRST_WITH_EXPONENT = 16;

  private ValueText() {}

  /**
   * @throws ClassCastException for what holds several values, or bytes
   */
  static String of(Object value) {
    if (value instanceof Double number) {
      return of(number, DIGITS_OF_DOUBLE, found -> found == number);
    }
    if (value instanceof Float number) {
      return of(number, DIGITS_OF_FLOAT, found -> (float) found == number);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal
          .setScale(Math.max(0, decimal.scale()), RoundingMode.UNNECESSARY)
          .toPlainString();
    }
    if (value instanceof LocalDateTime time) {
      return time.toLocalDate() + " " + of(time.toLocalTime());
    }
    if (value instanceof ZonedDateTime zoned) {
      return of(zoned.toInstant());
    }
    if (value instanceof Instant instant) {
      return of(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    }
    if (value instanceof LocalTime time) {
      return time(time);
    }
    boolean single =
        value instanceof CharSequence
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof TemporalAccessor
            || value instanceof TemporalAmount;
    if (!single) {
      throw new ClassCastException();
    }
    return value.toString();
  }

  private static String time(LocalTime time) {
    long micros = time.getLong(ChronoField.MICRO_OF_SECOND);
    String whole =
        String.format(
            Locale.ROOT, "%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond());
    return micros == 0
        ? whole
        : whole + String.format(Locale.ROOT, ".%06d", micros).replaceFirst("0+$", "");
  }

  /** The fewest digits that are read as the same number. */
  private static String of(double number, int most, DoublePredicate same) {
    if (!Double.isFinite(number)) {
      return Double.isNaN(number) ? "nan" : number < 0 ? "-inf" : "inf";
    }
    if (number == 0) {
      return 1 / number < 0 ? "-0.0" : "0.0";
    }
    BigDecimal exact = new BigDecimal(number);
    for (int digits = 1; digits < most; digits++) {
      // Beside a power of two the next number upwards may be read as the same.
      for (RoundingMode rounding : List.of(RoundingMode.HALF_EVEN, RoundingMode.UP)) {
        BigDecimal rounded = exact.round(new MathContext(digits, rounding));
        if (same.test(rounded.doubleValue())) {
          return written(rounded.stripTrailingZeros());
        }
      }
    }
    return written(exact.round(new MathContext(most)).stripTrailingZeros());
  }

  private static String written(BigDecimal number) {
    int exponent = number.precision() - number.scale() - 1;
    if (exponent >= LEAST_PLAIN && exponent < FIRST_WITH_EXPONENT) {
      return number.setScale(Math.max(1, number.scale()), RoundingMode.UNNECESSARY).toPlainString();
    }
    return number.movePointLeft(exponent).stripTrailingZeros().toPlainString()
        + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
