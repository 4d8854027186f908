package org.omnigraph.query.plan;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;

/**
 * Reduces text literals that are cast to a date or timestamp, so that a table can evaluate a
 * comparison with one. Everything else stays for the kernel, which alone decides what an expression
 * means.
 */
final class LiteralCasts implements RexExecutor {
  @Override
  public void reduce(RexBuilder builder, List<RexNode> expressions, List<RexNode> reduced) {
    for (RexNode expression : expressions) {
      reduced.add(reduce(builder, expression).orElse(expression));
    }
  }

  static Optional<RexNode> reduce(RexBuilder builder, RexNode expression) {
    if (expression instanceof RexCall call
        && call.getKind() == SqlKind.CAST
        && call.getOperands().get(0) instanceof RexLiteral literal
        && literal.getType().getSqlTypeName() == SqlTypeName.VARCHAR) {
      String text = literal.getValueAs(String.class);
      return text == null ? Optional.empty() : literal(builder, text.strip(), call.getType());
    }
    return Optional.empty();
  }

  private static Optional<RexNode> literal(RexBuilder builder, String text, RelDataType type) {
    try {
      return switch (type.getSqlTypeName()) {
        case DATE ->
            Optional.of(builder.makeDateLiteral(new DateString(LocalDate.parse(text).toString())));
        case TIMESTAMP -> timestamp(builder, text, type);
        default -> Optional.empty();
      };
    } catch (DateTimeException | IllegalArgumentException e) {
      // Not in the plain form: the kernel reads it, or says that it cannot.
      return Optional.empty();
    }
  }

  private static Optional<RexNode> timestamp(RexBuilder builder, String text, RelDataType type) {
    String iso = text.replace(' ', 'T');
    LocalDateTime time =
        iso.indexOf('T') < 0 ? LocalDate.parse(iso).atStartOfDay() : LocalDateTime.parse(iso);
    if (time.getNano() % 1_000_000 != 0 || type.getPrecision() < 3) {
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
}
