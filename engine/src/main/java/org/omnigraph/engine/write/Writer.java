package org.omnigraph.engine.write;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.authority.Authority;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.PreconditionFailed;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.error.RetryableCommitConflict;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.gate.Gates;
import org.omnigraph.engine.gate.HeldGates;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.recovery.Recovery;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.sidecar.SidecarStore;
import org.omnigraph.engine.sidecar.TablePlan;
import org.omnigraph.engine.sidecar.WritePlan;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.validate.Validator;
import org.omnigraph.engine.write.Phases.Applied;
import org.omnigraph.engine.write.Phases.Armed;
import org.omnigraph.engine.write.Phases.Confirmed;
import org.omnigraph.engine.write.Phases.EffectFree;
import org.omnigraph.engine.write.Phases.Effects;
import org.omnigraph.engine.write.Phases.Gated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes change sets; a phase accepts only what the phase before it returned. Safe for use by many
 * threads.
 */
public final class Writer {
  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
  private static final int ATTEMPTS = 8;

  /** What the phases work with. */
  public record Parts(
      Authority authority,
      Manifest manifest,
      TableStore tables,
      SidecarStore sidecars,
      Recovery recovery,
      Gates gates,
      Validator validator,
      IdSource ids,
      Clock clock,
      Failpoints failpoints) {}

  private final Parts parts;
  private final TableStaging staging;

  public Writer(Parts parts, BufferAllocator allocator) {
    this.parts = parts;
    this.staging = new TableStaging(parts.tables(), allocator, parts.ids());
  }

  /**
   * Makes one graph commit of everything staged, or none.
   *
   * <p>A request that only inserts or upserts is prepared again, as a whole, when its branch moves
   * under it; any other fails then with {@link ReadSetChanged}.
   */
  public Receipt write(WriteRequest request) {
    try {
      return preparedOutsideTheGates(request);
    } catch (ReadSetChanged e) {
      return preparedAgain(request, e);
    }
  }

  private Receipt preparedOutsideTheGates(WriteRequest request) {
    parts.recovery().settle(request.staging().branch());
    Prepared prepared = prepare(request);
    try (HeldGates held = parts.gates().enter(request.staging().branch(), prepared.keys())) {
      return perform(prepared);
    }
  }

  /** Prepares under the gates, so that only writers of other programs can be faster once more. */
  private Receipt preparedAgain(WriteRequest request, ReadSetChanged moved) {
    ReadSetChanged last = moved;
    ChangeSet changes = request.staging().changeSet();
    for (int attempt = 1; attempt < ATTEMPTS && mayBePreparedAgain(changes); attempt++) {
      parts.recovery().settle(request.staging().branch());
      try (HeldGates held =
          parts.gates().enter(request.staging().branch(), changes.changes().keySet())) {
        return perform(prepare(request));
      } catch (ReadSetChanged e) {
        last = e;
      }
    }
    throw last;
  }

  private Receipt perform(Prepared prepared) {
    if (prepared.tables().isEmpty()) {
      return publishWithoutEffects(prepared);
    }
    Gated gated = revalidate(prepared);
    prepared.request().staging().handOver();
    return finish(arm(gated));
  }

  private Receipt finish(Armed armed) {
    Effects effects = owned(armed, () -> effect(armed));
    if (effects instanceof EffectFree free) {
      throw withdrawn(free);
    }
    Receipt receipt = owned(armed, () -> publish(confirm((Applied) effects)));
    retire(armed.sidecar().operation());
    tidy(armed.sidecar().branch());
    return receipt;
  }

  /** Runs what may leave effects: its failures belong to the operation's recovery. */
  private static <T> T owned(Armed armed, Supplier<T> phase) {
    try {
      return phase.get();
    } catch (RuntimeException e) {
      throw new RecoveryRequired(
          armed.sidecar().operation(),
          "the write failed after it had begun to change tables: " + e.getMessage(),
          e);
    }
  }

  // ---- prepare

  private Prepared prepare(WriteRequest request) {
    ChangeSet changes = request.staging().changeSet();
    BranchName branch = request.staging().branch();
    Authority.Captured captured = parts.authority().capture(branch);
    requireHead(request, captured);
    requireBase(changes, captured);
    parts.validator().validate(changes, captured.snapshot());
    List<PreparedTable> tables = new ArrayList<>();
    try {
      for (TypeChange change : changes.changes().values()) {
        TableEntry entry = captured.snapshot().table(change.type().key());
        staging.stage(change, entry, branch).ifPresent(tables::add);
      }
    } catch (RuntimeException e) {
      tables.forEach(this::abandon);
      throw e;
    }
    parts.failpoints().reached(Failpoint.STAGED);
    return new Prepared(request, captured, tables);
  }

  private static void requireHead(WriteRequest request, Authority.Captured captured) {
    Optional<CommitId> expected = request.options().expectedHead();
    Optional<CommitId> actual = captured.snapshot().commit();
    if (expected.isPresent() && !expected.equals(actual)) {
      throw new PreconditionFailed(
          request.staging().branch(),
          expected.get().value(),
          actual.map(CommitId::value).orElse(null));
    }
  }

  /** What was decided by reading the base may not be carried over to a newer state. */
  private static void requireBase(ChangeSet changes, Authority.Captured captured) {
    Optional<CommitId> base = changes.base().commit();
    Optional<CommitId> now = captured.snapshot().commit();
    if (!base.equals(now) && !mayBePreparedAgain(changes)) {
      throw new ReadSetChanged(
          "graph_head:" + captured.token().branch(),
          base.map(CommitId::value).orElse(null),
          now.map(CommitId::value).orElse(null));
    }
  }

  private static boolean mayBePreparedAgain(ChangeSet changes) {
    return changes.changes().values().stream()
        .allMatch(c -> c.mode() != WriteMode.REPLACE && c.deletedIds().isEmpty());
  }

  // ---- revalidate, arm

  /** The last exit that leaves no trace. */
  private Gated revalidate(Prepared prepared) {
    try {
      requireUnchanged(prepared);
    } catch (RuntimeException e) {
      abandon(prepared);
      throw e;
    }
    parts.failpoints().reached(Failpoint.REVALIDATED);
    return new Gated(prepared);
  }

  private void requireUnchanged(Prepared prepared) {
    BranchName branch = prepared.request().staging().branch();
    parts.recovery().requireSettled(branch);
    Authority.Captured now = parts.authority().capture(branch);
    requireHead(prepared.request(), now);
    prepared.captured().token().requireSame(now.token());
    prepared.tables().forEach(this::requireNoDrift);
  }

  private void requireNoDrift(PreparedTable table) {
    TableEntry entry = table.entry();
    long newest = parts.tables().newest(entry.path(), entry.branch()).version();
    if (newest < entry.version()) {
      throw new CorruptState(
          entry.key()
              + " is published at version "
              + entry.version()
              + ", but its newest version is "
              + newest);
    }
    if (newest > entry.version()) {
      throw drifted(entry, newest);
    }
  }

  /** Versions above the published one belong to an operation, or to nobody. */
  private RuntimeException drifted(TableEntry entry, long newest) {
    String drift =
        entry.key()
            + " has version "
            + newest
            + " in storage, but the graph shows version "
            + entry.version();
    try {
      return parts
          .recovery()
          .claimant(entry.path(), entry.branch())
          .<RuntimeException>map(operation -> new RecoveryRequired(operation, drift, null))
          .orElseGet(() -> new Conflict(drift + "; run 'omnigraph repair'"));
    } catch (StorageUnavailable e) {
      return new Conflict(
          drift + "; open the graph for writing again, or run 'omnigraph repair'", e);
    }
  }

  private Armed arm(Gated gated) {
    Prepared prepared = gated.prepared();
    Sidecar.Armed sidecar = new Sidecar.Armed(plan(prepared));
    write(sidecar);
    parts.failpoints().reached(Failpoint.ARMED);
    return new Armed(prepared, sidecar);
  }

  /** A failed put may have landed; what is there decides. */
  private void write(Sidecar.Armed sidecar) {
    try {
      parts.sidecars().arm(sidecar);
    } catch (RuntimeException e) {
      if (!hasLanded(sidecar, e)) {
        throw e;
      }
    }
  }

  private boolean hasLanded(Sidecar.Armed sidecar, RuntimeException failure) {
    try {
      return parts.sidecars().read(sidecar.operation()).isPresent();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  private WritePlan plan(Prepared prepared) {
    var now = parts.clock().instant().truncatedTo(ChronoUnit.MICROS);
    List<TablePlan> tables = new ArrayList<>();
    for (PreparedTable table : prepared.tables()) {
      TableEntry entry = table.entry();
      tables.add(
          new TablePlan(entry.key(), entry.identity(), entry.ref(), table.transaction().id()));
    }
    return new WritePlan(
        new OperationId(parts.ids().ulid()),
        prepared.request().kind(),
        now,
        prepared.captured().token(),
        prepared.request().options().actor(),
        new CommitId(parts.ids().ulid()),
        new CommitId(parts.ids().ulid()),
        now,
        tables);
  }

  // ---- effect, confirm, publish, retire

  private Effects effect(Armed armed) {
    List<CommittedVersion> achieved = new ArrayList<>();
    for (PreparedTable table : armed.prepared().tables()) {
      CommitOutcome outcome = table.transaction().commit();
      if (outcome instanceof CommitOutcome.Lost lost) {
        if (achieved.isEmpty()) {
          return new EffectFree(armed.prepared(), armed.sidecar(), lost.reason());
        }
        throw new RetryableCommitConflict(table.entry().key() + ": " + lost.reason());
      }
      achieved.add(((CommitOutcome.Committed) outcome).version());
      parts.failpoints().reached(Failpoint.TABLE_COMMITTED);
    }
    parts.failpoints().reached(Failpoint.EFFECTS_MADE);
    return new Applied(armed.prepared(), armed.sidecar(), achieved);
  }

  private Confirmed confirm(Applied applied) {
    Sidecar.Confirmed confirmed = applied.sidecar().confirm(applied.achieved());
    parts.sidecars().confirm(confirmed);
    parts.failpoints().reached(Failpoint.CONFIRMED);
    return new Confirmed(applied.prepared(), confirmed);
  }

  private Receipt publish(Confirmed confirmed) {
    WritePlan plan = confirmed.sidecar().plan();
    long version =
        parts.manifest().publish(Recovery.publication(plan, confirmed.sidecar().versions()));
    parts.failpoints().reached(Failpoint.PUBLISHED);
    return confirmed.prepared().receipt(Optional.of(plan.commit()), version);
  }

  private void retire(OperationId operation) {
    try {
      parts.sidecars().delete(operation);
    } catch (RuntimeException e) {
      LOG.warn("the finished operation {} could not be tidied up", operation, e);
    }
  }

  /** Upkeep that the write does not depend on. */
  private void tidy(BranchName branch) {
    try {
      parts.manifest().compactWhenFragmented(branch);
    } catch (RuntimeException e) {
      LOG.info("the manifest of branch {} was not compacted: {}", branch, e.getMessage());
    }
  }

  // ---- the exits without effects

  /**
   * A mutation that changed nothing makes no commit; a load that found nothing makes an empty one.
   */
  private Receipt publishWithoutEffects(Prepared prepared) {
    Authority.Captured captured = prepared.captured();
    if (prepared.request().kind() == WritePlan.Kind.MUTATION) {
      return prepared.receipt(Optional.empty(), captured.snapshot().manifestVersion());
    }
    Gated gated = revalidate(prepared);
    WritePlan plan = plan(gated.prepared());
    long version = parts.manifest().publish(Recovery.publication(plan, List.of()));
    return prepared.receipt(Optional.of(plan.commit()), version);
  }

  /** Takes the intent back and says what the caller may do. */
  private RuntimeException withdrawn(EffectFree effects) {
    Prepared prepared = effects.prepared();
    OperationId operation = effects.sidecar().operation();
    try {
      parts.sidecars().delete(operation);
    } catch (RuntimeException e) {
      return new RecoveryRequired(operation, "it had no effect but could not be withdrawn", e);
    }
    abandon(prepared);
    return mayBePreparedAgain(prepared.request().staging().changeSet())
        ? new ReadSetChanged("key_fence:" + prepared.keys(), null, effects.reason())
        : new RetryableCommitConflict(effects.reason());
  }

  private void abandon(Prepared prepared) {
    prepared.tables().forEach(this::abandon);
  }

  private void abandon(PreparedTable table) {
    table.files().forEach(part -> parts.tables().abandon(table.entry().ref(), part));
  }
}
