package org.omnigraph.query.plan;

import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Lists in which {@code ORDER BY} of a grouped query looks for a value, as comparisons: Calcite's
 * converter takes a list for a sub-query, and plans none there.
 */
final class GroupedOrder extends SqlShuttle {
  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    return visited instanceof SqlOrderBy order
            && order.query instanceof SqlSelect select
            && select.getGroup() != null
        ? new SqlOrderBy(
            order.getParserPosition(),
            order.query,
            (SqlNodeList) Objects.requireNonNull(order.orderList.accept(new Lists())),
            order.offset,
            order.fetch)
        : visited;
  }

  private static final class Lists extends SqlShuttle {
    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        return call;
      }
      return super.visit(call) instanceof SqlCall visited ? compared(visited) : call;
    }

    private static SqlNode compared(SqlCall call) {
      boolean isNot = call.getKind() == SqlKind.NOT_IN;
      if ((!isNot && call.getKind() != SqlKind.IN)
          || !(call.operand(1) instanceof SqlNodeList values)) {
        return call;
      }
      SqlParserPos at = call.getParserPosition();
      SqlNode any = null;
      for (SqlNode value : values) {
        SqlNode equal = SqlStdOperatorTable.EQUALS.createCall(at, call.operand(0), value);
        any = any == null ? equal : SqlStdOperatorTable.OR.createCall(at, any, equal);
      }
      if (any == null) {
        return call;
      }
      return isNot ? SqlStdOperatorTable.NOT.createCall(at, any) : any;
    }
  }
}
