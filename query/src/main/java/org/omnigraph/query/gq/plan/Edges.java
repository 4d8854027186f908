package org.omnigraph.query.gq.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.omnigraph.engine.schema.Constraint;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.query.expand.Adjacencies;
import org.omnigraph.query.expand.Expand;
import org.omnigraph.query.gq.check.Hop;
import org.omnigraph.query.gq.check.Variable;
import org.omnigraph.query.lance.LanceTableScan;
import org.omnigraph.query.plan.PlanBuilder;
import org.omnigraph.query.plan.RowEstimate;

/**
 * The table that a traversal joins. With a bound edge it has the columns of the edge's table, where
 * {@code src} is the start and {@code dst} the end of the traversal; otherwise the distinct starts
 * and ends, without those that are {@code $_}.
 */
final class Edges {
  private static final int SRC = 1;
  private static final int DST = 2;

  /** With more nodes to begin at than this, a single hop is joined. */
  private static final double FEW_ROOTS = 1_000;

  private final PlanBuilder plans;
  private final RexBuilder builder;

  private final Adjacencies adjacencies;

  Edges(PlanBuilder plans, Adjacencies adjacencies) {
    this.plans = plans;
    this.adjacencies = adjacencies;
    this.builder = plans.cluster().getRexBuilder();
  }

  /**
   * What is joined for a traversal.
   *
   * @param start the column with the id of the start; empty when that is {@code $_}
   * @param end likewise
   */
  record Part(RelNode node, OptionalInt start, OptionalInt end) {}

  /** Where the searches of a traversal of several hops begin. */
  interface Roots {
    /** A plan with one column, the ids of a variable or, when it is {@code $_}, of its type. */
    RelNode of(Optional<Variable.Node> variable);
  }

  /**
   * @param existence whether the number of equal rows does not matter
   * @param walks whether a single hop may be walked from few nodes instead of joined
   */
  Part of(Hop hop, boolean existence, boolean walks, Roots roots) {
    boolean from = hop.start().isPresent();
    boolean to = hop.end().isPresent();
    if (hop.edge().isPresent()) {
      return new Part(bound(hop), column(from, SRC), column(to, DST));
    }
    return new Part(
        unbound(hop, existence, walks, roots), column(from, 0), column(to, from ? 1 : 0));
  }

  private static OptionalInt column(boolean named, int column) {
    return named ? OptionalInt.of(column) : OptionalInt.empty();
  }

  private RelNode unbound(Hop hop, boolean existence, boolean walks, Roots roots) {
    Optional<RelNode> walked = walks || !hop.isSingle() ? walked(hop, roots) : Optional.empty();
    RelNode pairs = walked.orElseGet(() -> singleHops(hop));
    List<Integer> kept = new ArrayList<>();
    hop.start().ifPresent(v -> kept.add(0));
    hop.end().ifPresent(v -> kept.add(1));
    RelNode ends = kept.size() == 2 ? pairs : ends(pairs, kept);
    boolean distinct = existence || (kept.size() == 2 && (walked.isPresent() || isDistinct(hop)));
    return distinct ? ends : distinct(ends);
  }

  /** Rows with a constant where no end is named, so that there is a column to group by. */
  private RelNode ends(RelNode pairs, List<Integer> kept) {
    return kept.isEmpty()
        ? LogicalProject.create(
            pairs, List.of(), List.of(builder.makeLiteral(true)), List.of("any"), Set.of())
        : project(pairs, kept);
  }

  private static boolean isDistinct(Hop hop) {
    return hop.direction() != Hop.Direction.BOTH && hasUniqueEnds(hop.type());
  }

  private static boolean hasUniqueEnds(EdgeType type) {
    return type.constraints().stream()
        .anyMatch(
            c ->
                c instanceof Constraint.Unique unique
                    && Set.of("src", "dst").containsAll(unique.columns()));
  }

  private RelNode singleHops(Hop hop) {
    return switch (hop.direction()) {
      case OUTGOING -> project(scan(hop), List.of(SRC, DST));
      case INCOMING -> project(scan(hop), List.of(DST, SRC));
      case BOTH ->
          LogicalUnion.create(
              List.of(project(scan(hop), List.of(SRC, DST)), project(scan(hop), List.of(DST, SRC))),
              true);
    };
  }

  /**
   * Searched from the side that is likely to have fewer nodes. A single hop is, when those are few
   * and the edges many; a hash of all edges costs more then than what leads there.
   */
  private Optional<RelNode> walked(Hop hop, Roots roots) {
    if (hop.isImpossible()) {
      return Optional.of(
          LogicalValues.createEmpty(
              plans.cluster(), project(scan(hop), List.of(SRC, DST)).getRowType()));
    }
    LanceTableScan table = (LanceTableScan) plans.part(scan(hop));
    if (hop.isSingle() && !adjacencies.isLarge(table.source().rows())) {
      return Optional.empty();
    }
    RelNode starts = plans.part(roots.of(hop.start()));
    RelNode targets = plans.part(roots.of(hop.end()));
    boolean backwards = RowEstimate.of(targets) < RowEstimate.of(starts);
    RelNode fewer = backwards ? targets : starts;
    if (hop.isSingle() && RowEstimate.of(fewer) > FEW_ROOTS) {
      return Optional.empty();
    }
    return Optional.of(
        Expand.of(
            table,
            fewer,
            new Expand.Walk(direction(hop), hop.min(), hop.max(), backwards),
            adjacencies));
  }

  private static Expand.Direction direction(Hop hop) {
    return switch (hop.direction()) {
      case OUTGOING -> Expand.Direction.OUTGOING;
      case INCOMING -> Expand.Direction.INCOMING;
      case BOTH -> Expand.Direction.BOTH;
    };
  }

  private RelNode bound(Hop hop) {
    return switch (hop.direction()) {
      case OUTGOING -> scan(hop);
      case INCOMING -> reversed(hop);
      case BOTH -> LogicalUnion.create(List.of(scan(hop), withoutLoops(reversed(hop))), true);
    };
  }

  private RelNode withoutLoops(RelNode edges) {
    return LogicalFilter.create(
        edges,
        builder.makeCall(
            SqlStdOperatorTable.NOT_EQUALS,
            builder.makeInputRef(edges, SRC),
            builder.makeInputRef(edges, DST)));
  }

  private RelNode reversed(Hop hop) {
    RelNode scan = scan(hop);
    List<Integer> order = new ArrayList<>(List.of(0, DST, SRC));
    for (int i = DST + 1; i < scan.getRowType().getFieldCount(); i++) {
      order.add(i);
    }
    return LogicalProject.create(
        scan, List.of(), references(scan, order), scan.getRowType().getFieldNames(), Set.of());
  }

  private RelNode scan(Hop hop) {
    return plans.scan(hop.type().key());
  }

  private RelNode project(RelNode node, List<Integer> columns) {
    return LogicalProject.create(
        node,
        List.of(),
        references(node, columns),
        columns.stream().map(c -> "e" + columns.indexOf(c)).toList(),
        Set.of());
  }

  private List<RexNode> references(RelNode node, List<Integer> columns) {
    List<RexNode> references = new ArrayList<>();
    columns.forEach(c -> references.add(builder.makeInputRef(node, c)));
    return references;
  }

  private static Aggregate distinct(RelNode node) {
    return LogicalAggregate.create(
        node, List.of(), ImmutableBitSet.range(node.getRowType().getFieldCount()), null, List.of());
  }
}
