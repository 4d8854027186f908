package org.omnigraph.query.plan;

import com.google.common.collect.Sets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of two rows by their columns, as the standard has it: the first pair that is not
 * equal decides, and one with a null leaves it open. DuckDB takes null for the greatest value.
 */
final class RowComparison {
  /** What compares a value with another one. */
  static final Set<SqlKind> KINDS =
      Sets.immutableEnumSet(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM);

  private RowComparison() {}

  /** Whether a call compares two rows of as many columns. */
  static boolean is(SqlCall call) {
    return KINDS.contains(call.getKind())
        && call.operandCount() == 2
        && call.operand(0) instanceof SqlCall left
        && call.operand(1) instanceof SqlCall right
        && left.getKind() == SqlKind.ROW
        && right.getKind() == SqlKind.ROW
        && left.operandCount() == right.operandCount();
  }

  static SqlNode byColumns(SqlCall call) {
    List<SqlNode> left = ((SqlCall) call.operand(0)).getOperandList();
    List<SqlNode> right = ((SqlCall) call.operand(1)).getOperandList();
    return switch (call.getKind()) {
      case EQUALS, IS_NOT_DISTINCT_FROM -> each(call, SqlStdOperatorTable.AND, left, right);
      case NOT_EQUALS, IS_DISTINCT_FROM -> each(call, SqlStdOperatorTable.OR, left, right);
      case LESS_THAN, LESS_THAN_OR_EQUAL ->
          ordered(call, SqlStdOperatorTable.LESS_THAN, left, right);
      default -> ordered(call, SqlStdOperatorTable.GREATER_THAN, left, right);
    };
  }

  private static SqlNode each(
      SqlCall call, SqlOperator chain, List<SqlNode> left, List<SqlNode> right) {
    SqlNode all = compared(call, call.getOperator(), left.get(0), right.get(0));
    for (int i = 1; i < left.size(); i++) {
      SqlNode next = compared(call, call.getOperator(), left.get(i), right.get(i));
      all = compared(call, chain, all, next);
    }
    return all;
  }

  /** {@code a < x OR (a = x AND b <= y)}. */
  private static SqlNode ordered(
      SqlCall call, SqlOperator strict, List<SqlNode> left, List<SqlNode> right) {
    SqlNode first = left.get(0);
    SqlNode second = right.get(0);
    if (left.size() == 1) {
      return compared(call, call.getOperator(), first, second);
    }
    SqlNode equal = compared(call, SqlStdOperatorTable.EQUALS, copy(first), copy(second));
    SqlNode rest =
        ordered(call, strict, left.subList(1, left.size()), right.subList(1, right.size()));
    return compared(
        call,
        SqlStdOperatorTable.OR,
        compared(call, strict, first, second),
        compared(call, SqlStdOperatorTable.AND, equal, rest));
  }

  private static SqlNode compared(SqlCall call, SqlOperator operator, SqlNode a, SqlNode b) {
    return operator.createCall(call.getParserPosition(), a, b);
  }

  /** The validator tells expressions from each other by what they are, not what they say. */
  private static SqlNode copy(SqlNode expression) {
    return Objects.requireNonNull(
        expression.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                CallCopyingArgHandler copied = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, copied);
                return copied.result();
              }
            }));
  }
}
