package org.omnigraph.engine.sidecar;

import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.table.CommittedVersion;

/** A recovery intent in one of its states. */
public sealed interface Sidecar {
  OperationId operation();

  /** The branch it belongs to. */
  BranchName branch();

  /** Effects may exist in part, and may only be taken back. */
  record Armed(WritePlan plan) implements Sidecar {
    @Override
    public OperationId operation() {
      return plan.operation();
    }

    @Override
    public BranchName branch() {
      return plan.token().branch();
    }

    public Confirmed confirm(List<CommittedVersion> achieved) {
      return new Confirmed(plan, achieved);
    }
  }

  /**
   * Every planned effect exists and is named; the publish may be finished.
   *
   * @param achieved in the order of the plan's tables
   */
  record Confirmed(WritePlan plan, List<CommittedVersion> achieved) implements Sidecar {
    public Confirmed {
      achieved = List.copyOf(achieved);
      if (achieved.size() != plan.tables().size()) {
        throw new IllegalArgumentException(
            achieved.size() + " effects of " + plan.tables().size() + " planned ones");
      }
    }

    @Override
    public OperationId operation() {
      return plan.operation();
    }

    @Override
    public BranchName branch() {
      return plan.token().branch();
    }
  }

  /**
   * An intent of a writer that this program does not have, or one that is being rolled back.
   *
   * @param kind what the file calls the writer
   */
  record Other(OperationId operation, BranchName branch, String kind) implements Sidecar {}

  /** The plan, when it is a mutation or a load. */
  default Optional<WritePlan> writePlan() {
    if (this instanceof Armed armed) {
      return Optional.of(armed.plan());
    }
    return this instanceof Confirmed confirmed ? Optional.of(confirmed.plan()) : Optional.empty();
  }
}
