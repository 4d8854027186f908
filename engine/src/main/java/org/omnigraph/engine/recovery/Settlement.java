package org.omnigraph.engine.recovery;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.RetryableCommitConflict;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Publication;
import org.omnigraph.engine.manifest.Publication.ExactHead;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.manifest.TableUpdate;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.sidecar.Sidecar.RollingBack;
import org.omnigraph.engine.sidecar.TableOutcome;
import org.omnigraph.engine.sidecar.TablePlan;
import org.omnigraph.engine.sidecar.WritePlan;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;

/**
 * Carries out what was decided about an intent, under its gates. Each step can be repeated: after a
 * crash the next look at the intent finds what is done and goes on from there. Removing the intent
 * is always the last step.
 */
final class Settlement {
  /** Who rolls back and discards. */
  static final String ACTOR = "omnigraph:recovery";

  private final Recovery.Parts parts;
  private final OwnForks forks;

  Settlement(Recovery.Parts parts) {
    this.parts = parts;
    this.forks = new OwnForks(parts.tables(), parts.sidecars());
  }

  /** Carries out a decision that is not to leave the intent. */
  void carryOut(Decision decision, Observed seen) {
    Sidecar.OfWrite intent = seen.intent();
    if (decision instanceof Decision.RollForward) {
      rollForward(intent);
    } else if (decision instanceof Decision.FinishRollForward) {
      auditRollForward(intent);
    } else if (decision instanceof Decision.RollBack rollBack) {
      rollBack(rollBack, seen);
    } else if (decision instanceof Decision.FinishRollBack finish) {
      audit(intent, AuditEntry.Kind.ROLLED_BACK, intent.plan().rollbackCommit(), finish.outcomes());
    } else if (decision instanceof Decision.Discard discard) {
      discard.forks().forEach(fork -> forks.remove(intent.operation(), fork));
    } else {
      throw new IllegalArgumentException("nothing to carry out: " + decision);
    }
    parts.sidecars().delete(intent.operation());
  }

  // ---- forward

  private void rollForward(Sidecar.OfWrite intent) {
    parts.failpoints().reached(Failpoint.ROLL_FORWARD_DECIDED);
    parts.manifest().publish(publication(intent.plan(), achieved(intent)));
    parts.failpoints().reached(Failpoint.ROLLED_FORWARD);
    auditRollForward(intent);
  }

  private void auditRollForward(Sidecar.OfWrite intent) {
    List<CommittedVersion> achieved = achieved(intent);
    List<TableOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < achieved.size(); i++) {
      TablePlan table = intent.plan().tables().get(i);
      outcomes.add(
          new TableOutcome(table.key(), table.base().version(), achieved.get(i).table().version()));
    }
    audit(intent, AuditEntry.Kind.ROLLED_FORWARD, intent.plan().commit(), outcomes);
  }

  private static List<CommittedVersion> achieved(Sidecar.OfWrite intent) {
    return intent
        .achieved()
        .orElseThrow(() -> new CorruptState(intent.operation() + " confirms nothing"));
  }

  /** The graph commit of a plan whose effects are all there. */
  static Publication publication(WritePlan plan, List<CommittedVersion> achieved) {
    List<TableUpdate> updates = new ArrayList<>();
    for (int i = 0; i < achieved.size(); i++) {
      TablePlan table = plan.tables().get(i);
      updates.add(
          new TableUpdate(table.key(), table.identity(), table.base().version(), achieved.get(i)));
    }
    return new Publication(
        plan.token().branch(),
        Optional.of(new ExactHead(plan.token().identifier(), plan.token().ownHead())),
        plan.commit(),
        plan.actor(),
        plan.createdAt(),
        updates);
  }

  // ---- back

  private void rollBack(Decision.RollBack decision, Observed seen) {
    Sidecar.OfWrite intent = seen.intent();
    // Before the rollback becomes visible: afterwards nobody would look for them again.
    decision.forks().forEach(fork -> forks.remove(intent.operation(), fork));
    List<TableOutcome> outcomes = planned(intent, decision.owned());
    List<TableUpdate> updates = new ArrayList<>();
    for (ObservedTable table : decision.owned()) {
      TableEntry shown = shown(table);
      CommittedVersion restored = restored(table, shown);
      updates.add(new TableUpdate(shown.key(), shown.identity(), shown.version(), restored));
    }
    parts
        .manifest()
        .publish(
            new Publication(
                intent.branch(),
                Optional.empty(),
                intent.plan().rollbackCommit(),
                Optional.of(ACTOR),
                intent.plan().startedAt(),
                updates));
    parts.failpoints().reached(Failpoint.ROLLED_BACK);
    audit(intent, AuditEntry.Kind.ROLLED_BACK, intent.plan().rollbackCommit(), outcomes);
  }

  /** What was written down first holds: later looks see tables that are restored already. */
  private List<TableOutcome> planned(Sidecar.OfWrite intent, List<ObservedTable> owned) {
    if (intent.outcomes().isPresent()) {
      return intent.outcomes().get();
    }
    Map<TypeKey, TableOutcome> outcomes = new TreeMap<>();
    for (ObservedTable table : owned) {
      TypeKey key = table.plan().key();
      outcomes.put(key, new TableOutcome(key, table.newest().getAsLong(), shown(table).version()));
    }
    List<TableOutcome> planned = List.copyOf(outcomes.values());
    parts.sidecars().rollBack(RollingBack.of(intent, planned));
    return planned;
  }

  private static TableEntry shown(ObservedTable table) {
    return table
        .entry()
        .orElseThrow(() -> new CorruptState(table.plan().key() + " is not in the graph"));
  }

  private CommittedVersion restored(ObservedTable table, TableEntry shown) {
    TableRef base = table.plan().base();
    TableRef newest = new TableRef(base.path(), base.branch(), table.newest().getAsLong());
    if (table.ownership() == Ownership.COMPENSATED) {
      try (TableSnapshot open = parts.tables().open(newest)) {
        return new CommittedVersion(newest, open.rowCount(), parts.tables().metadata(newest));
      }
    }
    CommitOutcome outcome =
        parts
            .tables()
            .stage(
                newest, "omnigraph-" + parts.ids().ulid(), new TableEdit.Restore(shown.version()))
            .commit();
    if (outcome instanceof CommitOutcome.Lost lost) {
      throw new RetryableCommitConflict(
          "version "
              + shown.version()
              + " of "
              + shown.key()
              + " could not be restored: "
              + lost.reason());
    }
    parts.failpoints().reached(Failpoint.TABLE_RESTORED);
    return ((CommitOutcome.Committed) outcome).version();
  }

  // ---- the intent of a branch that is gone

  /** Records on main that everything the operation did went with its branch. */
  void discardOrphan(Sidecar sidecar, CommitId commit) {
    if (parts.audit().of(sidecar.operation()).isEmpty()) {
      if (parts.manifest().commit(BranchName.MAIN, commit).isEmpty()) {
        parts
            .manifest()
            .publish(
                new Publication(
                    BranchName.MAIN,
                    Optional.empty(),
                    commit,
                    Optional.of(ACTOR),
                    parts.clock().instant().truncatedTo(ChronoUnit.MICROS),
                    List.of()));
      }
      parts.failpoints().reached(Failpoint.ORPHAN_COMMITTED);
      audit(sidecar, AuditEntry.Kind.ORPHANED_BRANCH_DISCARDED, commit, List.of());
    }
    parts.sidecars().delete(sidecar.operation());
  }

  private void audit(
      Sidecar sidecar, AuditEntry.Kind kind, CommitId commit, List<TableOutcome> outcomes) {
    parts.failpoints().reached(Failpoint.AUDIT);
    parts
        .audit()
        .record(
            new AuditEntry(
                commit,
                kind,
                sidecar.claim().actor(),
                sidecar.operation(),
                sidecar.claim().kind(),
                outcomes,
                parts.clock().instant().truncatedTo(ChronoUnit.MICROS)));
    parts.failpoints().reached(Failpoint.AUDITED);
  }
}
