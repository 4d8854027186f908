package org.omnigraph.query.lance;

import java.math.BigDecimal;
import java.util.OptionalLong;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Moves a limit without an order into the scan. */
final class LimitRule extends RelRule<RuleConfig> {
  static final RuleConfig CONFIG =
      new RuleConfig(
          "LimitRule",
          b ->
              b.operand(LogicalSort.class)
                  .predicate(LimitRule::isPlainLimit)
                  .oneInput(
                      i ->
                          i.operand(LanceTableScan.class)
                              .predicate(scan -> !scan.isLimited())
                              .noInputs()),
          LimitRule::new);

  private LimitRule(RuleConfig config) {
    super(config);
  }

  private static boolean isPlainLimit(LogicalSort sort) {
    return sort.getCollation().getFieldCollations().isEmpty()
        && isConstant(sort.fetch)
        && isConstant(sort.offset);
  }

  private static boolean isConstant(@Nullable RexNode bound) {
    return bound == null || bound instanceof RexLiteral;
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalSort sort = call.rel(0);
    LanceTableScan scan = call.rel(1);
    call.transformTo(scan.limitedTo(bound(sort.fetch), bound(sort.offset)));
  }

  private static OptionalLong bound(@Nullable RexNode bound) {
    BigDecimal value = bound == null ? null : ((RexLiteral) bound).getValueAs(BigDecimal.class);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value.longValueExact());
  }
}
