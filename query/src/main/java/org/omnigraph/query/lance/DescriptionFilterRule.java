package org.omnigraph.query.lance;

import com.google.common.collect.Range;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.Sarg;

/**
 * Tells a system table which values of its text columns are wanted, so that it looks only there.
 * The condition stays above.
 */
final class DescriptionFilterRule extends RelRule<RuleConfig> {
  static final RuleConfig CONFIG =
      new RuleConfig(
          "DescriptionFilterRule",
          b ->
              b.operand(LogicalFilter.class)
                  .oneInput(
                      i ->
                          i.operand(DescriptionScan.class)
                              .predicate(scan -> scan.wanted().isEmpty())
                              .noInputs()),
          DescriptionFilterRule::new);

  private DescriptionFilterRule(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalFilter filter = call.rel(0);
    DescriptionScan scan = call.rel(1);
    Map<String, Set<String>> wanted = new TreeMap<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      values(condition)
          .ifPresent(
              values ->
                  wanted.merge(
                      scan.getRowType().getFieldNames().get(values.column()),
                      values.texts(),
                      (one, other) -> {
                        one.retainAll(other);
                        return one;
                      }));
    }
    if (!wanted.isEmpty()) {
      call.transformTo(
          filter.copy(filter.getTraitSet(), scan.wanting(wanted), filter.getCondition()));
    }
  }

  /** The only texts of a column for which a condition can hold. */
  private record Values(int column, Set<String> texts) {}

  private static Optional<Values> values(RexNode condition) {
    if (condition.isA(SqlKind.OR)) {
      return any(RelOptUtil.disjunctions(condition).stream().map(c -> values(c)).toList());
    }
    if (condition instanceof RexCall comparison
        && comparison.getOperands().size() == 2
        && comparison.getOperands().get(0) instanceof RexInputRef column
        && comparison.getOperands().get(1) instanceof RexLiteral literal) {
      return texts(comparison.getKind(), literal).map(t -> new Values(column.getIndex(), t));
    }
    return Optional.empty();
  }

  private static Optional<Values> any(List<Optional<Values>> parts) {
    Set<String> texts = new HashSet<>();
    Set<Integer> columns = new HashSet<>();
    for (Optional<Values> part : parts) {
      if (part.isEmpty()) {
        return Optional.empty();
      }
      columns.add(part.get().column());
      texts.addAll(part.get().texts());
    }
    return columns.size() == 1
        ? Optional.of(new Values(columns.iterator().next(), texts))
        : Optional.empty();
  }

  private static Optional<Set<String>> texts(SqlKind comparison, RexLiteral literal) {
    if (comparison == SqlKind.EQUALS && literal.getValue() instanceof NlsString text) {
      return Optional.of(new HashSet<>(Set.of(text.getValue())));
    }
    if (comparison == SqlKind.SEARCH && literal.getValue() instanceof Sarg<?> search) {
      return search.isPoints() ? points(search) : Optional.empty();
    }
    return Optional.empty();
  }

  private static Optional<Set<String>> points(Sarg<?> search) {
    Set<String> values = new HashSet<>();
    for (Range<?> range : search.rangeSet.asRanges()) {
      if (!(range.lowerEndpoint() instanceof NlsString text)) {
        return Optional.empty();
      }
      values.add(text.getValue());
    }
    return Optional.of(values);
  }
}
