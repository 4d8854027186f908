package org.omnigraph.query.plan;

import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * The standard conversions, except that {@code TIMESTAMPDIFF} stays what it is: the standard
 * rewriting of it counts in milliseconds and loses months.
 */
final class Convertlets implements SqlRexConvertletTable {
  static final Convertlets INSTANCE = new Convertlets();

  private Convertlets() {}

  @Override
  public @Nullable SqlRexConvertlet get(SqlCall call) {
    return call.getOperator().equals(SqlStdOperatorTable.TIMESTAMP_DIFF)
        ? Convertlets::unchanged
        : StandardConvertletTable.INSTANCE.get(call);
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
