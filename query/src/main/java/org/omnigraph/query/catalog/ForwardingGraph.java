package org.omnigraph.query.catalog;

import java.time.Instant;
import java.util.List;
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

/** Another graph, of which a subclass shows something differently. */
abstract class ForwardingGraph implements GraphSource {
  private final GraphSource graph;

  ForwardingGraph(GraphSource graph) {
    this.graph = graph;
  }

  @Override
  public Object owner() {
    return graph.owner();
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
  public void requireReadable(Snapshot snapshot) {
    graph.requireReadable(snapshot);
  }

  @Override
  public TableSnapshot open(Snapshot snapshot, TypeKey type) {
    return graph.open(snapshot, type);
  }

  @Override
  public List<GraphCommit> commits(BranchName branch) {
    return graph.commits(branch);
  }

  @Override
  public TableStatistics statistics(Snapshot snapshot, TypeKey type) {
    return graph.statistics(snapshot, type);
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
    return graph.statements();
  }
}
