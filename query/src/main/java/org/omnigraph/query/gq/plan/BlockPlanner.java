package org.omnigraph.query.gq.plan;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.omnigraph.query.gq.check.Block;
import org.omnigraph.query.gq.check.Condition;
import org.omnigraph.query.gq.check.Hop;
import org.omnigraph.query.gq.check.Variable;
import org.omnigraph.query.plan.PlanBuilder;
import org.omnigraph.query.type.SqlTypes;

/**
 * One block as a join: the tables of its nodes, the pairs or edges of its traversals, then all
 * conditions above. Their order is that of the text; the planner finds a better one.
 */
final class BlockPlanner {
  private final PlanBuilder plans;
  private final RexBuilder builder;
  private final Comparisons comparisons;
  private final Edges edges;

  BlockPlanner(PlanBuilder plans, Values values) {
    this.plans = plans;
    this.builder = values.builder();
    this.comparisons = new Comparisons(values);
    this.edges = new Edges(plans);
  }

  /** A plan and where its variables are. */
  record Planned(RelNode node, Row row) {}

  /** The rows that match a whole query's pattern. */
  Planned plan(Block block) {
    return plan(block, Columns.none(), false);
  }

  /**
   * @param outer the variables of the blocks around
   * @param existence whether only the existence of a row counts
   */
  private Planned plan(Block block, Columns outer, boolean existence) {
    Row row = new Row();
    List<RelNode> parts = new ArrayList<>();
    List<RexNode> conditions = new ArrayList<>();
    for (Variable.Node node : block.nodes()) {
      RelNode scan = plans.scan(node.type().key());
      row.add(node, scan.getRowType());
      parts.add(scan);
    }
    for (Hop hop : block.hops()) {
      addHop(hop, row, outer, existence, parts, conditions);
    }
    Columns all = row.within(outer);
    for (Condition condition : block.conditions()) {
      conditions.add(comparisons.condition(condition, all));
    }
    RelNode matched = filtered(joined(parts), conditions);
    for (Block negation : block.negations()) {
      matched = without(matched, row, negation, outer);
    }
    return new Planned(matched, row);
  }

  private void addHop(
      Hop hop,
      Row row,
      Columns outer,
      boolean existence,
      List<RelNode> parts,
      List<RexNode> conditions) {
    Edges.Part part = edges.of(hop, existence);
    RelDataType columns = part.node().getRowType();
    int first = row.width();
    if (hop.edge().isPresent()) {
      row.add(hop.edge().get(), columns);
    } else {
      row.addUnnamed(columns.getFieldCount());
    }
    parts.add(part.node());
    Columns all = row.within(outer);
    hop.start()
        .ifPresent(
            v -> conditions.add(equal(all.get(v, "id"), id(first, part.start().getAsInt()))));
    hop.end()
        .ifPresent(v -> conditions.add(equal(all.get(v, "id"), id(first, part.end().getAsInt()))));
  }

  private static RexNode id(int first, int column) {
    return new RexInputRef(first + column, SqlTypes.text());
  }

  private RexNode equal(RexNode left, RexNode right) {
    return builder.makeCall(SqlStdOperatorTable.EQUALS, left, right);
  }

  private RelNode joined(List<RelNode> parts) {
    if (parts.isEmpty()) {
      return LogicalValues.createOneRow(plans.cluster());
    }
    RelNode joined = parts.get(0);
    for (RelNode part : parts.subList(1, parts.size())) {
      joined =
          LogicalJoin.create(
              joined, part, List.of(), builder.makeLiteral(true), Set.of(), JoinRelType.INNER);
    }
    return joined;
  }

  private RelNode filtered(RelNode node, List<RexNode> conditions) {
    return conditions.isEmpty()
        ? node
        : LogicalFilter.create(node, RexUtil.composeConjunction(builder, conditions));
  }

  /** The rows for which a pattern is not found. */
  private RelNode without(RelNode matched, Row row, Block negation, Columns outer) {
    CorrelationId id = plans.cluster().createCorrel();
    Columns around = row.correlated(builder, matched, id).within(outer);
    RelNode inner = plan(negation, around, true).node();
    RexNode none = builder.makeCall(SqlStdOperatorTable.NOT, RexSubQuery.exists(inner));
    return LogicalFilter.create(matched, none, ImmutableSet.of(id));
  }
}
