package org.omnigraph.engine.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.authority.Authority;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.gate.Gates;
import org.omnigraph.engine.gate.HeldGates;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.Publication;
import org.omnigraph.engine.manifest.TableUpdate;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.sidecar.SidecarStore;
import org.omnigraph.engine.sidecar.TablePlan;
import org.omnigraph.engine.sidecar.WritePlan;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles intents. Safe for use by many threads; never called with gates held. */
public final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final SidecarStore sidecars;
  private final Authority authority;
  private final Manifest manifest;
  private final TableStore tables;
  private final Gates gates;

  public Recovery(
      SidecarStore sidecars,
      Authority authority,
      Manifest manifest,
      TableStore tables,
      Gates gates) {
    this.sidecars = sidecars;
    this.authority = authority;
    this.manifest = manifest;
    this.tables = tables;
    this.gates = gates;
  }

  /** Settles what can be settled, on every branch; what cannot is left and logged. */
  public void sweep() {
    for (Sidecar sidecar : sidecars.list()) {
      try {
        settle(sidecar);
      } catch (GraphException e) {
        LOG.warn("operation {} is left as it is: {}", sidecar.operation(), e.getMessage());
      }
    }
  }

  /**
   * Returns when nothing unsettled is in the way of a write to {@code branch}.
   *
   * @throws RecoveryRequired naming the first operation that is
   */
  public void settle(BranchName branch) {
    for (Sidecar sidecar : sidecars.list()) {
      if (isRelevant(sidecar, branch)) {
        settle(sidecar);
      }
    }
  }

  /** As {@link #settle}, looking only; for callers that hold gates. */
  public void requireSettled(BranchName branch) {
    for (Sidecar sidecar : sidecars.list()) {
      if (isRelevant(sidecar, branch)) {
        throw new RecoveryRequired(
            sidecar.operation(), "it has not finished on branch '" + branch + "'", null);
      }
    }
  }

  private static boolean isRelevant(Sidecar sidecar, BranchName branch) {
    boolean changesTheSchema =
        sidecar instanceof Sidecar.Other other && other.kind().equals("SchemaApply");
    return changesTheSchema || sidecar.branch().equals(branch);
  }

  private void settle(Sidecar seen) {
    List<TypeKey> keys =
        seen.writePlan()
            .map(plan -> plan.tables().stream().map(TablePlan::key).toList())
            .orElse(List.of());
    try (HeldGates held = gates.enter(seen.branch(), keys)) {
      // A writer of this process may have finished it while we waited.
      Optional<Sidecar> now = sidecars.read(seen.operation());
      if (now.isPresent()) {
        settleHeld(now.get());
      }
    }
  }

  private void settleHeld(Sidecar sidecar) {
    WritePlan plan =
        sidecar
            .writePlan()
            .orElseThrow(
                () ->
                    new RecoveryRequired(
                        sidecar.operation(),
                        "another program began it; open the graph with that program once",
                        null));
    boolean settled =
        isVisible(plan)
            || (sidecar instanceof Sidecar.Confirmed confirmed
                ? rollForward(confirmed)
                : hasNoEffect(plan));
    if (!settled) {
      throw new RecoveryRequired(
          sidecar.operation(), "it was interrupted after it had changed some tables", null);
    }
    sidecars.delete(sidecar.operation());
  }

  private boolean isVisible(WritePlan plan) {
    return manifest.commit(plan.token().branch(), plan.commit()).isPresent();
  }

  private boolean rollForward(Sidecar.Confirmed confirmed) {
    WritePlan plan = confirmed.plan();
    if (!authority.capture(plan.token().branch()).token().equals(plan.token())) {
      return false;
    }
    for (int i = 0; i < plan.tables().size(); i++) {
      if (!isExactly(plan.tables().get(i), confirmed.achieved().get(i))) {
        return false;
      }
    }
    manifest.publish(publication(confirmed));
    LOG.info("finished operation {} as commit {}", plan.operation(), plan.commit());
    return true;
  }

  private boolean isExactly(TablePlan planned, CommittedVersion achieved) {
    TableRef newest = tables.newest(planned.base().path(), planned.base().branch());
    return newest.equals(achieved.table())
        && tables.transactionOf(newest).equals(Optional.of(planned.transaction()));
  }

  private boolean hasNoEffect(WritePlan plan) {
    return plan.tables().stream().allMatch(this::isUntouched);
  }

  private boolean isUntouched(TablePlan planned) {
    TableRef base = planned.base();
    long newest = tables.newest(base.path(), base.branch()).version();
    for (long version = base.version() + 1; version <= newest; version++) {
      TableRef later = new TableRef(base.path(), base.branch(), version);
      if (tables.transactionOf(later).equals(Optional.of(planned.transaction()))) {
        return false;
      }
    }
    return true;
  }

  /** What a confirmed intent publishes. */
  public static Publication publication(Sidecar.Confirmed confirmed) {
    WritePlan plan = confirmed.plan();
    List<TableUpdate> updates = new ArrayList<>();
    for (int i = 0; i < plan.tables().size(); i++) {
      TablePlan table = plan.tables().get(i);
      updates.add(
          new TableUpdate(
              table.key(), table.identity(), table.base().version(), confirmed.achieved().get(i)));
    }
    return publication(plan, updates);
  }

  /** The graph commit of a plan with the given pointers. */
  public static Publication publication(WritePlan plan, List<TableUpdate> updates) {
    return new Publication(
        plan.token().branch(),
        plan.token().identifier(),
        plan.token().ownHead(),
        plan.commit(),
        plan.actor(),
        plan.createdAt(),
        updates);
  }
}
