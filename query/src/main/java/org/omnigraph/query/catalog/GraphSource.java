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

/** What SQL needs of a graph in order to read it; a transaction's overlay is another one. */
public interface GraphSource {
  AcceptedSchema schema();

  /** All branches, sorted. */
  List<BranchName> branches();

  /** The newest snapshot of a branch. */
  Snapshot snapshot(BranchName branch);

  /** The snapshot that a commit published. */
  Snapshot snapshotAt(CommitId commit);

  /** Opens a type's table; the caller closes it. */
  TableSnapshot open(Snapshot snapshot, TypeKey type);

  /** The commits that a branch can see, newest first. */
  List<GraphCommit> commits(BranchName branch);

  /** An open graph, without pending rows. */
  static GraphSource of(Graph graph) {
    return new CommittedGraph(graph);
  }
}
