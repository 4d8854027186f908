package org.omnigraph.query.lance;

import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.omnigraph.query.catalog.ChangesTable;
import org.omnigraph.query.catalog.DescriptionTable;
import org.omnigraph.query.catalog.GraphTable;

/** Turns the scan of one of our tables into our scan. */
final class ScanRule extends RelRule<RuleConfig> {
  static final RuleConfig CONFIG =
      new RuleConfig("ScanRule", b -> b.operand(LogicalTableScan.class).noInputs(), ScanRule::new);

  private ScanRule(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalTableScan scan = call.rel(0);
    RelOptTable table = scan.getTable();
    GraphTable graphTable = table.unwrap(GraphTable.class);
    if (graphTable != null) {
      call.transformTo(LanceTableScan.of(scan.getCluster(), table, graphTable));
    }
    ChangesTable changes = table.unwrap(ChangesTable.class);
    if (changes != null) {
      call.transformTo(ChangesPlan.of(scan.getCluster(), changes, scan.getRowType()));
    }
    DescriptionTable description = table.unwrap(DescriptionTable.class);
    if (description != null) {
      call.transformTo(DescriptionScan.of(scan.getCluster(), table, description));
    }
  }
}
