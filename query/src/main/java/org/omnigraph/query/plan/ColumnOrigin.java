package org.omnigraph.query.plan;

import java.util.Optional;
import java.util.OptionalDouble;
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

  /** How many different values the whole column has about, where that is known. */
  static OptionalDouble distinct(RelNode node, int column) {
    Optional<ColumnOrigin> origin = of(node, column);
    return origin.isPresent()
        ? origin.get().scan().source().distinct(origin.get().column())
        : OptionalDouble.empty();
  }

  /** As {@link #distinct}, among the rows that a join meets. */
  static OptionalDouble met(RelNode node, int column) {
    return RowEstimate.of(node) <= 1 ? OptionalDouble.of(1) : distinct(node, column);
  }

  /**
   * The share of pairs of rows that an equality of these two columns keeps: each value of the side
   * with fewer different ones is taken to occur on the other side. Who looks up one row by its key
   * means one that occurs.
   */
  static double joinSelectivity(RelNode left, int leftColumn, RelNode right, int rightColumn) {
    OptionalDouble leftValues = met(left, leftColumn);
    OptionalDouble rightValues = met(right, rightColumn);
    if (leftValues.isPresent() || rightValues.isPresent()) {
      return 1 / Math.max(leftValues.orElse(1), rightValues.orElse(1));
    }
    return 1 / Math.max(RowEstimate.of(left), RowEstimate.of(right));
  }
}
