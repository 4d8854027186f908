package org.omnigraph.query.lance;

import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.omnigraph.query.catalog.GraphTable;

/** Guesses which share of a table's rows a condition keeps; for ordering joins only. */
public final class Selectivity {
  private static final double EQUAL = 0.05;
  private static final double RANGE = 0.3;
  private static final double OTHER = 0.5;

  private Selectivity() {}

  /** The share that all of {@code conditions} over a table's columns keep. */
  static double of(List<RexNode> conditions, GraphTable table) {
    double share = 1;
    for (RexNode condition : conditions) {
      share *= isKeyLookup(condition, table) ? 1.0 / Math.max(1, table.rows()) : of(condition);
    }
    return share;
  }

  /** The share that one condition keeps, when nothing is known about the columns. */
  public static double of(RexNode condition) {
    return switch (condition.getKind()) {
      case EQUALS, IS_NULL -> EQUAL;
      case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL, LIKE -> RANGE;
      case IS_NOT_NULL, NOT_EQUALS -> 0.9;
      case SEARCH -> RANGE;
      case AND ->
          ((RexCall) condition)
              .getOperands().stream().mapToDouble(Selectivity::of).reduce(1, (a, b) -> a * b);
      default -> OTHER;
    };
  }

  private static boolean isKeyLookup(RexNode condition, GraphTable table) {
    if (condition instanceof RexCall call
        && call.isA(org.apache.calcite.sql.SqlKind.EQUALS)
        && call.getOperands().get(0) instanceof RexInputRef ref
        && RexUtil.isConstant(call.getOperands().get(1))) {
      return table.uniqueSets().contains(List.of(table.columns().get(ref.getIndex()).name()));
    }
    return false;
  }
}
