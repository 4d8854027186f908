package org.omnigraph.query.gq.plan;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.omnigraph.engine.id.TypeKey;
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
    return plan(block, Around.NOTHING, false);
  }

  /**
   * @param existence whether only the existence of a row counts
   */
  private Planned plan(Block block, Around around, boolean existence) {
    Match match = new Match(block, around, existence);
    block.nodes().forEach(match::add);
    block.hops().forEach(match::add);
    block.conditions().forEach(match::add);
    RelNode matched = filtered(joined(match.parts), match.conditions);
    for (Block negation : block.negations()) {
      matched = without(matched, match.row, negation, around);
    }
    return new Planned(matched, match.row);
  }

  /** The parts of one block's join as they come together. */
  private final class Match {
    private final Block block;
    private final Around around;
    private final boolean existence;
    private final Row row = new Row();
    private final List<RelNode> parts = new ArrayList<>();
    private final List<RexNode> conditions = new ArrayList<>();

    Match(Block block, Around around, boolean existence) {
      this.block = block;
      this.around = around;
      this.existence = existence;
    }

    private Columns columns() {
      return row.within(around.columns());
    }

    void add(Variable.Node node) {
      RelNode scan = plans.scan(node.type().key());
      row.add(node, scan.getRowType());
      parts.add(scan);
    }

    void add(Hop hop) {
      Edges.Part part = edges.of(hop, existence, variable -> roots(hop, variable));
      RelDataType table = part.node().getRowType();
      int first = row.width();
      if (hop.edge().isPresent()) {
        row.add(hop.edge().get(), table);
      } else {
        row.addUnnamed(table.getFieldCount());
      }
      parts.add(part.node());
      hop.start().ifPresent(v -> require(v, first + part.start().getAsInt()));
      hop.end().ifPresent(v -> require(v, first + part.end().getAsInt()));
    }

    private void require(Variable.Node node, int column) {
      RexNode id = new RexInputRef(column, SqlTypes.text());
      conditions.add(builder.makeCall(SqlStdOperatorTable.EQUALS, columns().get(node, "id"), id));
    }

    void add(Condition condition) {
      conditions.add(comparisons.condition(condition, columns()));
    }

    /** The ids that a node can have before a traversal is walked, or more. */
    private RelNode roots(Hop hop, Optional<Variable.Node> variable) {
      if (variable.isEmpty()) {
        return ids(plans.scan(TypeKey.node(hop.type().from())), 0);
      }
      Variable.Node node = variable.get();
      if (!block.nodes().contains(node)) {
        return around.ids(node).orElseGet(() -> ids(plans.scan(node.type().key()), 0));
      }
      Block component = Component.around(block, node, hop);
      Planned planned = plan(component, Around.NOTHING, true);
      return ids(planned, node);
    }
  }

  private RelNode ids(Planned planned, Variable.Node node) {
    return ids(planned.node(), ((RexInputRef) planned.row().get(node, "id")).getIndex());
  }

  private RelNode ids(RelNode node, int column) {
    return LogicalProject.create(
        node, List.of(), List.of(builder.makeInputRef(node, column)), List.of("id"), Set.of());
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
  private RelNode without(RelNode matched, Row row, Block negation, Around around) {
    CorrelationId id = plans.cluster().createCorrel();
    Planned rows = new Planned(matched, row);
    Columns columns = row.correlated(builder, matched, id).within(around.columns());
    boolean whole = around.equals(Around.NOTHING);
    Around inside =
        new Around(
            columns,
            node ->
                row.find(node, "id").isEmpty()
                    ? around.ids(node)
                    : whole ? Optional.of(ids(rows, node)) : Optional.empty());
    RelNode inner = plan(negation, inside, true).node();
    RexNode none = builder.makeCall(SqlStdOperatorTable.NOT, RexSubQuery.exists(inner));
    return LogicalFilter.create(matched, none, ImmutableSet.of(id));
  }

  /**
   * What surrounds a block.
   *
   * @param columns those of the variables of the blocks around
   * @param known a plan of the ids of such a variable that runs by itself, if there is one
   */
  private record Around(Columns columns, Function<Variable.Node, Optional<RelNode>> known) {
    static final Around NOTHING = new Around(Columns.none(), node -> Optional.empty());

    Optional<RelNode> ids(Variable.Node node) {
      return known.apply(node);
    }
  }
}
