package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/** Orders trees of inner joins; see {@link JoinGraph}. */
final class JoinOrder extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode node) {
    if (!isReorderable(node)) {
      return super.visit(node);
    }
    List<RelNode> inputs = new ArrayList<>();
    List<RexNode> conditions = new ArrayList<>();
    flatten(node, 0, inputs, conditions);
    if (inputs.size() > JoinSearch.MOST_INPUTS) {
      return super.visit(node);
    }
    inputs.replaceAll(input -> input.accept(this));
    return new JoinGraph(node, inputs, conditions).ordered();
  }

  private static boolean isReorderable(RelNode node) {
    return node instanceof LogicalJoin join
        && join.getJoinType() == JoinRelType.INNER
        && join.getVariablesSet().isEmpty()
        && !RexUtil.SubQueryFinder.containsSubQuery(join);
  }

  private static void flatten(
      RelNode node, int offset, List<RelNode> inputs, List<RexNode> conditions) {
    if (!isReorderable(node)) {
      inputs.add(node);
      return;
    }
    LogicalJoin join = (LogicalJoin) node;
    flatten(join.getLeft(), offset, inputs, conditions);
    int left = join.getLeft().getRowType().getFieldCount();
    flatten(join.getRight(), offset + left, inputs, conditions);
    conditions.addAll(RelOptUtil.conjunctions(RexUtil.shift(join.getCondition(), offset)));
  }
}
