package org.omnigraph.query.catalog;

import java.time.Instant;
import java.util.List;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.recovery.AuditEntry;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.query.running.RunningStatement;

/**
 * What one caller may see of a graph. Branches that it may not read, and commits that only those
 * have, are not there: no answer tells them from what nobody has made.
 */
final class VisibleGraph extends ForwardingGraph {
  private final String name;
  private final Visibility visibility;

  /**
   * A graph as a caller sees it.
   *
   * @param name of the graph
   */
  VisibleGraph(String name, GraphSource graph, Visibility visibility) {
    super(graph);
    this.name = name;
    this.visibility = visibility;
  }

  @Override
  public List<BranchName> branches() {
    return super.branches().stream().filter(b -> visibility.seesBranch(name, b)).toList();
  }

  @Override
  public Snapshot snapshot(BranchName branch) {
    visibility.requireRead(name, branch);
    return super.snapshot(branch);
  }

  /** A commit that a branch has from another one may be read by whoever may read either. */
  @Override
  public Snapshot snapshotAt(CommitId commit) {
    Snapshot snapshot = super.snapshotAt(commit);
    if (!isReadable(snapshot)) {
      throw Manifest.noSuchCommit(commit);
    }
    return snapshot;
  }

  @Override
  public void requireReadable(Snapshot snapshot) {
    if (!isReadable(snapshot)) {
      visibility.requireRead(name, snapshot.branch());
    }
  }

  private boolean isReadable(Snapshot snapshot) {
    return visibility.seesBranch(name, snapshot.branch()) || isShownElsewhere(snapshot);
  }

  private boolean isShownElsewhere(Snapshot snapshot) {
    return snapshot
        .commit()
        .filter(commit -> branches().stream().anyMatch(branch -> shows(branch, commit)))
        .isPresent();
  }

  private boolean shows(BranchName branch, CommitId commit) {
    try {
      super.snapshotAt(branch, commit);
      return true;
    } catch (NotFound e) {
      return false;
    }
  }

  @Override
  public Snapshot snapshotAt(BranchName branch, CommitId commit) {
    visibility.requireRead(name, branch);
    Snapshot anywhere = snapshotAt(commit);
    return anywhere.branch().equals(branch) ? anywhere : super.snapshotAt(branch, commit);
  }

  @Override
  public Snapshot snapshotAt(BranchName branch, Instant time) {
    visibility.requireRead(name, branch);
    return super.snapshotAt(branch, time);
  }

  @Override
  public List<GraphCommit> commits(BranchName branch) {
    visibility.requireRead(name, branch);
    return super.commits(branch);
  }

  @Override
  public List<Sidecar> unfinished() {
    return super.unfinished().stream()
        .filter(operation -> visibility.seesBranch(name, operation.branch()))
        .toList();
  }

  /** They do not say which branch they were about. */
  @Override
  public List<AuditEntry> recoveries() {
    boolean all = super.branches().stream().allMatch(b -> visibility.seesBranch(name, b));
    return all ? super.recoveries() : List.of();
  }

  @Override
  public List<RunningStatement> statements() {
    return super.statements().stream()
        .filter(statement -> visibility.seesStatement(statement.origin()))
        .toList();
  }
}
