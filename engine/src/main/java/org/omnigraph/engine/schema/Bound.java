package org.omnigraph.engine.schema;

import java.math.BigDecimal;
import java.math.BigInteger;

/** One bound of a range. Text that is a 64-bit integer stays one; any other number is a double. */
sealed interface Bound {
  double value();

  /** The spelling in the key that stored constraints are sorted by. */
  String sortText();

  record Whole(long number) implements Bound {
    @Override
    public double value() {
      return number;
    }

    @Override
    public String sortText() {
      return "Integer(" + number + ")";
    }
  }

  record Real(double number) implements Bound {
    @Override
    public double value() {
      return number;
    }

    @Override
    public String sortText() {
      return "Float(" + JsonNumber.of(number) + ")";
    }
  }

  /** Reads a number of the schema language. */
  static Bound of(String text) {
    if (text.indexOf('.') < 0 && new BigInteger(text).bitLength() < Long.SIZE) {
      return new Whole(Long.parseLong(text));
    }
    return new Real(new BigDecimal(text).doubleValue());
  }
}
