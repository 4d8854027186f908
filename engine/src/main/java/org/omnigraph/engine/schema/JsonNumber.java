package org.omnigraph.engine.schema;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Doubles as the format spells them in JSON, in digests and in exports alike. */
public final class JsonNumber {
  private static final double EXACT_LONGS = 1e15;

  private JsonNumber() {}

  /**
   * A finite double: the fewest digits that read back as the same double, written out between 1e-5
   * and 1e16, with an exponent beyond.
   */
  public static String of(double number) {
    if (number == 0) {
      return Double.compare(number, 0.0) < 0 ? "-0.0" : "0.0";
    }
    if (Math.abs(number) < EXACT_LONGS && number == (long) number) {
      return (long) number + ".0";
    }
    BigDecimal shortest = shortest(Math.abs(number));
    String digits = shortest.unscaledValue().toString();
    int point = digits.length() - shortest.scale();
    String sign = number < 0 ? "-" : "";
    return sign + place(digits, point);
  }

  private static BigDecimal shortest(double number) {
    if (number < Double.MIN_NORMAL) {
      return shortestSubnormal(number);
    }
    // Double.toString gives too many digits before Java 19.
    return new BigDecimal(NumberOutput.toString(number, true)).stripTrailingZeros();
  }

  /** Where one digit suffices the fast writer gives two, which differ only this near to zero. */
  private static BigDecimal shortestSubnormal(double number) {
    BigDecimal exact = new BigDecimal(number);
    for (int precision = 1; precision < 17; precision++) {
      BigDecimal rounded = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == number) {
        return rounded.stripTrailingZeros();
      }
    }
    return exact.round(new MathContext(17, RoundingMode.HALF_EVEN)).stripTrailingZeros();
  }

  /** Writes digits whose decimal point stands before digit {@code point}. */
  private static String place(String digits, int point) {
    if (point > 16 || point <= -5) {
      String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
      return digits.charAt(0) + fraction + "e" + (point - 1);
    }
    if (point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    if (digits.length() <= point) {
      return digits + "0".repeat(point - digits.length()) + ".0";
    }
    return digits.substring(0, point) + "." + digits.substring(point);
  }
}
