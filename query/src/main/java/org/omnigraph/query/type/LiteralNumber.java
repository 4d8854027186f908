package org.omnigraph.query.type;

import java.math.BigDecimal;
import org.apache.calcite.rex.RexLiteral;
import org.jspecify.annotations.Nullable;

/** The number that a literal of a plan is. */
public final class LiteralNumber {
  private LiteralNumber() {}

  /**
   * All digits of it; null for NULL and what is no number. {@link RexLiteral#getValueAs} rounds a
   * double to sixteen digits, where seventeen tell one from the next.
   */
  public static @Nullable BigDecimal of(RexLiteral literal) {
    return literal.getValue() instanceof Double number && Double.isFinite(number)
        ? new BigDecimal(number.toString())
        : literal.getValueAs(BigDecimal.class);
  }
}
