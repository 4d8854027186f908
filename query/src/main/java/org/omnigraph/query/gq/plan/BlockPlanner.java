package org.omnigraph.query.gq.plan;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.query.expand.Adjacencies;
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
  /** Traversals of a block whose single hops may be walked, and how deep their roots nest. */
  private static final int MOST_WALKED = 3;

  private static final int DEEPEST_WALKED = 2;

  private final PlanBuilder plans;
  private final RexBuilder builder;
  private final Comparisons comparisons;
  private final Edges edges;

  BlockPlanner(PlanBuilder plans, Values values, Adjacencies adjacencies) {
    this.plans = plans;
    this.builder = values.builder();
    this.comparisons = new Comparisons(values);
    this.edges = new Edges(plans, adjacencies);
  }

  /** A plan and where its variables are. */
  record Planned(RelNode node, Row row) {}

  /** The rows that match a whole query's pattern. */
  Planned plan(Block block) {
    Planned rows = plan(block, Around.NOTHING, false, 0);
    for (Block optional : block.optionals()) {
      rows = beside(rows, optional, Optional.empty());
    }
    return rows;
  }

  /**
   * Without the optional blocks.
   *
   * @param existence whether only the existence of a row counts
   * @param depth how many plans this one gives roots to, one the next
   */
  private Planned plan(Block block, Around around, boolean existence, int depth) {
    Match match = new Match(block, around, existence, depth, new Row());
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
    private final int depth;
    private final Row row;
    private final List<RelNode> parts = new ArrayList<>();
    private final List<RexNode> conditions = new ArrayList<>();

    /**
     * @param row where the first part comes behind
     */
    Match(Block block, Around around, boolean existence, int depth, Row row) {
      this.depth = depth;
      this.block = block;
      this.around = around;
      this.existence = existence;
      this.row = row;
      block.nodes().forEach(this::add);
      block.hops().forEach(this::add);
      block.conditions().forEach(this::add);
    }

    private Columns columns() {
      return row.within(around.columns());
    }

    private void add(Variable.Node node) {
      RelNode scan = plans.scan(node.type().key());
      row.add(node, scan.getRowType());
      parts.add(scan);
    }

    private void add(Hop hop) {
      Edges.Part part = edges.of(hop, existence, mayWalk(), variable -> roots(hop, variable));
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

    private boolean mayWalk() {
      return around.equals(Around.NOTHING)
          && depth < DEEPEST_WALKED
          && block.hops().size() <= MOST_WALKED;
    }

    private void require(Variable.Node node, int column) {
      RexNode id = new RexInputRef(column, SqlTypes.text());
      conditions.add(builder.makeCall(SqlStdOperatorTable.EQUALS, columns().get(node, "id"), id));
    }

    private void add(Condition condition) {
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
      Planned planned = plan(component, Around.NOTHING, true, depth + 1);
      return ids(planned, node);
    }
  }

  private RelNode ids(Planned planned, Variable.Node node) {
    return ids(planned.node(), ((RexInputRef) planned.row().get(node, "id")).getIndex());
  }

  private RelNode ids(RelNode node, int column) {
    RexNode id = builder.makeInputRef(node, column);
    RelNode known =
        id.getType().isNullable()
            ? LogicalFilter.create(node, builder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, id))
            : node;
    return LogicalProject.create(
        known, List.of(), List.of(builder.makeInputRef(node, column)), List.of("id"), Set.of());
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
    Columns columns = row.correlated(builder, matched, id).within(around.columns());
    Around inside = new Around(columns, known(new Planned(matched, row), around));
    RelNode inner = plan(negation, inside, true, 0).node();
    RexNode none = builder.makeCall(SqlStdOperatorTable.NOT, RexSubQuery.exists(inner));
    return LogicalFilter.create(matched, none, ImmutableSet.of(id));
  }

  private Function<Variable.Node, Optional<RelNode>> known(Planned rows, Around around) {
    boolean whole = around.equals(Around.NOTHING);
    return node ->
        rows.row().find(node, "id").isEmpty()
            ? around.ids(node)
            : whole ? Optional.of(ids(rows, node)) : Optional.empty();
  }

  /**
   * Rows with what an optional block finds for them, once for each match of it, or with nulls.
   *
   * @param needed a variable that is null where the block is not to be looked for
   */
  private Planned beside(Planned rows, Block optional, Optional<Variable> needed) {
    Planned joined =
        optional.negations().isEmpty()
            ? joined(rows, optional, needed)
            : applied(rows, optional, needed);
    Variable first = optional.variables().get(0);
    for (Block inner : optional.optionals()) {
      joined = beside(joined, inner, Optional.of(first));
    }
    return joined;
  }

  /** By an outer join of the block's tables. */
  private Planned joined(Planned rows, Block optional, Optional<Variable> needed) {
    int width = rows.row().width();
    Around around = new Around(Columns.none(), known(rows, Around.NOTHING));
    Match match = new Match(optional, around, false, 0, rows.row().copy());
    List<RexNode> own = new ArrayList<>();
    List<RexNode> others = new ArrayList<>();
    needed.ifPresent(variable -> others.add(isThere(variable, rows.row())));
    for (RexNode condition : match.conditions) {
      if (reads(condition, width)) {
        others.add(condition);
      } else {
        own.add(RexUtil.shift(condition, -width));
      }
    }
    RelNode both =
        LogicalJoin.create(
            rows.node(),
            filtered(joined(match.parts), own),
            List.of(),
            RexUtil.composeConjunction(builder, others),
            Set.of(),
            JoinRelType.LEFT);
    return new Planned(both, match.row.optionalFrom(width));
  }

  /** Whether a condition reads a column before the one given, or none at all. */
  private static boolean reads(RexNode condition, int width) {
    int first = RelOptUtil.InputFinder.bits(condition).nextSetBit(0);
    return first < width;
  }

  private RexNode isThere(Variable variable, Columns columns) {
    return builder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, columns.get(variable, "id"));
  }

  /** Row by row: a block that holds negations looks at the row as a whole. */
  private Planned applied(Planned rows, Block optional, Optional<Variable> needed) {
    CorrelationId id = plans.cluster().createCorrel();
    Columns row = rows.row().correlated(builder, rows.node(), id);
    ImmutableBitSet.Builder read = ImmutableBitSet.builder();
    Columns noted =
        (variable, column) -> {
          Optional<RexNode> found = row.find(variable, column);
          found.ifPresent(f -> read.set(((RexFieldAccess) f).getField().getIndex()));
          return found;
        };
    Planned inner = plan(optional, new Around(noted, known(rows, Around.NOTHING)), false, 0);
    RelNode matching =
        needed.isEmpty()
            ? inner.node()
            : filtered(inner.node(), List.of(isThere(needed.get(), noted)));
    RelNode both =
        LogicalCorrelate.create(
            rows.node(), matching, List.of(), id, read.build(), JoinRelType.LEFT);
    return new Planned(both, rows.row().thenOptional(inner.row()));
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
