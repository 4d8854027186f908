package org.omnigraph.query.plan;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Finds long lists of parameters in {@code IN}. As tables they would be unions of one row for each
 * parameter, which nobody plans fast.
 */
final class ParameterLists extends SqlBasicVisitor<@Nullable Void> {
  private final int longest;
  private boolean isFound;

  private ParameterLists(int longest) {
    this.longest = longest;
  }

  /** Whether a statement has a list of more items than so many, with a parameter among them. */
  static boolean areLong(SqlNode statement, int longest) {
    ParameterLists lists = new ParameterLists(longest);
    statement.accept(lists);
    return lists.isFound;
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    if ((call.getKind() == SqlKind.IN || call.getKind() == SqlKind.NOT_IN)
        && call.operand(1) instanceof SqlNodeList list) {
      isFound |= list.size() > longest && list.stream().anyMatch(SqlDynamicParam.class::isInstance);
    }
    return super.visit(call);
  }
}
