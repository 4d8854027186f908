package org.omnigraph.query.plan;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * The standard conversions, except that {@code TIMESTAMPDIFF} and {@code DATEDIFF} stay what they
 * are: the standard rewriting of them counts in milliseconds and loses months; and that a cast to
 * text is kept apart from what it casts, which the planner takes for a number or time of any other
 * type: a decimal 22.00 is not the text 22; and from what casts the text, since the planner takes
 * it for the value that it was made of: true is 1, its text is no number; and that what is tried is
 * kept apart from a cast inside it, with which the planner would only cast.
 */
final class Convertlets implements SqlRexConvertletTable {
  static final Convertlets INSTANCE = new Convertlets();

  private static final KernelFunction AS_IT_IS =
      new KernelFunction("AS_IT_IS", ReturnTypes.ARG0, OperandTypes.ANY, "{0}");

  private Convertlets() {}

  @Override
  public @Nullable SqlRexConvertlet get(SqlCall call) {
    return call.getOperator().equals(TimeFunctions.TIMESTAMPDIFF)
            || call.getOperator().equals(TimeFunctions.DATEDIFF)
        ? Convertlets::unchanged
        : isCast(call) ? Convertlets::cast : StandardConvertletTable.INSTANCE.get(call);
  }

  private static boolean isCast(SqlCall call) {
    return call.getKind() == SqlKind.CAST || call.getKind() == SqlKind.SAFE_CAST;
  }

  private static RexNode cast(SqlRexContext context, SqlCall call) {
    RexNode converted =
        Objects.requireNonNull(StandardConvertletTable.INSTANCE.get(call))
            .convertCall(context, call);
    if (!(converted instanceof RexCall cast) || !isCast(cast)) {
      return converted;
    }
    RexNode from = cast.getOperands().get(0);
    if (!SqlTypeUtil.inCharFamily(cast.getType())) {
      return cast.getKind() == SqlKind.SAFE_CAST && from instanceof RexCall
          ? cast.clone(cast.getType(), List.of(asItIs(context, from)))
          : cast;
    }
    if (RexLiteral.isNullLiteral(from) || SqlTypeUtil.inCharFamily(from.getType())) {
      return cast;
    }
    return asItIs(
        context,
        from instanceof RexLiteral
            ? cast
            : cast.clone(cast.getType(), List.of(asItIs(context, from))));
  }

  private static RexNode asItIs(SqlRexContext context, RexNode value) {
    return context.getRexBuilder().makeCall(value.getType(), AS_IT_IS, List.of(value));
  }

  private static boolean isCast(RexCall call) {
    return call.getKind() == SqlKind.CAST || call.getKind() == SqlKind.SAFE_CAST;
  }

  private static RexNode unchanged(SqlRexContext context, SqlCall call) {
    var operands = call.getOperandList().stream().map((SqlNode o) -> operand(context, o)).toList();
    return context
        .getRexBuilder()
        .makeCall(context.getValidator().getValidatedNodeType(call), call.getOperator(), operands);
  }

  private static RexNode operand(SqlRexContext context, SqlNode operand) {
    return operand instanceof org.apache.calcite.sql.SqlIntervalQualifier qualifier
        ? context.getRexBuilder().makeFlag(qualifier.timeUnitRange)
        : context.convertExpression(operand);
  }
}
