package org.omnigraph.query.expand;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.FedLeaf;
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
  /** A guess, for the order of joins. */
  private static final double NEIGHBOURS = 4;

  private static final int MOST_GUESSED = 10;

  private final RelNode edges;
  private final RelNode roots;
  private final Walk walk;

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

  private Expand(RelOptCluster cluster, RelNode edges, RelNode roots, Walk walk) {
    super(cluster, cluster.traitSet());
    this.edges = edges;
    this.roots = roots;
    this.walk = walk;
  }

  /**
   * A traversal.
   *
   * @param edges a finished plan of two columns, the source and the target of each edge
   * @param roots a finished plan of one column, the ids at which the search begins; those that come
   *     twice count once
   */
  public static Expand of(RelNode edges, RelNode roots, Walk walk) {
    return new Expand(edges.getCluster(), edges, roots, walk);
  }

  Walk walk() {
    return walk;
  }

  @Override
  public List<RelNode> feeds() {
    return List.of(edges, roots);
  }

  @Override
  public Intake intake(Execution execution) {
    return new ExpandIntake(this, execution.allocator());
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory.Builder row = getCluster().getTypeFactory().builder();
    return row.add("start", SqlTypes.text()).add("end", SqlTypes.text()).build();
  }

  @Override
  public double expectedRows() {
    double reached = Math.pow(NEIGHBOURS, Math.min(walk.max(), MOST_GUESSED));
    return RowEstimate.of(roots) * Math.min(reached, RowEstimate.of(edges));
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("edges", edges).item("roots", roots).item("walk", walk);
  }
}
