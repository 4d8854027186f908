package org.omnigraph.query.plan;

import java.util.OptionalDouble;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.mapping.IntPair;
import org.omnigraph.query.lance.ArrowLeaf;
import org.omnigraph.query.lance.Selectivity;

/**
 * Guesses how many rows a plan gives, from the row counts of the tables. Good for deciding which
 * side of a join is small, for nothing else.
 */
public final class RowEstimate {
  private static final double UNKNOWN = 1000;
  private static final double GROUPS_PER_ROW = 0.2;

  private RowEstimate() {}

  /** At least one. */
  public static double of(RelNode node) {
    return Math.max(1, estimate(node));
  }

  private static double estimate(RelNode node) {
    if (node instanceof ArrowLeaf leaf) {
      return leaf.expectedRows();
    }
    if (node instanceof Values values) {
      return values.getTuples().size();
    }
    if (node instanceof Filter filter) {
      return of(filter.getInput()) * Selectivity.of(filter.getCondition());
    }
    if (node instanceof Join join) {
      return join(join);
    }
    if (node instanceof Aggregate aggregate) {
      return groups(aggregate);
    }
    if (node instanceof Sort sort) {
      double rows = of(sort.getInput());
      return sort.fetch instanceof RexLiteral fetch
          ? Math.min(rows, RexLiteral.intValue(fetch))
          : rows;
    }
    if (node instanceof SetOp) {
      return node.getInputs().stream().mapToDouble(RowEstimate::of).sum();
    }
    return node.getInputs().size() == 1 ? of(node.getInput(0)) : UNKNOWN;
  }

  private static double groups(Aggregate aggregate) {
    double rows = of(aggregate.getInput());
    double groups = 1;
    for (int key : aggregate.getGroupSet()) {
      OptionalDouble values = ColumnOrigin.distinct(aggregate.getInput(), key);
      if (values.isEmpty()) {
        return rows * GROUPS_PER_ROW;
      }
      groups *= values.getAsDouble();
    }
    return Math.min(rows, groups);
  }

  private static double join(Join join) {
    double left = of(join.getLeft());
    double right = of(join.getRight());
    JoinInfo keys = join.analyzeCondition();
    if (!join.getJoinType().projectsRight()) {
      return left * 0.5;
    }
    double rows = left * right;
    for (IntPair key : keys.pairs()) {
      rows *= ColumnOrigin.joinSelectivity(join.getLeft(), key.source, join.getRight(), key.target);
    }
    return switch (join.getJoinType()) {
      case LEFT -> Math.max(rows, left);
      case RIGHT -> Math.max(rows, right);
      case FULL -> Math.max(rows, left + right);
      default -> rows;
    };
  }
}
