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
import org.omnigraph.engine.error.NotFound;
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
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.recovery.Recovery;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.sidecar.SidecarStore;
import org.omnigraph.engine.sidecar.TablePlan;
import org.omnigraph.engine.sidecar.WritePlan;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.validate.Validator;
import org.omnigraph.engine.write.Phases.Applied;
import org.omnigraph.engine.write.Phases.Armed;
import org.omnigraph.engine.write.Phases.Confirmed;
import org.omnigraph.engine.write.Phases.EffectFree;
import org.omnigraph.engine.write.Phases.Effects;
import org.omnigraph.engine.write.Phases.Forked;
import org.omnigraph.engine.write.Phases.Gated;
import org.omnigraph.engine.write.PreparedTable.FirstTouch;
import org.omnigraph.engine.write.PreparedTable.Staged;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes change sets; a phase accepts only what the phase before it returned. Safe for use by many
 * threads.
 */
public final class Writer {
  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

  /** The first one and 32 more, one of them under the gates that the first one waited for. */
  private static final int ATTEMPTS = 33;

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
  private final BufferAllocator allocator;
  private final Forks forks;

  public Writer(Parts parts, BufferAllocator allocator) {
    this.parts = parts;
    this.forks = new Forks(parts.tables(), parts.manifest(), parts.sidecars());
    this.allocator = allocator;
  }

  /**
   * Makes one graph commit of everything staged, or none.
   *
   * <p>A request that only inserts or upserts is prepared again, as a whole, when its branch moves
   * under it; any other fails then with {@link ReadSetChanged}.
   */
  public Receipt write(WriteRequest request) {
    KeptFiles kept = new KeptFiles(parts.tables());
    try {
      Receipt receipt = write(request, kept);
      kept.abandon();
      return receipt;
    } catch (RuntimeException e) {
      kept.abandon();
      throw e;
    }
  }

  private Receipt write(WriteRequest request, KeptFiles kept) {
    try {
      return preparedOutsideTheGates(request, kept);
    } catch (ReadSetChanged e) {
      return preparedAgain(request, kept, e);
    }
  }

  private Receipt preparedOutsideTheGates(WriteRequest request, KeptFiles kept) {
    parts.recovery().settle(request.staging().branch());
    Prepared prepared = prepare(request, kept);
    try (HeldGates held = parts.gates().enter(request.staging().branch(), prepared.keys())) {
      try {
        return perform(prepared);
      } catch (ReadSetChanged e) {
        return performAgain(prepared, e);
      }
    }
  }

  /** Whoever was faster, it was his turn; now it is ours, so only what he changed is in the way. */
  private Receipt performAgain(Prepared late, ReadSetChanged moved) {
    WriteRequest request = late.request();
    if (!request.staging().changeSet().fitsLaterBase()) {
      throw moved;
    }
    Prepared prepared = prepare(request, late.kept());
    if (!late.keys().containsAll(prepared.keys())) {
      abandon(prepared);
      throw moved;
    }
    return perform(prepared);
  }

  /** Prepares under the gates, so that only writers of other programs can be faster once more. */
  private Receipt preparedAgain(WriteRequest request, KeptFiles kept, ReadSetChanged moved) {
    ReadSetChanged last = moved;
    ChangeSet changes = request.staging().changeSet();
    for (int attempt = 2; attempt < ATTEMPTS && changes.fitsLaterBase(); attempt++) {
      parts.recovery().settle(request.staging().branch());
      try (HeldGates held =
          parts.gates().enter(request.staging().branch(), changes.changes().keySet())) {
        return perform(prepare(request, kept));
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
    Effects effects = owned(armed, () -> effect(fork(armed)));
    if (effects instanceof EffectFree free) {
      throw withdrawn(free);
    }
    Receipt receipt = owned(armed, () -> publish(confirm((Applied) effects)));
    retire(armed.sidecar().operation());
    abandonOriginals(armed.prepared());
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

  private Prepared prepare(WriteRequest request, KeptFiles kept) {
    ChangeSet changes = request.staging().changeSet();
    BranchName branch = request.staging().branch();
    Authority.Captured captured = parts.authority().capture(branch);
    requireHead(request, captured);
    requireBase(changes, captured);
    try {
      return prepare(request, kept, captured);
    } catch (NotFound | StorageUnavailable | CorruptState e) {
      // Files vanish when their branch is deleted; then that is what happened.
      parts.manifest().requireLive(captured.snapshot());
      throw e;
    }
  }

  private Prepared prepare(WriteRequest request, KeptFiles kept, Authority.Captured captured) {
    BranchName branch = request.staging().branch();
    request.staging().requireRunning();
    parts.validator().validate(request.staging().changeSet(), captured.snapshot());
    request.staging().requireRunning();
    request.staging().copyExternalBlobs();
    ChangeSet changes = request.staging().changeSet();
    List<PreparedTable> tables = new ArrayList<>();
    try {
      for (TypeChange change : changes.changes().values()) {
        TypeKey key = change.type().key();
        TableEntry entry = captured.snapshot().table(key);
        TableRef home = changes.base().table(key).ref();
        staging(kept).prepare(change, home, entry, branch).ifPresent(tables::add);
      }
    } catch (RuntimeException e) {
      tables.forEach(table -> abandon(table, kept));
      throw e;
    }
    parts.failpoints().reached(Failpoint.STAGED);
    return new Prepared(request, captured, tables, kept);
  }

  private TableStaging staging(KeptFiles kept) {
    return new TableStaging(parts.tables(), allocator, parts.ids(), kept);
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

  /**
   * What was decided by reading the base may not be carried over to a newer state, and nothing at
   * all to another branch of the same name.
   */
  private static void requireBase(ChangeSet changes, Authority.Captured captured) {
    if (!changes.base().identifier().equals(captured.token().identifier())) {
      throw new ReadSetChanged(
          "branch_identifier:" + captured.token().branch(),
          changes.base().identifier().toString(),
          captured.token().identifier().toString());
    }
    Optional<CommitId> base = changes.base().commit();
    Optional<CommitId> now = captured.snapshot().commit();
    if (!base.equals(now) && !changes.fitsLaterBase()) {
      throw new ReadSetChanged(
          "graph_head:" + captured.token().branch(),
          base.map(CommitId::value).orElse(null),
          now.map(CommitId::value).orElse(null));
    }
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
    prepared.request().staging().requireRunning();
    parts.recovery().requireSettled(branch);
    Authority.Captured now = parts.authority().capture(branch);
    requireHead(prepared.request(), now);
    prepared.captured().token().requireSame(now.token());
    prepared.tables().forEach(this::requireReady);
  }

  private void requireReady(PreparedTable table) {
    if (table instanceof FirstTouch first) {
      forks.requirePossible(first);
    } else {
      requireNoDrift(table.entry());
    }
  }

  private void requireNoDrift(TableEntry entry) {
    long newest = parts.tables().newest(entry.path(), entry.branch()).version();
    entry.requireReached(newest);
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
    prepared.kept().arm(prepared.tables());
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
      tables.add(new TablePlan(entry.key(), entry.identity(), table.base(), table.id()));
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

  // ---- fork, effect, confirm, publish, retire

  /** The first effects: branches of the tables that the branch has inherited so far. */
  private Forked fork(Armed armed) {
    List<Forks.Fork> made = new ArrayList<>();
    for (PreparedTable table : armed.prepared().tables()) {
      if (table instanceof FirstTouch first) {
        made.add(forks.make(first, armed.sidecar()));
        parts.failpoints().reached(Failpoint.FORK_MADE);
      }
    }
    TableStaging staging = staging(armed.prepared().kept());
    List<Staged> staged =
        armed.prepared().tables().stream()
            .map(table -> table instanceof FirstTouch first ? staging.stage(first) : (Staged) table)
            .toList();
    if (!made.isEmpty()) {
      parts.failpoints().reached(Failpoint.FORKS_MADE);
    }
    return new Forked(armed.prepared(), armed.sidecar(), made, staged);
  }

  private Effects effect(Forked forked) {
    List<CommittedVersion> achieved = new ArrayList<>();
    for (Staged table : forked.tables()) {
      CommitOutcome outcome = table.transaction().commit();
      if (outcome instanceof CommitOutcome.Lost lost) {
        if (achieved.isEmpty()) {
          return new EffectFree(forked, lost.reason());
        }
        throw new RetryableCommitConflict(table.entry().key() + ": " + lost.reason());
      }
      achieved.add(((CommitOutcome.Committed) outcome).version());
      parts.failpoints().reached(Failpoint.TABLE_COMMITTED);
    }
    parts.failpoints().reached(Failpoint.EFFECTS_MADE);
    return new Applied(forked, achieved);
  }

  private Confirmed confirm(Applied applied) {
    Forked forked = applied.forked();
    forked.forks().forEach(forks::requireStill);
    Sidecar.Confirmed confirmed = forked.sidecar().confirm(applied.achieved());
    parts.sidecars().confirm(confirmed);
    parts.failpoints().reached(Failpoint.CONFIRMED);
    return new Confirmed(forked.prepared(), confirmed);
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
      requireHeadStill(prepared);
      return prepared.receipt(Optional.empty(), captured.snapshot().manifestVersion());
    }
    Gated gated = revalidate(prepared);
    WritePlan plan = plan(gated.prepared());
    long version = parts.manifest().publish(Recovery.publication(plan, List.of()));
    return prepared.receipt(Optional.of(plan.commit()), version);
  }

  /** A condition holds for a write that changes nothing, too. */
  private void requireHeadStill(Prepared prepared) {
    WriteRequest request = prepared.request();
    if (request.options().expectedHead().isPresent()) {
      requireHead(request, parts.authority().capture(request.staging().branch()));
    }
  }

  /** Takes the intent back and says what the caller may do. */
  private RuntimeException withdrawn(EffectFree effects) {
    Forked forked = effects.forked();
    Prepared prepared = forked.prepared();
    OperationId operation = forked.sidecar().operation();
    try {
      forked.forks().forEach(forks::undo);
      parts.sidecars().delete(operation);
    } catch (RuntimeException e) {
      return new RecoveryRequired(operation, "it had no effect but could not be withdrawn", e);
    }
    forked.tables().forEach(table -> abandon(table, prepared.kept()));
    return prepared.request().staging().changeSet().fitsLaterBase()
        ? new ReadSetChanged("key_fence:" + prepared.keys(), null, effects.reason())
        : new RetryableCommitConflict(effects.reason());
  }

  private static void abandon(Prepared prepared) {
    prepared.tables().forEach(table -> abandon(table, prepared.kept()));
  }

  private static void abandon(PreparedTable table, KeptFiles kept) {
    if (table instanceof Staged staged) {
      kept.abandon(staged.base(), staged.files());
    }
  }

  /** Rows that waited in files beside another line of their table have been copied from there. */
  private void abandonOriginals(Prepared prepared) {
    ChangeSet changes = prepared.request().staging().changeSet();
    for (PreparedTable table : prepared.tables()) {
      TypeKey key = table.entry().key();
      TableRef home = changes.base().table(key).ref();
      if (!home.branch().equals(table.base().branch())
          && changes.of(key).map(TypeChange::rows).orElse(null)
              instanceof ChangeSet.Rows.InFragments waiting) {
        waiting.parts().forEach(part -> parts.tables().abandon(home, part));
      }
    }
  }
}
