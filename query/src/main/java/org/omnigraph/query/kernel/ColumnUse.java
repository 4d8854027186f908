package org.omnigraph.query.kernel;

import java.util.Collection;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.util.ImmutableBitSet;

/** Which columns of its input a node's expressions read. */
final class ColumnUse {
  private ColumnUse() {}

  /**
   * The columns read directly, and those that plans inside the expressions read through the
   * correlation variables.
   */
  static ImmutableBitSet of(List<RexNode> expressions, Collection<CorrelationId> variables) {
    ImmutableBitSet direct = RelOptUtil.InputFinder.bits(expressions, null);
    return variables.isEmpty() ? direct : direct.union(through(expressions, variables));
  }

  private static ImmutableBitSet through(
      List<RexNode> expressions, Collection<CorrelationId> variables) {
    ImmutableBitSet.Builder used = ImmutableBitSet.builder();
    Accesses accesses = new Accesses(variables, used);
    expressions.forEach(e -> e.accept(accesses));
    return used.build();
  }

  /** Visits expressions and the plans inside them. */
  private static final class Accesses extends RexShuttle {
    private final Collection<CorrelationId> variables;
    private final ImmutableBitSet.Builder used;

    Accesses(Collection<CorrelationId> variables, ImmutableBitSet.Builder used) {
      this.variables = variables;
      this.used = used;
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      if (access.getReferenceExpr() instanceof RexCorrelVariable variable
          && variables.contains(variable.id)) {
        used.set(access.getField().getIndex());
      }
      return access;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      subQuery.rel.accept(
          new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
              node.accept(Accesses.this);
              return super.visit(node);
            }
          });
      return super.visitSubQuery(subQuery);
    }
  }
}
