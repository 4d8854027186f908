package org.omnigraph.query;

import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;

/**
 * Where a statement runs: which graphs it may name and what an unqualified table name means.
 *
 * @param graphs catalog name to open graph
 * @param graph the current catalog, a key of {@code graphs}
 * @param branch the current schema
 * @param snapshot a pinned commit instead of the branch's head
 */
public record QueryContext(
    Map<String, Graph> graphs, String graph, BranchName branch, Optional<CommitId> snapshot) {
  public QueryContext {
    graphs = Map.copyOf(graphs);
  }

  public Graph current() {
    Graph current = graphs.get(graph);
    if (current == null) {
      throw new IllegalStateException("no graph " + graph);
    }
    return current;
  }
}
