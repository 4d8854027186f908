package org.omnigraph.query.catalog;

import java.util.List;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;

/** A graph of which one branch is seen at a commit instead of its head. */
final class PinnedGraph extends ForwardingGraph {
  private final BranchName pinned;
  private final CommitId commit;

  PinnedGraph(GraphSource graph, BranchName pinned, CommitId commit) {
    super(graph);
    this.pinned = pinned;
    this.commit = commit;
  }

  @Override
  public Snapshot snapshot(BranchName branch) {
    return branch.equals(pinned) ? snapshotAt(commit) : super.snapshot(branch);
  }

  /** Those up to the commit; all where the branch does not have it. */
  @Override
  public List<GraphCommit> commits(BranchName branch) {
    List<GraphCommit> all = super.commits(branch);
    if (!branch.equals(pinned)) {
      return all;
    }
    List<GraphCommit> then = all.stream().dropWhile(c -> !c.id().equals(commit)).toList();
    return then.isEmpty() ? all : then;
  }
}
