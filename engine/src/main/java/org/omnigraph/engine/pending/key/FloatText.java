package org.omnigraph.engine.pending.key;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The shortest decimal text that reads back as the same number, the nearest one of that length,
 * never with an exponent: {@code 1}, {@code 0.1}, {@code 100000000000000000000}. Both zeros are
 * {@code 0}. ({@code Double.toString} of Java 17 is not always the shortest.)
 */
final class FloatText {
  private static final int DOUBLE_DIGITS = 17;
  private static final int FLOAT_DIGITS = 9;
  private static final double EXACT_DOUBLES = 0x1p53;
  private static final float EXACT_FLOATS = 0x1p24f;

  private FloatText() {}

  private interface Reads {
    boolean back(BigDecimal candidate);
  }

  static String of(double value) {
    if (Math.abs(value) < EXACT_DOUBLES && value == Math.rint(value)) {
      return Long.toString((long) value);
    }
    return shortest(new BigDecimal(value), DOUBLE_DIGITS, c -> c.doubleValue() == value);
  }

  static String of(float value) {
    if (Math.abs(value) < EXACT_FLOATS && value == Math.rint(value)) {
      return Integer.toString((int) value);
    }
    return shortest(new BigDecimal(value), FLOAT_DIGITS, c -> c.floatValue() == value);
  }

  private static String shortest(BigDecimal exact, int most, Reads reads) {
    for (int digits = 1; digits < most; digits++) {
      BigDecimal nearest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (reads.back(nearest)) {
        return plain(nearest);
      }
      // At a power of two the gap below is half the gap above: the farther side may still read
      // back.
      BigDecimal outward = exact.round(new MathContext(digits, RoundingMode.UP));
      if (reads.back(outward)) {
        return plain(outward);
      }
    }
    return plain(exact.round(new MathContext(most, RoundingMode.HALF_EVEN)));
  }

  private static String plain(BigDecimal value) {
    return value.stripTrailingZeros().toPlainString();
  }
}
