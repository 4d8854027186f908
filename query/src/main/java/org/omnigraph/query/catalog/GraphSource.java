package org.omnigraph.query.catalog;

import java.time.Instant;
import java.util.List;
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
import org.omnigraph.query.running.RunningStatements;

/** What SQL needs of a graph in order to read it; a transaction's overlay is another one. */
public interface GraphSource {
  /** The same object as long as the graph is open, and of no other open graph. */
  Object owner();

  AcceptedSchema schema();

  /** All branches, sorted. */
  List<BranchName> branches();

  /** Whether there is a branch of that name. */
  default boolean hasBranch(String branch) {
    return branches().stream().anyMatch(known -> known.value().equals(branch));
  }

  /** The newest snapshot of a branch. */
  Snapshot snapshot(BranchName branch);

  /** The snapshot that a commit published. */
  Snapshot snapshotAt(CommitId commit);

  /** The snapshot that a commit published, for a branch that shows it. */
  Snapshot snapshotAt(BranchName branch, CommitId commit);

  /** What a branch showed at a time. */
  Snapshot snapshotAt(BranchName branch, Instant time);

  /**
   * Refuses a snapshot, taken before, that may not be read any more.
   *
   * @throws org.omnigraph.engine.error.PolicyDenied naming what is missing
   */
  default void requireReadable(Snapshot snapshot) {}

  /** Opens a type's table; the caller closes it. */
  TableSnapshot open(Snapshot snapshot, TypeKey type);

  /** The commits that a branch can see, newest first. */
  List<GraphCommit> commits(BranchName branch);

  /** What is known about the values of a type's table. */
  TableStatistics statistics(Snapshot snapshot, TypeKey type);

  /** Where the graph is. */
  String uri();

  /** The operations that have begun to change storage and have not ended. */
  List<Sidecar> unfinished();

  /** What recoveries did. */
  List<AuditEntry> recoveries();

  /** The statements that are worked on now, on any graph. */
  List<RunningStatement> statements();

  /** An open graph, without pending rows and without statements. */
  static GraphSource of(Graph graph) {
    return new CommittedGraph(graph, new Samples(), List::of);
  }

  /**
   * The same, with the samples that were taken of its tables, beside the statements of an engine.
   */
  static GraphSource of(Graph graph, Samples samples, RunningStatements statements) {
    return new CommittedGraph(graph, samples, statements::list);
  }

  /** The same graph as it was when the head of one branch was a commit. */
  default GraphSource pinnedAt(BranchName branch, CommitId commit) {
    return new PinnedGraph(this, branch, commit);
  }

  /**
   * The same graph as one caller may see it.
   *
   * @param name under which the graph is served
   */
  default GraphSource seenBy(String name, Visibility visibility) {
    return visibility == Visibility.ALL ? this : new VisibleGraph(name, this, visibility);
  }
}
