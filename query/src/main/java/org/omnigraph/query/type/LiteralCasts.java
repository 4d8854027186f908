package org.omnigraph.query.type;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.omnigraph.engine.pending.column.DateText;

/**
 * Reduces literals that are cast to a type in which they are the same value, so that a table can
 * evaluate a comparison with one. Everything else stays for the kernel, which alone decides what an
 * expression means.
 */
public final class LiteralCasts implements RexExecutor {
  @Override
  public void reduce(RexBuilder builder, List<RexNode> expressions, List<RexNode> reduced) {
    for (RexNode expression : expressions) {
      reduced.add(reduce(builder, expression).orElse(expression));
    }
  }

  /** The literal that a cast of a literal is; empty when only the kernel can tell. */
  public static Optional<RexNode> reduce(RexBuilder builder, RexNode expression) {
    if (expression instanceof RexCall call
        && call.getKind() == SqlKind.CAST
        && call.getOperands().get(0) instanceof RexLiteral literal
        && !literal.isNull()) {
      if (literal.getType().getSqlTypeName() == SqlTypeName.VARCHAR) {
        String text = literal.getValueAs(String.class);
        return text == null ? Optional.empty() : literal(builder, text.strip(), call.getType());
      }
      if (SqlTypeUtil.isExactNumeric(literal.getType())) {
        BigDecimal number = literal.getValueAs(BigDecimal.class);
        return number == null ? Optional.empty() : number(builder, number, call.getType());
      }
    }
    return Optional.empty();
  }

  private static Optional<RexNode> number(RexBuilder builder, BigDecimal number, RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DOUBLE -> Optional.of(builder.makeApproxLiteral(number, type));
      case BIGINT ->
          number.stripTrailingZeros().scale() <= 0 && number.toBigInteger().bitLength() < Long.SIZE
              ? Optional.of(builder.makeExactLiteral(number, type))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<RexNode> literal(RexBuilder builder, String text, RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DATE -> date(builder, DateText.days(text));
      case TIMESTAMP -> timestamp(builder, text, type);
      default -> Optional.empty();
    };
  }

  private static Optional<RexNode> date(RexBuilder builder, OptionalInt days) {
    if (days.isEmpty()) {
      return Optional.empty();
    }
    LocalDate date = LocalDate.ofEpochDay(days.getAsInt());
    return isWritten(date)
        ? Optional.of(builder.makeDateLiteral(new DateString(date.toString())))
        : Optional.empty();
  }

  private static Optional<RexNode> timestamp(RexBuilder builder, String text, RelDataType type) {
    return DateText.time(text).flatMap(time -> timestamp(builder, time, type));
  }

  private static Optional<RexNode> timestamp(
      RexBuilder builder, LocalDateTime time, RelDataType type) {
    if (time.getNano() % 1_000_000 != 0
        || type.getPrecision() < 3
        || !isWritten(time.toLocalDate())) {
      return Optional.empty();
    }
    TimestampString value =
        new TimestampString(
                time.getYear(),
                time.getMonthValue(),
                time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(),
                time.getSecond())
            .withNanos(time.getNano());
    return Optional.of(builder.makeTimestampLiteral(value, type.getPrecision()));
  }

  private static boolean isWritten(LocalDate date) {
    return date.getYear() >= 1 && date.getYear() <= 9999;
  }
}
