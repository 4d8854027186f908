package org.omnigraph.query.plan;

import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * The key of a group that a sub-query is about, while a statement is converted. Its operand says
 * the variable only, the operator the place. As a function it also keeps the converter from taking
 * a key that grouping sets leave out for one that is never null.
 */
final class GroupKey extends SqlFunction {
  private final RelDataType row;
  private final int place;

  private GroupKey(RelDataType row, int place) {
    super(
        "GROUP KEY " + place,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.explicit(row.getFieldList().get(place).getType()),
        null,
        OperandTypes.ANY,
        SqlFunctionCategory.SYSTEM);
    this.row = row;
    this.place = place;
  }

  static RexNode of(RexBuilder builder, RexFieldAccess access, RelDataType row, int place) {
    GroupKey key = new GroupKey(row, place);
    return builder.makeCall(row.getFieldList().get(place).getType(), key, List.of(access));
  }

  /** A plan with accesses to keys in place of these. */
  static RelNode resolved(RelNode plan) {
    return new Plans().visit(plan);
  }

  private static final class Plans extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode node) {
      return super.visit(node).accept(new Expressions(node.getCluster().getRexBuilder()));
    }
  }

  private static final class Expressions extends RexShuttle {
    private final RexBuilder builder;

    Expressions(RexBuilder builder) {
      this.builder = builder;
    }

    @Override
    public RexNode visitCall(RexCall call) {
      return call.getOperator() instanceof GroupKey key
              && call.getOperands().get(0) instanceof RexFieldAccess access
              && access.getReferenceExpr() instanceof RexCorrelVariable variable
          ? builder.makeFieldAccess(builder.makeCorrel(key.row, variable.id), key.place)
          : super.visitCall(call);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      RexNode visited = super.visitSubQuery(subQuery);
      return visited instanceof RexSubQuery inner
          ? inner.clone(new Plans().visit(inner.rel))
          : visited;
    }
  }
}
