package org.omnigraph.query.expand;

import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.FedLeaf;
import org.omnigraph.query.lance.LanceTableScan;
import org.omnigraph.query.plan.RowEstimate;
import org.omnigraph.query.type.SqlTypes;

/**
 * Which nodes are reached from which by several edges of a type. Its rows are pairs of ids, {@code
 * start} and {@code end}, each once.
 *
 * <p>An end is reached when its distance from the start, the fewest edges that lead there, is
 * within the bounds. The start has the distance 0. A node with an edge to itself is reached by that
 * edge too, when its distance is one less than the least.
 */
public final class Expand extends AbstractRelNode implements FedLeaf {
  private static final int SRC = 1;
  private static final int DST = 2;

  /** A guess, for the order of joins. */
  private static final double NEIGHBOURS = 4;

  private static final int MOST_GUESSED = 10;

  private final LanceTableScan table;
  private final RelNode roots;
  private final Walk walk;
  private final Adjacencies adjacencies;

  /** How edges are walked. */
  public enum Direction {
    OUTGOING,
    INCOMING,
    BOTH;

    Direction reversed() {
      return this == BOTH ? BOTH : this == OUTGOING ? INCOMING : OUTGOING;
    }
  }

  /**
   * What is walked.
   *
   * @param direction from the start to the end of the traversal
   * @param min the fewest hops, at least one
   * @param max the most hops
   * @param backwards whether the search begins at the ends
   */
  public record Walk(Direction direction, int min, int max, boolean backwards) {
    /** How the search walks edges. */
    Direction searched() {
      return backwards ? direction.reversed() : direction;
    }
  }

  private Expand(LanceTableScan table, RelNode roots, Walk walk, Adjacencies adjacencies) {
    super(table.getCluster(), table.getCluster().traitSet());
    this.table = table;
    this.roots = roots;
    this.walk = walk;
    this.adjacencies = adjacencies;
  }

  /**
   * A traversal.
   *
   * @param table a scan of all edges
   * @param roots a finished plan of one column, the ids at which the search begins; those that come
   *     twice count once
   * @param adjacencies the edges that are in memory
   */
  public static Expand of(LanceTableScan table, RelNode roots, Walk walk, Adjacencies adjacencies) {
    return new Expand(table, roots, walk, adjacencies);
  }

  LanceTableScan table() {
    return table;
  }

  Adjacencies adjacencies() {
    return adjacencies;
  }

  Walk walk() {
    return walk;
  }

  @Override
  public List<RelNode> feeds() {
    return List.of(roots, ends());
  }

  /** The source and the target of each edge. */
  private RelNode ends() {
    return LogicalProject.create(
        table,
        List.of(),
        List.of(RexInputRef.of(SRC, table.getRowType()), RexInputRef.of(DST, table.getRowType())),
        List.of("src", "dst"),
        Set.of());
  }

  @Override
  public Intake intake(Execution execution) {
    return new ExpandIntake(this, execution);
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory.Builder row = getCluster().getTypeFactory().builder();
    return row.add("start", SqlTypes.text()).add("end", SqlTypes.text()).build();
  }

  @Override
  public double expectedRows() {
    double reached = Math.pow(NEIGHBOURS, Math.min(walk.max(), MOST_GUESSED));
    return RowEstimate.of(roots) * Math.min(reached, RowEstimate.of(table));
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("edges", table).item("roots", roots).item("walk", walk);
  }
}
