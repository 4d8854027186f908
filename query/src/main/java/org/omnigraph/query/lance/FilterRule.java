package org.omnigraph.query.lance;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/** Moves the conditions that the table can evaluate exactly into the scan; the rest stays above. */
final class FilterRule extends RelRule<RuleConfig> {
  static final RuleConfig CONFIG =
      new RuleConfig(
          "FilterRule",
          b ->
              b.operand(LogicalFilter.class)
                  .predicate(filter -> filter.getVariablesSet().isEmpty())
                  .oneInput(
                      i ->
                          i.operand(LanceTableScan.class)
                              .predicate(scan -> !scan.isLimited())
                              .noInputs()),
          FilterRule::new);

  /** What the table's parser takes with room to spare. */
  private static final int MOST_TERMS = 32;

  private static final int MOST_DEPTH = 8;

  private FilterRule(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalFilter filter = call.rel(0);
    LanceTableScan scan = call.rel(1);
    RexToPredicate translation = new RexToPredicate(scan.source().type(), scan.source().columns());
    List<RexNode> pushed = new ArrayList<>();
    List<RexNode> kept = new ArrayList<>();
    int room = MOST_TERMS - scan.conditions().stream().mapToInt(RexToPredicate::terms).sum();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      int terms = RexToPredicate.terms(condition);
      boolean fits = terms <= room && RexToPredicate.depth(condition) <= MOST_DEPTH;
      if (fits && translation.translates(condition)) {
        pushed.add(condition);
        room -= terms;
      } else {
        kept.add(condition);
      }
    }
    if (pushed.isEmpty()) {
      return;
    }
    RelNode narrowed = scan.where(pushed);
    if (!kept.isEmpty()) {
      RexNode rest = RexUtil.composeConjunction(filter.getCluster().getRexBuilder(), kept);
      narrowed = LogicalFilter.create(narrowed, rest);
    }
    call.transformTo(narrowed);
  }
}
