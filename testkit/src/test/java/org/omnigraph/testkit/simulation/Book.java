package org.omnigraph.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.testkit.GraphHarness.Write;
import org.omnigraph.testkit.RowReader;
import org.omnigraph.testkit.simulation.Operation.Outcome;

/**
 * Everything that clients were told, held against what the graph shows.
 *
 * <p>The log of a branch names its operations in their order; replayed on the model they give the
 * rows that the branch must have.
 */
final class Book {
  private final Map<String, Operation> operations = new HashMap<>();
  private final Set<BranchName> deletedOnce = new HashSet<>();

  Operation begin(BranchName branch, List<Write> writes) {
    Operation operation = new Operation("op-" + operations.size(), branch, writes);
    operations.put(operation.name(), operation);
    return operation;
  }

  /** From here on reads and writes of the branch may find it gone. */
  void deleting(BranchName branch) {
    deletedOnce.add(branch);
  }

  boolean mayBeGone(BranchName branch) {
    return deletedOnce.contains(branch);
  }

  /** What a snapshot must show, by the log of its branch. Fails when the log is wrong. */
  Model expected(Graph graph, Snapshot snapshot) {
    return replay(logTo(graph, snapshot));
  }

  /** Oldest first. */
  private static List<GraphCommit> logTo(Graph graph, Snapshot snapshot) {
    List<GraphCommit> newestFirst = graph.commits(snapshot.branch());
    for (int i = 0; i < newestFirst.size(); i++) {
      if (snapshot.commit().equals(Optional.of(newestFirst.get(i).id()))) {
        List<GraphCommit> log = new ArrayList<>(newestFirst.subList(i, newestFirst.size()));
        java.util.Collections.reverse(log);
        return log;
      }
    }
    throw new AssertionError(snapshot.commit() + " is not in the log of " + snapshot.branch());
  }

  private Model replay(List<GraphCommit> log) {
    Model model = Model.empty();
    Set<String> seen = new HashSet<>();
    for (GraphCommit commit : log) {
      Optional<Operation> operation = commit.actor().map(operations::get);
      if (operation.isPresent()) {
        model = replay(model, operation.get(), seen);
      }
    }
    return model;
  }

  private static Model replay(Model before, Operation operation, Set<String> seen) {
    if (!seen.add(operation.name())) {
      throw new AssertionError("committed twice: " + operation);
    }
    if (operation.outcome() == Outcome.REFUSED) {
      throw new AssertionError("committed although it was refused: " + operation);
    }
    return before
        .after(operation.writes())
        .orElseThrow(() -> new AssertionError("committed what must be refused: " + operation));
  }

  /** Holds the newest state of a branch against the book; nobody else may run meanwhile. */
  void check(Graph graph, BranchName branch) {
    Snapshot snapshot = graph.snapshot(branch);
    requireRows(graph, snapshot, expected(graph, snapshot));
    Set<String> shown = actors(graph.commits(branch));
    for (Operation operation : operations.values()) {
      if (operation.outcome() == Outcome.ACKNOWLEDGED
          && operation.identifier().equals(Optional.of(snapshot.identifier()))
          && !shown.contains(operation.name())) {
        throw new AssertionError("acknowledged and lost: " + operation);
      }
    }
  }

  /** After everything is settled: what was in doubt is decided as its intent says. */
  void checkSettled(Graph graph, BranchName branch) {
    check(graph, branch);
    Set<String> shown = actors(graph.commits(branch));
    Snapshot snapshot = graph.snapshot(branch);
    for (Operation operation : operations.values()) {
      if (operation.outcome() == Outcome.IN_DOUBT
          && operation.identifier().equals(Optional.of(snapshot.identifier()))
          && shown.contains(operation.name()) != operation.isConfirmed()) {
        throw new AssertionError(
            (operation.isConfirmed() ? "confirmed and not finished: " : "finished unconfirmed: ")
                + operation);
      }
    }
  }

  private static Set<String> actors(List<GraphCommit> commits) {
    Set<String> actors = new HashSet<>();
    commits.forEach(commit -> commit.actor().ifPresent(actors::add));
    return actors;
  }

  static void requireRows(Graph graph, Snapshot snapshot, Model expected) {
    for (TypeKey type : Model.TYPES) {
      Object rows = RowReader.rows(graph, snapshot, type);
      if (!rows.equals(expected.rows().get(type))) {
        throw new AssertionError(
            type
                + " of "
                + snapshot.branch()
                + " at "
                + snapshot.commit()
                + " shows "
                + rows
                + " instead of "
                + expected.rows().get(type));
      }
    }
  }

  /** Whether some state that the branch had since the operation began refuses it. */
  boolean isRefusedWithCause(Graph graph, Operation operation) {
    List<GraphCommit> log = logTo(graph, graph.snapshot(operation.branch()));
    Optional<Snapshot> base = operation.base();
    for (int last = log.size(); last > 0; last--) {
      if (replay(log.subList(0, last)).after(operation.writes()).isEmpty()) {
        return true;
      }
      if (base.isPresent() && base.get().commit().equals(Optional.of(log.get(last - 1).id()))) {
        return false;
      }
    }
    return false;
  }
}
