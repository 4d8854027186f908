package org.omnigraph.query.type;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

/**
 * Reduces literals that are cast to a type in which they are the same value, so that a table can
 * evaluate a comparison with one. Everything else stays for the kernel, which alone decides what an
 * expression means.
 */
public final class LiteralCasts implements RexExecutor {
  private static final DateTimeFormatter DATE_TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .appendPattern("[XXX][XX][X]")
          .toFormatter(Locale.ROOT);

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
    try {
      return switch (type.getSqlTypeName()) {
        case DATE -> date(builder, LocalDate.parse(text));
        case TIMESTAMP -> timestamp(builder, text, type);
        default -> Optional.empty();
      };
    } catch (DateTimeException | IllegalArgumentException e) {
      // Not in the plain form: the kernel reads it, or says that it cannot.
      return Optional.empty();
    }
  }

  private static Optional<RexNode> date(RexBuilder builder, LocalDate date) {
    return date.getYear() < 1
        ? Optional.empty()
        : Optional.of(builder.makeDateLiteral(new DateString(date.toString())));
  }

  private static Optional<RexNode> timestamp(RexBuilder builder, String text, RelDataType type) {
    String iso = text.replace(' ', 'T');
    LocalDateTime time = iso.indexOf('T') < 0 ? LocalDate.parse(iso).atStartOfDay() : utc(iso);
    if (time.getNano() % 1_000_000 != 0 || type.getPrecision() < 3 || time.getYear() < 1) {
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

  private static LocalDateTime utc(String iso) {
    TemporalAccessor parsed = DATE_TIME.parseBest(iso, OffsetDateTime::from, LocalDateTime::from);
    return parsed instanceof OffsetDateTime zoned
        ? zoned.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
        : (LocalDateTime) parsed;
  }
}
