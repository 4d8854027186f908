package org.omnigraph.engine.branch;

import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.authority.Authority;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.gate.Gates;
import org.omnigraph.engine.gate.HeldGates;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.ManifestState;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.recovery.Recovery;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes and deletes graph branches, alone on the graph: every gate of it is held meanwhile. Safe
 * for use by many threads.
 */
public final class BranchControl {
  private static final Logger LOG = LoggerFactory.getLogger(BranchControl.class);
  private static final int NATIVE_ATTEMPTS = 2;

  /** What it works with. */
  public record Parts(
      Authority authority,
      Manifest manifest,
      TableStore tables,
      Recovery recovery,
      Gates gates,
      Failpoints failpoints) {}

  private final Parts parts;

  public BranchControl(Parts parts) {
    this.parts = parts;
  }

  // ---- create

  /**
   * Makes a branch at the newest state of another one. Writes no commit.
   *
   * @throws InvalidRequest when the name is not for a new branch
   * @throws NotFound when there is no branch {@code from}
   * @throws Conflict when the name is taken, or its path lies above or below that of a living
   *     branch
   * @throws RecoveryRequired when an unfinished write is in the way on either name
   */
  public void create(BranchName name, BranchName from) {
    requirePublic(name);
    requirePublic(from);
    if (name.isMain()) {
      throw new InvalidRequest("branch 'main' is always there; choose another name");
    }
    parts.recovery().settle(from);
    parts.recovery().settle(name);
    parts.failpoints().reached(Failpoint.BRANCH_BARRIER_PASSED);
    try (HeldGates held = parts.gates().enterAll()) {
      parts.recovery().requireSettled(from);
      parts.recovery().requireSettled(name);
      requireNoSchemaLock();
      parts.authority().capture(from);
      ManifestState source = parts.manifest().state(from);
      requireFree(name);
      make(name, source);
    } finally {
      parts.manifest().forget(name);
    }
  }

  private void requireFree(BranchName name) {
    for (BranchName live : parts.manifest().branches()) {
      if (live.equals(name)) {
        throw new Conflict("branch '" + name + "' already exists");
      }
      if (live.isAbove(name) || name.isAbove(live)) {
        throw new Conflict(
            "branch '"
                + name
                + "' cannot live beside branch '"
                + live
                + "', because one name is a path above the other");
      }
    }
  }

  private void make(BranchName name, ManifestState source) {
    TableRef from =
        new TableRef(Manifest.PATH, own(source.branch()), source.snapshot().manifestVersion());
    GraphException last = null;
    for (int attempt = 0; attempt < NATIVE_ATTEMPTS; attempt++) {
      parts.tables().reclaimBranch(Manifest.PATH, name);
      try {
        parts.failpoints().reached(Failpoint.BRANCH_CREATING);
        parts.tables().createBranch(from, name);
        parts.failpoints().reached(Failpoint.BRANCH_CREATED);
        return;
      } catch (GraphException e) {
        last = e;
      }
      Optional<TableBranch> now = parts.tables().branch(Manifest.PATH, name);
      if (now.isPresent()) {
        requireMade(now.get(), source, last);
        return;
      }
    }
    if (last != null) {
      throw last;
    }
  }

  /** After an unclear answer: the branch is what was asked for, or somebody else's. */
  private void requireMade(TableBranch now, ManifestState source, GraphException failure) {
    List<TableBranch.Cut> above = source.identifier().cuts();
    List<TableBranch.Cut> cuts = now.identifier().cuts();
    long version = source.snapshot().manifestVersion();
    boolean asked =
        now.parent().equals(own(source.branch()))
            && now.parentVersion() == version
            && cuts.size() == above.size() + 1
            && now.identifier().descendsFrom(source.identifier())
            && cuts.get(above.size()).version() == version
            && !cuts.get(above.size()).uuid().isEmpty();
    if (!asked) {
      throw new ReadSetChanged(
          "branch_identifier:" + now.name(), null, now.identifier().toString());
    }
    parts.manifest().forget(now.name());
    parts.manifest().state(now.name());
    LOG.info(
        "branch '{}' was made although storage reported: {}", now.name(), failure.getMessage());
  }

  // ---- delete

  /**
   * Deletes a branch with everything that only it shows. Writes no commit. An unfinished write on
   * it is no obstacle.
   *
   * @throws InvalidRequest for a name that cannot be deleted
   * @throws NotFound when there is no such branch
   * @throws Conflict when another branch depends on it
   * @throws ReadSetChanged when the name belongs to another branch meanwhile, which stays
   */
  public void delete(BranchName name) {
    requirePublic(name);
    if (name.isMain()) {
      throw new InvalidRequest("branch 'main' cannot be deleted");
    }
    settleAsFarAsPossible(name);
    parts.failpoints().reached(Failpoint.BRANCH_BARRIER_PASSED);
    try (HeldGates held = parts.gates().enterAll()) {
      parts.recovery().requireNoSchemaChange();
      requireNoSchemaLock();
      TableBranch branch =
          parts
              .tables()
              .branch(Manifest.PATH, name)
              .orElseThrow(
                  () ->
                      new NotFound(
                          "branch '"
                              + name
                              + "' not found; the graph has "
                              + parts.manifest().branches()));
      requireNoDependent(branch);
      Optional<Snapshot> last = lastOf(name);
      parts.failpoints().reached(Failpoint.BRANCH_DELETABLE);
      remove(branch);
      parts.manifest().forget(name);
      last.ifPresent(this::removeTableBranches);
    }
  }

  /** What the branch shows; empty when its files are not what they should be. */
  private Optional<Snapshot> lastOf(BranchName name) {
    try {
      return Optional.of(parts.manifest().state(name).snapshot());
    } catch (NotFound | CorruptState e) {
      LOG.warn(
          "branch '{}' goes although it cannot be read; its branches of tables are left: {}",
          name,
          e.getMessage());
      return Optional.empty();
    }
  }

  private void settleAsFarAsPossible(BranchName name) {
    try {
      parts.recovery().settle(name);
    } catch (RecoveryRequired e) {
      LOG.info("operation {} will end with branch '{}'", e.operation(), name);
    }
  }

  private void requireNoDependent(TableBranch branch) {
    for (TableBranch other : parts.tables().branches(Manifest.PATH)) {
      if (branch.name().isAbove(other.name())) {
        throw inUse(branch, other.name(), "whose name lies below it");
      }
      if (other.identifier().descendsFrom(branch.identifier())) {
        throw inUse(branch, other.name(), "which was made from it");
      }
    }
    for (BranchName other : parts.manifest().branches()) {
      if (!other.equals(branch.name()) && showsTablesOf(other, branch.name())) {
        throw inUse(branch, other, "which shows tables of it");
      }
    }
  }

  private boolean showsTablesOf(BranchName branch, BranchName owner) {
    try {
      return parts.manifest().state(branch).snapshot().tables().values().stream()
          .anyMatch(entry -> entry.branch().equals(Optional.of(owner)));
    } catch (NotFound | CorruptState e) {
      throw new CorruptState(
          "branch '"
              + branch
              + "' cannot be read, so it may show tables of branch '"
              + owner
              + "': "
              + e.getMessage()
              + "; restore its files, or delete branch '"
              + branch
              + "' first",
          e);
    }
  }

  private static Conflict inUse(TableBranch branch, BranchName other, String why) {
    return new Conflict(
        "branch '"
            + branch.name()
            + "' cannot be deleted before branch '"
            + other
            + "', "
            + why
            + "; delete that first");
  }

  private void remove(TableBranch branch) {
    try {
      parts.failpoints().reached(Failpoint.BRANCH_DELETING);
      parts.tables().deleteBranch(Manifest.PATH, branch);
      parts.failpoints().reached(Failpoint.BRANCH_DELETED);
    } catch (GraphException e) {
      Optional<BranchIdentifier> now =
          parts.tables().branch(Manifest.PATH, branch.name()).map(TableBranch::identifier);
      if (now.equals(Optional.of(branch.identifier()))) {
        throw e;
      }
      if (now.isPresent()) {
        throw new ReadSetChanged(
            "branch_identifier:" + branch.name(),
            branch.identifier().toString(),
            now.get().toString());
      }
      LOG.info("branch '{}' is gone although storage reported: {}", branch.name(), e.getMessage());
    }
  }

  /** Nothing shows them any more, so what cannot be removed only takes space. */
  private void removeTableBranches(Snapshot last) {
    try {
      parts.failpoints().reached(Failpoint.BRANCH_TABLES_LEFT);
      for (TableEntry entry : last.tables().values()) {
        if (entry.branch().equals(Optional.of(last.branch()))) {
          parts
              .tables()
              .branch(entry.path(), last.branch())
              .ifPresent(own -> parts.tables().deleteBranch(entry.path(), own));
        }
      }
    } catch (GraphException e) {
      LOG.warn(
          "branches of tables of the deleted branch '{}' are left: {}",
          last.branch(),
          e.getMessage());
    }
  }

  // ---- both

  private static void requirePublic(BranchName name) {
    if (name.isInternal()) {
      throw new InvalidRequest("the branch name '" + name + "' is kept for the program itself");
    }
  }

  private void requireNoSchemaLock() {
    if (parts.tables().branch(Manifest.PATH, BranchName.SCHEMA_LOCK).isPresent()) {
      throw new Conflict("the schema is being changed; wait for it to end");
    }
  }

  private static Optional<BranchName> own(BranchName branch) {
    return branch.isMain() ? Optional.empty() : Optional.of(branch);
  }
}
