package org.omnigraph.query.gq.check;

import java.util.Optional;
import org.omnigraph.engine.schema.EdgeType;

/**
 * A traversal with its direction.
 *
 * @param start where the text starts; empty for {@code $_}
 * @param end where the text ends; empty for {@code $_}
 * @param direction how the edge is walked from start to end
 * @param edge what binds the edge itself: then one row an edge, otherwise one an end
 * @param min the fewest hops, at least one
 * @param max the most hops; may be less than {@code min}, then nothing is reached
 */
public record Hop(
    Optional<Variable.Node> start,
    Optional<Variable.Node> end,
    EdgeType type,
    Direction direction,
    Optional<Variable.Edge> edge,
    int min,
    int max) {
  /** How an edge is walked. */
  public enum Direction {
    OUTGOING,
    INCOMING,
    BOTH
  }

  /** Whether this is one edge. */
  public boolean isSingle() {
    return min == 1 && max == 1;
  }

  /** Whether nothing is ever reached: an edge between two types does not chain. */
  public boolean isImpossible() {
    return max < min;
  }
}
