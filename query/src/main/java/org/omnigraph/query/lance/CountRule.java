package org.omnigraph.query.lance;

import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.plan.hep.HepRelVertex;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.sql.SqlKind;

/** Lets the table count its rows for {@code SELECT COUNT(*)}. */
final class CountRule extends RelRule<RuleConfig> {
  static final RuleConfig CONFIG =
      new RuleConfig(
          "CountRule",
          b -> b.operand(LogicalAggregate.class).predicate(CountRule::isPlainCount).anyInputs(),
          CountRule::new);

  private CountRule(RuleConfig config) {
    super(config);
  }

  private static boolean isPlainCount(LogicalAggregate aggregate) {
    return aggregate.getGroupSets().size() == 1
        && aggregate.getGroupSet().isEmpty()
        && aggregate.getAggCallList().size() == 1
        && isPlainCount(aggregate.getAggCallList().get(0));
  }

  private static boolean isPlainCount(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.COUNT
        && call.getArgList().isEmpty()
        && !call.isDistinct()
        && !call.hasFilter();
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalAggregate aggregate = call.rel(0);
    RelNode input = plain(aggregate.getInput());
    while (input instanceof LogicalProject project && !project.containsOver()) {
      input = plain(project.getInput());
    }
    if (input instanceof LanceTableScan scan && !scan.isLimited()) {
      call.transformTo(new LanceCount(scan, aggregate.getRowType()));
    }
  }

  private static RelNode plain(RelNode node) {
    return node instanceof HepRelVertex vertex ? vertex.getCurrentRel() : node;
  }
}
