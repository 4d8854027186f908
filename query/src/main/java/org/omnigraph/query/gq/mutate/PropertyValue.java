package org.omnigraph.query.gq.mutate;

import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.statement.Value;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.query.gq.parse.Literal;

/**
 * Values for one property. A whole number becomes a float where that is the same number; whatever
 * else does not fit, the engine refuses.
 */
record PropertyValue(String name, PropertyType type) {
  Value of(@Nullable Literal literal) {
    if (literal == null) {
      return new Value.Null();
    }
    if (literal instanceof Literal.Text text) {
      return new Value.Text(text.value());
    }
    if (literal instanceof Literal.Whole number) {
      return isFloat() ? exactly(number.value()) : new Value.Int64(number.value());
    }
    if (literal instanceof Literal.Real number) {
      return new Value.Float64(number.value());
    }
    if (literal instanceof Literal.Bool bool) {
      return new Value.Bool(bool.value());
    }
    if (literal instanceof Literal.Date date) {
      return new Value.Date(date.days());
    }
    return literal instanceof Literal.DateTime time
        ? new Value.DateTime(time.millis())
        : new Value.Items(((Literal.Items) literal).items().stream().map(this::of).toList());
  }

  private boolean isFloat() {
    return type.scalar() == Scalar.F32
        || type.scalar() == Scalar.F64
        || type.scalar() == Scalar.VECTOR;
  }

  private Value exactly(long whole) {
    boolean single = type.scalar() != Scalar.F64;
    double value = single ? (float) whole : (double) whole;
    if (Exact.compare(value, whole) != 0) {
      throw new InvalidRequest(
          "property '"
              + name
              + "' is "
              + type.displayName()
              + " and cannot hold "
              + whole
              + " exactly; give a number with a decimal point, which is rounded");
    }
    return new Value.Float64(value);
  }
}
