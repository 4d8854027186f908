package org.omnigraph.query.catalog;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.recovery.AuditEntry;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.query.running.RunningStatement;

/**
 * The committed data of an open graph.
 *
 * @param running the statements that are worked on now
 */
record CommittedGraph(Graph graph, Samples samples, Supplier<List<RunningStatement>> running)
    implements GraphSource {
  @Override
  public Object owner() {
    return graph;
  }

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
  public Snapshot snapshotAt(BranchName branch, CommitId commit) {
    return graph.snapshotAt(branch, commit);
  }

  @Override
  public Snapshot snapshotAt(BranchName branch, Instant time) {
    return graph.snapshotAt(branch, time);
  }

  @Override
  public TableSnapshot open(Snapshot snapshot, TypeKey type) {
    return graph.open(snapshot, type);
  }

  @Override
  public TableStatistics statistics(Snapshot snapshot, TypeKey type) {
    return samples.of(this, snapshot, type);
  }

  @Override
  public List<GraphCommit> commits(BranchName branch) {
    return graph.commits(branch);
  }

  @Override
  public String uri() {
    return graph.uri();
  }

  @Override
  public List<Sidecar> unfinished() {
    return graph.unfinished();
  }

  @Override
  public List<AuditEntry> recoveries() {
    return graph.recoveries();
  }

  @Override
  public List<RunningStatement> statements() {
    return running.get();
  }
}
