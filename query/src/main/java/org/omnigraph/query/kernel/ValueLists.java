package org.omnigraph.query.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * Finds the lists of values in a chain of comparisons: Calcite makes {@code x = ? OR x = ?} of
 * {@code x IN (?, ?)}, which takes DuckDB more than ten times as long from some hundred values on.
 */
final class ValueLists {
  /**
   * A test, or a value that is, or is not, in a list.
   *
   * @param test the test, or the value that is looked for
   * @param values the list; empty for a test
   * @param excluded whether the value is not to be in the list
   */
  record Part(RexNode test, List<RexNode> values, boolean excluded) {}

  /** What is looked for among values of one type. */
  private record Key(RexNode value, RelDataType type) {}

  private ValueLists() {}

  /** What stands between the operators of a chain of AND or OR. */
  static List<Part> of(RexCall chain) {
    boolean excluded = chain.getKind() == SqlKind.AND;
    SqlKind kind = excluded ? SqlKind.NOT_EQUALS : SqlKind.EQUALS;
    Map<Key, List<RexNode>> lists = new HashMap<>();
    for (RexNode operand : chain.getOperands()) {
      key(operand, kind)
          .ifPresent(
              key ->
                  lists
                      .computeIfAbsent(key, unused -> new ArrayList<>())
                      .add(((RexCall) operand).getOperands().get(1)));
    }
    List<Part> parts = new ArrayList<>();
    Set<Key> listed = new HashSet<>();
    for (RexNode operand : chain.getOperands()) {
      Optional<Key> key = key(operand, kind);
      List<RexNode> values = key.map(lists::get).orElse(List.of());
      if (values.size() < 2) {
        parts.add(new Part(operand, List.of(), false));
      } else if (listed.add(key.orElseThrow())) {
        parts.add(new Part(key.orElseThrow().value(), values, excluded));
      }
    }
    return parts;
  }

  /** Of a comparison with a value that is known when the statement runs. */
  private static Optional<Key> key(RexNode node, SqlKind kind) {
    if (node.getKind() != kind || !(node instanceof RexCall call)) {
      return Optional.empty();
    }
    RexNode value = call.getOperands().get(1);
    boolean isKnown = value instanceof RexDynamicParam || value instanceof RexLiteral;
    return isKnown && RexUtil.isDeterministic(call)
        ? Optional.of(new Key(call.getOperands().get(0), value.getType()))
        : Optional.empty();
  }
}
