package org.omnigraph.engine.pending.statement;

/**
 * How many rows a statement inserted, matched or deleted.
 *
 * @param nodes rows of node types
 * @param edges rows of edge types, those that went with their nodes included
 */
public record Affected(long nodes, long edges) {
  public static final Affected NOTHING = new Affected(0, 0);

  /** Both together. */
  public Affected plus(Affected other) {
    return new Affected(nodes + other.nodes, edges + other.edges);
  }
}
