package org.omnigraph.query.lance;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.query.catalog.GraphTable;

/** Guesses which share of a table's rows a condition keeps; for ordering joins only. */
public final class Selectivity {
  private static final double EQUAL = 0.05;
  private static final double RANGE = 0.3;
  private static final double OTHER = 0.5;

  private Selectivity() {}

  /** The share that all of {@code conditions} over a table's columns keep. */
  static double of(List<RexNode> conditions, GraphTable table) {
    RexToPredicate translation = new RexToPredicate(table.type(), table.columns());
    double share = 1;
    List<RexNode> sampled = new ArrayList<>();
    for (RexNode condition : conditions) {
      if (isKeyLookup(condition, table)) {
        share /= Math.max(1, table.rows());
      } else if (!hasParameter(condition) && translation.translates(condition)) {
        sampled.add(condition);
      } else {
        share *= guess(condition, table);
      }
    }
    if (sampled.isEmpty()) {
      return share;
    }
    Predicate all =
        sampled.stream()
            .map(condition -> translation.bind(condition, Arguments.none()))
            .reduce(Predicate.TRUE, Predicate::and);
    return share
        * table
            .statistics()
            .share(all)
            .orElseGet(
                () -> sampled.stream().mapToDouble(Selectivity::of).reduce(1, (x, y) -> x * y));
  }

  /** A condition whose values are not known yet. */
  private static double guess(RexNode condition, GraphTable table) {
    if (condition instanceof RexCall call
        && call.isA(SqlKind.EQUALS)
        && call.getOperands().get(0) instanceof RexInputRef ref
        && RexUtil.isConstant(call.getOperands().get(1))) {
      return 1 / table.distinct(ref.getIndex()).orElse(1 / EQUAL);
    }
    return of(condition);
  }

  private static boolean hasParameter(RexNode condition) {
    boolean[] found = {false};
    condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitDynamicParam(RexDynamicParam parameter) {
            found[0] = true;
            return parameter;
          }
        });
    return found[0];
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
        && call.isA(SqlKind.EQUALS)
        && call.getOperands().get(0) instanceof RexInputRef ref
        && RexUtil.isConstant(call.getOperands().get(1))) {
      return table.isUnique(ref.getIndex());
    }
    return false;
  }
}
