package org.omnigraph.query.plan;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexInputRef;
import org.omnigraph.query.lance.LanceTableScan;

/** The table column that a plan's column is an unchanged copy of. */
record ColumnOrigin(LanceTableScan scan, int column) {
  static Optional<ColumnOrigin> of(RelNode node, int column) {
    if (node instanceof LanceTableScan scan) {
      return Optional.of(new ColumnOrigin(scan, column));
    }
    if (node instanceof Filter || node instanceof Sort) {
      return of(node.getInput(0), column);
    }
    if (node instanceof Project project) {
      return project.getProjects().get(column) instanceof RexInputRef ref
          ? of(project.getInput(), ref.getIndex())
          : Optional.empty();
    }
    if (node instanceof Join join) {
      int left = join.getLeft().getRowType().getFieldCount();
      return column < left ? of(join.getLeft(), column) : of(join.getRight(), column - left);
    }
    return Optional.empty();
  }

  /** Whether no two rows of the table share a value. */
  boolean isUnique() {
    String name = scan.source().columns().get(column).name();
    return scan.source().uniqueSets().contains(List.of(name));
  }

  /**
   * The share of pairs of rows that an equality of these two columns keeps: a key meets each row of
   * the other side at most once.
   */
  static double joinSelectivity(RelNode left, int leftColumn, RelNode right, int rightColumn) {
    Optional<ColumnOrigin> leftKey = of(left, leftColumn).filter(ColumnOrigin::isUnique);
    if (leftKey.isPresent()) {
      return leftKey.get().oneRow();
    }
    Optional<ColumnOrigin> rightKey = of(right, rightColumn).filter(ColumnOrigin::isUnique);
    return rightKey
        .map(ColumnOrigin::oneRow)
        .orElseGet(() -> 1 / Math.max(RowEstimate.of(left), RowEstimate.of(right)));
  }

  private double oneRow() {
    return 1.0 / Math.max(1, scan.source().rows());
  }
}
