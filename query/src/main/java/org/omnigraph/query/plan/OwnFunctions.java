package org.omnigraph.query.plan;

import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Gives calls that the parser binds to another function our own one: those whose unit of time is a
 * text, as in {@code DATE_TRUNC('month', day)}, and the continuous percentile.
 */
final class OwnFunctions extends SqlShuttle {
  private static final Map<String, SqlOperator> OWN =
      Map.of("DATE_TRUNC", Operators.DATE_TRUNC, "DATE_PART", Operators.DATE_PART);

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    if (visited instanceof SqlCall percentile
        && percentile.getOperator().equals(SqlStdOperatorTable.PERCENTILE_CONT)) {
      return Operators.PERCENTILE_CONT.createCall(
          percentile.getParserPosition(), percentile.getOperandList());
    }
    if (visited instanceof SqlCall same
        && OWN.containsKey(same.getOperator().getName())
        && same.operandCount() == 2
        && same.operand(0) instanceof SqlCharStringLiteral) {
      return OWN.get(same.getOperator().getName())
          .createCall(same.getParserPosition(), same.getOperandList());
    }
    return visited;
  }
}
