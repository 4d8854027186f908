package org.omnigraph.query.plan;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.type.LiteralCasts;
import org.omnigraph.query.type.SqlTypes;

/**
 * Computes what literals alone decide, where every evaluator gives the same: sums, differences and
 * products of exact numbers that the type holds, and days and months added to a date. A table can
 * evaluate a comparison with the result.
 */
final class Folding extends RexShuttle {
  private static final BigDecimal DAY =
      BigDecimal.valueOf(ChronoUnit.DAYS.getDuration().toMillis());

  private final RexBuilder builder;

  Folding(RexBuilder builder) {
    this.builder = builder;
  }

  @Override
  public RexNode visitCall(RexCall call) {
    RexNode visited = super.visitCall(call);
    return visited instanceof RexCall inner ? folded(inner).orElse(inner) : visited;
  }

  private Optional<RexNode> folded(RexCall call) {
    if (call.getKind() == SqlKind.CAST) {
      return LiteralCasts.reduce(builder, call);
    }
    if (call.getOperands().size() != 2
        || !(call.getOperands().get(0) instanceof RexLiteral left)
        || !(call.getOperands().get(1) instanceof RexLiteral right)) {
      return Optional.empty();
    }
    boolean adds = call.getKind() == SqlKind.PLUS;
    if (!adds && call.getKind() != SqlKind.MINUS && call.getKind() != SqlKind.TIMES) {
      return Optional.empty();
    }
    if (left.getType().getSqlTypeName() == SqlTypeName.DATE
        && SqlTypeUtil.isInterval(right.getType())
        && !SqlTypes.isPartOfDay(right.getType())
        && call.getType().getSqlTypeName() == SqlTypeName.DATE
        && call.getKind() != SqlKind.TIMES) {
      return moved(left, right, adds ? 1 : -1);
    }
    return numbers(call, left, right);
  }

  private Optional<RexNode> moved(RexLiteral date, RexLiteral interval, int sign) {
    DateString from = date.getValueAs(DateString.class);
    BigDecimal distance = interval.getValueAs(BigDecimal.class);
    if (from == null || distance == null) {
      return Optional.empty();
    }
    try {
      LocalDate start = LocalDate.ofEpochDay(from.getDaysSinceEpoch());
      long steps = sign * steps(interval.getType(), distance);
      LocalDate to = isMonths(interval.getType()) ? start.plusMonths(steps) : start.plusDays(steps);
      return Optional.of(builder.makeDateLiteral(new DateString(to.toString())));
    } catch (ArithmeticException | DateTimeException | IllegalArgumentException e) {
      // No whole day, or no year of four digits: the kernel decides.
      return Optional.empty();
    }
  }

  private static boolean isMonths(RelDataType interval) {
    return SqlTypeName.YEAR_INTERVAL_TYPES.contains(interval.getSqlTypeName());
  }

  private static long steps(RelDataType interval, BigDecimal distance) {
    return isMonths(interval) ? distance.longValueExact() : distance.divide(DAY).longValueExact();
  }

  private Optional<RexNode> numbers(RexCall call, RexLiteral left, RexLiteral right) {
    BigDecimal a = exact(left);
    BigDecimal b = exact(right);
    if (a == null || b == null) {
      return Optional.empty();
    }
    BigDecimal result =
        switch (call.getKind()) {
          case PLUS -> a.add(b);
          case MINUS -> a.subtract(b);
          default -> a.multiply(b);
        };
    return holds(call.getType(), result)
        ? Optional.of(builder.makeExactLiteral(result, call.getType()))
        : Optional.empty();
  }

  private static @Nullable BigDecimal exact(RexLiteral literal) {
    return SqlTypeUtil.isExactNumeric(literal.getType())
        ? literal.getValueAs(BigDecimal.class)
        : null;
  }

  private static boolean holds(RelDataType type, BigDecimal value) {
    return switch (type.getSqlTypeName()) {
      case INTEGER -> value.scale() <= 0 && value.toBigInteger().bitLength() < Integer.SIZE;
      case BIGINT -> value.scale() <= 0 && value.toBigInteger().bitLength() < Long.SIZE;
      case DECIMAL ->
          value.scale() <= type.getScale()
              && value.precision() - value.scale() <= type.getPrecision() - type.getScale();
      default -> false;
    };
  }
}
