package org.omnigraph.query.catalog;

import java.util.List;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.table.TableSnapshot;

/** The committed data of an open graph. */
record CommittedGraph(Graph graph) implements GraphSource {
  @Override
  public AcceptedSchema schema() {
    return graph.schema();
  }

  @Override
  public List<BranchName> branches() {
    return graph.branches();
  }

  @Override
  public Snapshot snapshot(BranchName branch) {
    return graph.snapshot(branch);
  }

  @Override
  public Snapshot snapshotAt(CommitId commit) {
    return graph.snapshotAt(commit);
  }

  @Override
  public TableSnapshot open(Snapshot snapshot, TypeKey type) {
    return graph.open(snapshot, type);
  }

  @Override
  public List<GraphCommit> commits(BranchName branch) {
    return graph.commits(branch);
  }
}
