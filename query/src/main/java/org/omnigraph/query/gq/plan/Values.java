package org.omnigraph.query.gq.plan;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.gq.check.Term;
import org.omnigraph.query.gq.parse.Literal;
import org.omnigraph.query.type.SqlTypes;

/** Terms as expressions of a plan. */
final class Values {
  private static final int MILLISECONDS = 3;

  private final RexBuilder builder;
  private final int now;

  /**
   * @param now the index of the parameter that is the instant of the query
   */
  Values(RexBuilder builder, int now) {
    this.builder = builder;
    this.now = now;
  }

  RexBuilder builder() {
    return builder;
  }

  RexNode value(Term term, Columns columns) {
    if (term instanceof Term.Property property) {
      return columns.get(property.variable(), property.name());
    }
    if (term instanceof Term.Id id) {
      return columns.get(id.variable(), "id");
    }
    if (term instanceof Term.Argument argument) {
      return builder.makeDynamicParam(SqlTypes.of(argument.type()), argument.index());
    }
    if (term instanceof Term.Constant constant) {
      return literal(constant.literal(), SqlTypes.of(constant.type()));
    }
    if (term instanceof Term.Now) {
      return builder.makeDynamicParam(SqlTypes.of(term.type()), now);
    }
    throw new IllegalStateException("not a value: " + term);
  }

  private RexNode literal(Literal literal, RelDataType type) {
    if (literal instanceof Literal.Text text) {
      return builder.makeLiteral(text.value(), SqlTypes.text(), true, false);
    }
    if (literal instanceof Literal.Whole number) {
      return whole(BigDecimal.valueOf(number.value()));
    }
    if (literal instanceof Literal.Real number) {
      return real(number.value());
    }
    if (literal instanceof Literal.Bool bool) {
      return builder.makeLiteral(bool.value());
    }
    if (literal instanceof Literal.Items list) {
      return list(list, type);
    }
    return literal instanceof Literal.Date date
        ? date(date)
        : timestamp((Literal.DateTime) literal);
  }

  private RexNode list(Literal.Items list, RelDataType type) {
    RelDataType item = java.util.Objects.requireNonNull(type.getComponentType());
    List<RexNode> items = list.items().stream().map(i -> literal(i, item)).toList();
    return builder.makeCall(type, SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR, items);
  }

  RexNode whole(BigDecimal value) {
    SqlTypeName name =
        value.toBigInteger().bitLength() < Long.SIZE ? SqlTypeName.BIGINT : SqlTypeName.DECIMAL;
    RelDataType type =
        name == SqlTypeName.BIGINT
            ? builder.getTypeFactory().createSqlType(name)
            : builder.getTypeFactory().createSqlType(name, 38, 0);
    return builder.makeExactLiteral(value, type);
  }

  RexNode real(double value) {
    return builder.makeApproxLiteral(
        new BigDecimal(Double.toString(value)),
        builder.getTypeFactory().createSqlType(SqlTypeName.DOUBLE));
  }

  RexNode single(float value) {
    return builder.makeApproxLiteral(
        new BigDecimal(Float.toString(value)),
        builder.getTypeFactory().createSqlType(SqlTypeName.REAL));
  }

  private RexNode date(Literal.Date date) {
    try {
      return builder.makeDateLiteral(DateString.fromDaysSinceEpoch(date.days()));
    } catch (IllegalArgumentException e) {
      throw outside(e);
    }
  }

  private RexNode timestamp(Literal.DateTime time) {
    try {
      return builder.makeTimestampLiteral(
          TimestampString.fromMillisSinceEpoch(time.millis()), MILLISECONDS);
    } catch (IllegalArgumentException e) {
      throw outside(e);
    }
  }

  private static InvalidRequest outside(IllegalArgumentException cause) {
    return new InvalidRequest(
        "a date in a query is of the years 0001 to 9999; narrow the literal", cause);
  }
}
