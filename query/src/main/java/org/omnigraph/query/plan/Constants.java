package org.omnigraph.query.plan;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.omnigraph.query.lance.LanceTableScan;

/** Finds the literal or parameter that a column of a plan always equals. */
final class Constants {
  private Constants() {}

  static Optional<RexNode> of(RelNode node, int column) {
    if (node instanceof LanceTableScan scan) {
      return among(scan.conditions(), column);
    }
    if (node instanceof Filter filter) {
      return among(RelOptUtil.conjunctions(filter.getCondition()), column)
          .or(() -> of(filter.getInput(), column));
    }
    if (node instanceof Project project
        && project.getProjects().get(column) instanceof RexInputRef ref) {
      return of(project.getInput(), ref.getIndex());
    }
    return Optional.empty();
  }

  private static Optional<RexNode> among(List<RexNode> conditions, int column) {
    for (RexNode condition : conditions) {
      if (condition instanceof RexCall call
          && call.getKind() == SqlKind.EQUALS
          && call.getOperands().get(0) instanceof RexInputRef ref
          && ref.getIndex() == column
          && (call.getOperands().get(1) instanceof RexLiteral
              || call.getOperands().get(1) instanceof RexDynamicParam)) {
        return Optional.of(call.getOperands().get(1));
      }
    }
    return Optional.empty();
  }
}
