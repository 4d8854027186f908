package org.omnigraph.query;

import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.query.catalog.Visibility;

/**
 * Where a statement runs: which graphs it may name and what an unqualified table name means.
 *
 * @param graphs catalog name to open graph
 * @param graph the current catalog, a key of {@code graphs}
 * @param branch the current schema
 * @param snapshot a pinned commit instead of the branch's head
 * @param transaction what the current schema shows instead, inside a transaction
 * @param visibility what of the graphs may be seen
 */
public record QueryContext(
    Map<String, Graph> graphs,
    String graph,
    BranchName branch,
    Optional<CommitId> snapshot,
    Optional<Transaction> transaction,
    Visibility visibility) {
  public QueryContext {
    graphs = Map.copyOf(graphs);
  }

  /** Outside a transaction, for one who may see everything. */
  public QueryContext(
      Map<String, Graph> graphs, String graph, BranchName branch, Optional<CommitId> snapshot) {
    this(graphs, graph, branch, snapshot, Optional.empty(), Visibility.ALL);
  }

  /**
   * A transaction on the current branch, as its statements see it.
   *
   * @param snapshot the snapshot of its first statement
   * @param staging what it has written, if anything
   */
  public record Transaction(Snapshot snapshot, Optional<MutationStaging> staging) {}

  /** The same place, seen by a transaction that works there. */
  public QueryContext in(Transaction open) {
    return new QueryContext(graphs, graph, branch, Optional.empty(), Optional.of(open), visibility);
  }

  /** The same place, for one who may see some of it. */
  public QueryContext seenBy(Visibility newVisibility) {
    return new QueryContext(graphs, graph, branch, snapshot, transaction, newVisibility);
  }

  public Graph current() {
    Graph current = graphs.get(graph);
    if (current == null) {
      throw new IllegalStateException("no graph " + graph);
    }
    return current;
  }
}
