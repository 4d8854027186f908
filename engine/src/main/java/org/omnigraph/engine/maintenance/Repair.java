package org.omnigraph.engine.maintenance;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.omnigraph.engine.authority.Authority;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.gate.Gates;
import org.omnigraph.engine.gate.HeldGates;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.maintenance.RepairReport.Action;
import org.omnigraph.engine.maintenance.RepairReport.Classification;
import org.omnigraph.engine.maintenance.RepairReport.TableRepair;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.Publication;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.manifest.TableUpdate;
import org.omnigraph.engine.sidecar.SidecarStore;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.table.TableTransaction;

/** Makes main show the newest versions of its tables, where nothing speaks against it. */
public final class Repair {
  private static final String ACTOR = "omnigraph:repair";
  private static final String FORCING_ACTOR = "omnigraph:repair:force";

  /** Operations that leave the rows as they are. */
  private static final Set<String> MAINTENANCE = Set.of("Rewrite", "ReserveFragments");

  /** What a repair works with. */
  public record Parts(
      Authority authority,
      Manifest manifest,
      TableStore tables,
      SidecarStore sidecars,
      IdSource ids,
      Clock clock) {}

  private final Parts parts;

  public Repair(Parts parts) {
    this.parts = parts;
  }

  /**
   * Looks only; takes no gate and touches nothing.
   *
   * @throws Conflict when an intent is pending: what it left is its own matter
   */
  public RepairReport preview() {
    requireNoIntent();
    Snapshot snapshot = parts.authority().capture(BranchName.MAIN).snapshot();
    return new RepairReport(
        snapshot.manifestVersion(),
        snapshot.tables().values().stream()
            .map(entry -> found(entry, Action.PREVIEW, Action.PREVIEW))
            .toList());
  }

  /**
   * Publishes the newest versions in one commit: those of verified maintenance, and with {@code
   * force} all of them.
   *
   * @throws Conflict when an intent is pending
   */
  public RepairReport publish(Gates gates, boolean force) {
    requireNoIntent();
    try (HeldGates held = gates.enterAll()) {
      requireNoIntent();
      Snapshot snapshot = parts.authority().capture(BranchName.MAIN).snapshot();
      List<TableRepair> tables = new ArrayList<>();
      List<TableUpdate> updates = new ArrayList<>();
      for (TableEntry entry : snapshot.tables().values()) {
        TableRepair found = found(entry, Action.HEALED, force ? Action.FORCED : Action.REFUSED);
        tables.add(found);
        if (found.action() == Action.HEALED || found.action() == Action.FORCED) {
          updates.add(update(entry, found.newest()));
        }
      }
      long version = updates.isEmpty() ? snapshot.manifestVersion() : publish(tables, updates);
      return new RepairReport(version, tables);
    }
  }

  private long publish(List<TableRepair> tables, List<TableUpdate> updates) {
    boolean forced = tables.stream().anyMatch(table -> table.action() == Action.FORCED);
    return parts
        .manifest()
        .publish(
            new Publication(
                BranchName.MAIN,
                Optional.empty(),
                new CommitId(parts.ids().ulid()),
                Optional.of(forced ? FORCING_ACTOR : ACTOR),
                parts.clock().instant().truncatedTo(ChronoUnit.MICROS),
                updates));
  }

  private TableUpdate update(TableEntry entry, long version) {
    TableRef newest = new TableRef(entry.path(), entry.branch(), version);
    try (TableSnapshot table = parts.tables().open(newest)) {
      return new TableUpdate(
          entry.key(),
          entry.identity(),
          entry.version(),
          new CommittedVersion(newest, table.rowCount(), parts.tables().metadata(newest)));
    }
  }

  private void requireNoIntent() {
    List<OperationId> pending = parts.sidecars().operations();
    if (!pending.isEmpty()) {
      OperationId first = pending.get(0);
      throw new Conflict("operation " + first + " has not finished; " + remedy(first));
    }
  }

  private String remedy(OperationId operation) {
    try {
      parts.sidecars().read(operation);
      return "open the graph for writing, which settles it, and try again";
    } catch (CorruptState e) {
      return e.getMessage();
    }
  }

  // ---- one table

  private TableRepair found(TableEntry entry, Action harmless, Action otherwise) {
    long newest = parts.tables().newest(entry.path(), entry.branch()).version();
    entry.requireReached(newest);
    List<String> operations = new ArrayList<>();
    Classification classification = classify(entry, newest, operations);
    Action action =
        switch (classification) {
          case NO_DRIFT -> Action.NO_OP;
          case VERIFIED_MAINTENANCE -> harmless;
          case SUSPICIOUS, UNVERIFIABLE -> otherwise;
        };
    return new TableRepair(
        entry.key(), entry.version(), newest, classification, action, operations);
  }

  private Classification classify(TableEntry entry, long newest, List<String> operations) {
    if (newest == entry.version()) {
      return Classification.NO_DRIFT;
    }
    for (long version = entry.version() + 1; version <= newest; version++) {
      Optional<TableTransaction> made =
          parts.tables().readableTransactionOf(new TableRef(entry.path(), entry.branch(), version));
      if (made.isEmpty()) {
        return Classification.UNVERIFIABLE;
      }
      operations.add(made.get().operation());
    }
    return MAINTENANCE.containsAll(operations)
        ? Classification.VERIFIED_MAINTENANCE
        : Classification.SUSPICIOUS;
  }
}
