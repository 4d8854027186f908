package org.omnigraph.query.plan;

import java.util.EnumSet;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/** Finds queries inside expressions; derived tables are none. */
final class InnerQueries extends SqlBasicVisitor<@Nullable Void> {
  private static final Set<SqlKind> HOLDERS =
      EnumSet.of(
          SqlKind.SCALAR_QUERY,
          SqlKind.EXISTS,
          SqlKind.UNIQUE,
          SqlKind.IN,
          SqlKind.NOT_IN,
          SqlKind.SOME,
          SqlKind.ALL,
          SqlKind.ARRAY_QUERY_CONSTRUCTOR,
          SqlKind.MULTISET_QUERY_CONSTRUCTOR,
          SqlKind.MAP_QUERY_CONSTRUCTOR);

  private InnerQueries() {}

  static boolean areIn(SqlNode statement) {
    try {
      statement.accept(new InnerQueries());
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (HOLDERS.contains(call.getKind())
        && call.getOperandList().stream()
            .anyMatch(operand -> operand != null && operand.isA(SqlKind.QUERY))) {
      throw Util.FoundOne.NULL;
    }
    return super.visit(call);
  }
}
