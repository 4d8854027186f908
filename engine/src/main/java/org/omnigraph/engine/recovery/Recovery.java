package org.omnigraph.engine.recovery;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.omnigraph.engine.authority.Authority;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.gate.Gates;
import org.omnigraph.engine.gate.HeldGates;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.Publication;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.sidecar.SidecarStore;
import org.omnigraph.engine.sidecar.WritePlan;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TableStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles intents. Safe for use by many threads; never called with gates held, but for {@link
 * #requireSettled} and {@link #claimant}.
 */
public final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  /** What recovery works with. */
  public record Parts(
      SidecarStore sidecars,
      Authority authority,
      Manifest manifest,
      TableStore tables,
      Gates gates,
      AuditLog audit,
      IdSource ids,
      Clock clock,
      Failpoints failpoints) {}

  private final Parts parts;
  private final Observer observer;
  private final Settlement settlement;

  /** The operations that writers were told to wait for. */
  private final Set<OperationId> refused = ConcurrentHashMap.newKeySet();

  public Recovery(Parts parts) {
    this.parts = parts;
    this.observer = new Observer(parts.authority(), parts.manifest(), parts.tables());
    this.settlement = new Settlement(parts);
  }

  // ---- everything, with the graph at rest

  /**
   * Settles every intent, holding all gates: what an open for writing does.
   *
   * @throws GraphException naming the first operation that cannot be settled safely; its intent is
   *     as it was
   */
  public void sweep() {
    for (Unsettled left : settleAll().values()) {
      if (!left.mayWait()) {
        throw left.why();
      }
    }
  }

  /**
   * Why an intent is still there.
   *
   * @param mayWait it has no effect, only something stands in the way of tidying up after it
   */
  private record Unsettled(GraphException why, boolean mayWait) {}

  /** Settles what can be; why the others cannot, oldest first. */
  private Map<OperationId, Unsettled> settleAll() {
    Map<OperationId, Unsettled> unsettled = new LinkedHashMap<>();
    if (parts.sidecars().operations().isEmpty()) {
      return unsettled;
    }
    try (HeldGates held = parts.gates().enterAll()) {
      for (OperationId operation : parts.sidecars().operations()) {
        settleAtRest(operation)
            .ifPresent(
                left -> {
                  LOG.warn("operation {} is not settled: {}", operation, left.why().getMessage());
                  unsettled.put(operation, left);
                });
      }
    }
    return unsettled;
  }

  private Optional<Unsettled> settleAtRest(OperationId operation) {
    try {
      Optional<Unsettled> left = parts.sidecars().read(operation).flatMap(this::settleAtRest);
      if (left.isEmpty()) {
        refused.remove(operation);
      }
      return left;
    } catch (GraphException e) {
      return Optional.of(new Unsettled(e, false));
    }
  }

  private Optional<Unsettled> settleAtRest(Sidecar sidecar) {
    if (isOrphan(sidecar)) {
      settlement.discardOrphan(sidecar, orphanCommit(sidecar));
      return Optional.empty();
    }
    Observed seen = observer.observe(ofOurWriters(sidecar));
    Decision decision = Classifier.decide(seen);
    if (decision instanceof Decision.Leave leave) {
      throw new RecoveryRequired(sidecar.operation(), unsafe(leave.reason()), null);
    }
    try {
      carryOut(decision, seen);
      return Optional.empty();
    } catch (Conflict e) {
      // A branch whose name is a path below that of a fork keeps the fork from being removed.
      return Optional.of(
          new Unsettled(
              new RecoveryRequired(sidecar.operation(), e.getMessage(), e),
              decision instanceof Decision.Discard));
    }
  }

  private static String unsafe(String reason) {
    return reason
        + "; it cannot be settled without risk, so nothing was changed. Look at"
        + " the tables it names; opening the graph read-only works meanwhile";
  }

  private void carryOut(Decision decision, Observed seen) {
    settlement.carryOut(decision, seen);
    LOG.info(
        "settled operation {} on branch {}: {}",
        seen.intent().operation(),
        seen.intent().branch(),
        decision.getClass().getSimpleName());
  }

  private static Sidecar.OfWrite ofOurWriters(Sidecar sidecar) {
    if (sidecar instanceof Sidecar.OfWrite ours) {
      return ours;
    }
    throw new RecoveryRequired(
        sidecar.operation(),
        "it is a "
            + sidecar.claim().kind()
            + " of another program; open the graph for writing with that program once",
        null);
  }

  private boolean isOrphan(Sidecar sidecar) {
    return !sidecar.branch().isMain() && !parts.manifest().branches().contains(sidecar.branch());
  }

  /** The same in each try, so that a repeated one finds what an earlier one did. */
  private CommitId orphanCommit(Sidecar sidecar) {
    if (sidecar instanceof Sidecar.OfWrite ours) {
      return ours.plan().rollbackCommit();
    }
    Optional<CommitId> kept =
        sidecar instanceof Sidecar.Foreign foreign ? foreign.rollbackCommit() : Optional.empty();
    return kept.orElseGet(() -> new CommitId(parts.ids().ulid()));
  }

  // ---- beside writers

  /**
   * Finishes what can be finished beside other writers, on any branch, and returns when nothing is
   * in the way of a write to {@code branch}.
   *
   * <p>An operation that is in the way for the second time is settled with the graph at rest.
   *
   * @throws RecoveryRequired naming the first operation that is in the way
   */
  public void settle(BranchName branch) {
    List<RecoveryRequired> inTheWay = new ArrayList<>();
    for (Sidecar sidecar : parts.sidecars().list()) {
      boolean relevant = isRelevant(sidecar, branch);
      finish(sidecar, relevant).filter(left -> relevant).ifPresent(inTheWay::add);
    }
    if (inTheWay.isEmpty()) {
      return;
    }
    if (refused.add(inTheWay.get(0).operation())) {
      throw inTheWay.get(0);
    }
    Map<OperationId, Unsettled> unsettled = settleAll();
    for (RecoveryRequired left : inTheWay) {
      Unsettled still = unsettled.get(left.operation());
      if (still != null) {
        throw still.why();
      }
    }
  }

  /** Finishes what can be finished beside writers; the rest stays. */
  public void refresh() {
    parts.sidecars().list().forEach(sidecar -> finish(sidecar, true));
  }

  /**
   * Finishes one intent if that is safe beside writers.
   *
   * @param wait for its gates, and fail when it cannot be finished; otherwise pass over one whose
   *     writer is at work, and one that fails: it is a matter of its own branch
   * @return why it is left, if it is
   */
  private Optional<RecoveryRequired> finish(Sidecar seen, boolean wait) {
    parts.failpoints().reached(Failpoint.SIDECAR_READ);
    if (isOrphan(seen)) {
      discardOrphan(seen);
      return Optional.empty();
    }
    Optional<HeldGates> entered =
        wait
            ? Optional.of(parts.gates().enter(seen.branch(), seen.claim().keys()))
            : parts.gates().tryEnter(seen.branch(), seen.claim().keys());
    if (entered.isEmpty()) {
      return Optional.empty();
    }
    try (HeldGates held = entered.get()) {
      return reread(seen).flatMap(this::finishHeld);
    } catch (GraphException e) {
      if (wait) {
        throw e;
      }
      LOG.warn(
          "operation {} on branch {} is not settled: {}",
          seen.operation(),
          seen.branch(),
          e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<RecoveryRequired> finishHeld(Sidecar sidecar) {
    if (!(sidecar instanceof Sidecar.OfWrite ours)) {
      return Optional.of(left(sidecar, "it is a " + sidecar.claim().kind()));
    }
    Observed seen = observer.observe(ours);
    Decision decision = Classifier.decide(seen);
    if (!decision.isSafeBesideWriters()) {
      String reason =
          decision instanceof Decision.Leave leave ? leave.reason() : "it was interrupted";
      return Optional.of(left(sidecar, reason));
    }
    carryOut(decision, seen);
    return Optional.empty();
  }

  private static RecoveryRequired left(Sidecar sidecar, String reason) {
    return new RecoveryRequired(
        sidecar.operation(),
        reason
            + " and has not finished on branch '"
            + sidecar.branch()
            + "'; try again, or open the graph again",
        null);
  }

  private void discardOrphan(Sidecar seen) {
    try (HeldGates held = parts.gates().enterAll()) {
      reread(seen)
          .filter(this::isOrphan)
          .ifPresent(now -> settlement.discardOrphan(now, orphanCommit(now)));
    }
  }

  /** What was seen without gates, as it is now; empty when its writer has finished. */
  private Optional<Sidecar> reread(Sidecar seen) {
    Optional<Sidecar> now = parts.sidecars().read(seen.operation());
    if (now.isPresent() && !now.get().claim().equals(seen.claim())) {
      throw new CorruptState(
          "the intent of operation "
              + seen.operation()
              + " claims "
              + now.get().claim()
              + " now, and claimed "
              + seen.claim()
              + " before; the file is kept");
    }
    return now;
  }

  // ---- looking only, for callers that hold gates

  /**
   * Returns when nothing is in the way of a write to {@code branch}.
   *
   * @throws RecoveryRequired naming the first operation that is
   */
  public void requireSettled(BranchName branch) {
    for (Sidecar sidecar : parts.sidecars().list()) {
      if (isRelevant(sidecar, branch)) {
        throw left(sidecar, "it was begun meanwhile");
      }
    }
  }

  /** As {@link #requireSettled}, for callers that only a change of the schema stops. */
  public void requireNoSchemaChange() {
    for (Sidecar sidecar : parts.sidecars().list()) {
      if (sidecar instanceof Sidecar.SchemaChange) {
        throw left(sidecar, "a change of the schema was begun");
      }
    }
  }

  /** The first operation that claims a line of table versions. */
  public Optional<OperationId> claimant(String path, Optional<BranchName> tableBranch) {
    return parts.sidecars().list().stream()
        .filter(sidecar -> sidecar.claim().covers(path, tableBranch))
        .map(Sidecar::operation)
        .findFirst();
  }

  private static boolean isRelevant(Sidecar sidecar, BranchName branch) {
    return sidecar instanceof Sidecar.SchemaChange || sidecar.branch().equals(branch);
  }

  /** The graph commit of a plan whose effects are all there. */
  public static Publication publication(WritePlan plan, List<CommittedVersion> achieved) {
    return Settlement.publication(plan, achieved);
  }
}
