package org.omnigraph.engine.sidecar;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.table.CommittedVersion;

/** A recovery intent in one of its states. */
public sealed interface Sidecar {
  /** What it lays claim to; the same in every state. */
  Claim claim();

  default OperationId operation() {
    return claim().operation();
  }

  /** The graph branch it belongs to. */
  default BranchName branch() {
    return claim().branch();
  }

  /** An intent of a mutation or a load: the writers that this program recovers. */
  sealed interface OfWrite extends Sidecar permits Armed, Confirmed, RollingBack {
    WritePlan plan();

    /** The effects, in the order of the plan's tables, once all of them exist. */
    Optional<List<CommittedVersion>> achieved();

    /** What a rollback that was begun does to which table. */
    Optional<List<TableOutcome>> outcomes();

    @Override
    default Claim claim() {
      return plan().claim();
    }
  }

  /** Effects may exist in part, and may only be taken back. */
  record Armed(WritePlan plan) implements OfWrite {
    public Confirmed confirm(List<CommittedVersion> achieved) {
      return new Confirmed(plan, achieved);
    }

    @Override
    public Optional<List<CommittedVersion>> achieved() {
      return Optional.empty();
    }

    @Override
    public Optional<List<TableOutcome>> outcomes() {
      return Optional.empty();
    }
  }

  /**
   * Every planned effect exists and is named; the publish may be finished.
   *
   * @param versions in the order of the plan's tables
   */
  record Confirmed(WritePlan plan, List<CommittedVersion> versions) implements OfWrite {
    public Confirmed {
      versions = List.copyOf(versions);
      if (versions.size() != plan.tables().size()) {
        throw new IllegalArgumentException(
            versions.size() + " effects of " + plan.tables().size() + " planned ones");
      }
    }

    @Override
    public Optional<List<CommittedVersion>> achieved() {
      return Optional.of(versions);
    }

    @Override
    public Optional<List<TableOutcome>> outcomes() {
      return Optional.empty();
    }
  }

  /** Its effects are being taken back; that direction never turns. */
  record RollingBack(
      WritePlan plan, Optional<List<CommittedVersion>> achieved, List<TableOutcome> planned)
      implements OfWrite {
    public RollingBack {
      planned = List.copyOf(planned);
    }

    /** The rollback of an intent in any state. */
    public static RollingBack of(OfWrite interrupted, List<TableOutcome> planned) {
      return new RollingBack(interrupted.plan(), interrupted.achieved(), planned);
    }

    @Override
    public Optional<List<TableOutcome>> outcomes() {
      return Optional.of(planned);
    }
  }

  /**
   * An intent of a change of the schema, which stands in the way of everything.
   *
   * @param commit becomes visible before the schema files are replaced
   * @param acceptedHash the digest of the schema before
   * @param targetHash the digest of the schema afterwards
   */
  record SchemaChange(
      Claim claim,
      Instant startedAt,
      CommitId commit,
      CommitId rollbackCommit,
      String acceptedHash,
      String targetHash)
      implements Sidecar {}

  /**
   * An intent of a writer that this program does not have.
   *
   * @param rollbackCommit the id it keeps for a commit that records a rollback, if it has one
   */
  record Foreign(Claim claim, Instant startedAt, Optional<CommitId> rollbackCommit)
      implements Sidecar {}
}
