package org.omnigraph.query.gq.mutate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Operator;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.gq.parse.Comparison;
import org.omnigraph.query.gq.parse.Literal;

/**
 * The condition of a statement as a predicate with a literal of the column's own type. A number
 * that the column cannot hold lies between two that it can, or beyond all of them, and the
 * condition says the same of those.
 */
final class Conditions {
  /** Keeps no row. */
  private static final Predicate NONE = new Predicate.Or(List.of());

  private final String column;
  private final Scalar scalar;
  private final Comparison comparison;

  private Conditions(Checked.Where where) {
    this.column = where.property();
    this.scalar = where.type().scalar();
    this.comparison = where.comparison();
  }

  /** The condition with its value; null is equal to nothing, and differs from nothing. */
  static Predicate predicate(Checked.Where where, @Nullable Literal literal) {
    return literal == null ? NONE : new Conditions(where).with(literal);
  }

  private Predicate with(Literal literal) {
    if (literal instanceof Literal.Whole number) {
      return with(BigDecimal.valueOf(number.value()));
    }
    if (literal instanceof Literal.Real number) {
      return with(number.value());
    }
    if (literal instanceof Literal.Text text) {
      return compare(new Predicate.Literal.Text(text.value()));
    }
    if (literal instanceof Literal.Bool bool) {
      return compare(new Predicate.Literal.Bool(bool.value()));
    }
    return literal instanceof Literal.Date date
        ? compare(new Predicate.Literal.Date(date.days()))
        : compare(new Predicate.Literal.DateTime(((Literal.DateTime) literal).millis()));
  }

  private Predicate with(double number) {
    if (scalar == Scalar.F64) {
      return compare(new Predicate.Literal.Float64(number));
    }
    if (scalar == Scalar.F32 && !Float.isInfinite((float) number)) {
      return compare(new Predicate.Literal.Float64((float) number));
    }
    return with(new BigDecimal(number));
  }

  private Predicate with(BigDecimal number) {
    if (scalar == Scalar.F32 || scalar == Scalar.F64) {
      return withFloat(number);
    }
    if (number.compareTo(new BigDecimal(least())) < 0) {
      return beyond(false);
    }
    if (number.compareTo(new BigDecimal(most())) > 0) {
      return beyond(true);
    }
    BigInteger floor = number.setScale(0, RoundingMode.FLOOR).toBigIntegerExact();
    Predicate.Literal below =
        scalar == Scalar.U64
            ? new Predicate.Literal.Unsigned(floor.longValue())
            : new Predicate.Literal.Int64(floor.longValueExact());
    return number.compareTo(new BigDecimal(floor)) == 0 ? compare(below) : after(below);
  }

  private BigInteger least() {
    return switch (scalar) {
      case I32 -> BigInteger.valueOf(Integer.MIN_VALUE);
      case U32, U64 -> BigInteger.ZERO;
      default -> BigInteger.valueOf(Long.MIN_VALUE);
    };
  }

  private BigInteger most() {
    return switch (scalar) {
      case I32 -> BigInteger.valueOf(Integer.MAX_VALUE);
      case U32 -> BigInteger.valueOf(0xFFFF_FFFFL);
      case U64 -> BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
      default -> BigInteger.valueOf(Long.MAX_VALUE);
    };
  }

  private Predicate withFloat(BigDecimal number) {
    boolean single = scalar == Scalar.F32;
    double near = single ? number.floatValue() : number.doubleValue();
    if (Double.isInfinite(near)) {
      return beyond(near > 0);
    }
    int difference = new BigDecimal(near).compareTo(number);
    if (difference == 0) {
      return compare(new Predicate.Literal.Float64(near));
    }
    double below =
        difference < 0 ? near : single ? Math.nextDown((float) near) : Math.nextDown(near);
    return after(new Predicate.Literal.Float64(below));
  }

  private Predicate compare(Predicate.Literal literal) {
    return new Predicate.Compare(column, operator(), literal);
  }

  private Operator operator() {
    return switch (comparison) {
      case EQUAL -> Operator.EQUAL;
      case NOT_EQUAL -> Operator.NOT_EQUAL;
      case LESS -> Operator.LESS;
      case LESS_OR_EQUAL -> Operator.LESS_OR_EQUAL;
      case GREATER -> Operator.GREATER;
      case GREATER_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
      case CONTAINS, STARTS_WITH -> throw new IllegalStateException("no condition: " + comparison);
    };
  }

  /** The comparison with a number that lies directly after {@code below}, before the next. */
  private Predicate after(Predicate.Literal below) {
    return switch (comparison) {
      case EQUAL -> NONE;
      case NOT_EQUAL -> anything();
      case LESS, LESS_OR_EQUAL -> new Predicate.Compare(column, Operator.LESS_OR_EQUAL, below);
      default -> new Predicate.Compare(column, Operator.GREATER, below);
    };
  }

  /** The comparison with a number above, or below, everything that the column can hold. */
  private Predicate beyond(boolean above) {
    return switch (comparison) {
      case EQUAL -> NONE;
      case NOT_EQUAL -> anything();
      case LESS, LESS_OR_EQUAL -> above ? anything() : NONE;
      default -> above ? NONE : anything();
    };
  }

  private Predicate anything() {
    return new Predicate.Not(new Predicate.IsNull(column));
  }
}
