package org.omnigraph.testkit.simulation;

import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.testkit.GraphHarness.Write;

/** One write of a client, and what it was told. Its name is the actor of its commit. */
final class Operation {
  /** What the client knows. */
  enum Outcome {
    RUNNING,
    ACKNOWLEDGED,
    /** Nothing of it may ever show. */
    REFUSED,
    /** Recovery decides. */
    IN_DOUBT
  }

  private final String name;
  private final BranchName branch;
  private final List<Write> writes;
  private Outcome outcome = Outcome.RUNNING;
  private Optional<Snapshot> base = Optional.empty();
  private boolean armed;
  private boolean confirmed;

  Operation(String name, BranchName branch, List<Write> writes) {
    this.name = name;
    this.branch = branch;
    this.writes = writes;
  }

  String name() {
    return name;
  }

  BranchName branch() {
    return branch;
  }

  List<Write> writes() {
    return writes;
  }

  Outcome outcome() {
    return outcome;
  }

  void ended(Outcome how) {
    outcome = how;
  }

  void begunOn(Snapshot snapshot) {
    base = Optional.of(snapshot);
  }

  Optional<Snapshot> base() {
    return base;
  }

  Optional<BranchIdentifier> identifier() {
    return base.map(Snapshot::identifier);
  }

  void passed(Failpoint place) {
    armed |= place == Failpoint.SIDECAR_WRITE;
    confirmed |= place == Failpoint.SIDECAR_CONFIRMED;
  }

  /** Whether its intent may be in storage. */
  boolean isArmed() {
    return armed;
  }

  /** Whether its intent names every effect, so that recovery must finish it. */
  boolean isConfirmed() {
    return confirmed;
  }

  /** Whether it may not be prepared again when its branch has moved. */
  boolean isStrict() {
    return writes.stream().anyMatch(write -> write.mode() == WriteMode.REPLACE);
  }

  @Override
  public String toString() {
    return name + " on " + branch + " (" + outcome + "): " + writes;
  }
}
