package org.omnigraph.engine.write;

import java.util.Optional;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.sidecar.SidecarStore;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.write.PreparedTable.FirstTouch;

/**
 * Branches of tables, made for the first write that a graph branch makes to a table it inherited.
 *
 * <p>A branch of the name may be there already. The manifest places it, or another intent claims
 * it: then it is not ours to touch. Neither: an earlier write or an earlier graph branch left it,
 * nothing refers to it, and it is replaced.
 *
 * <p>Called with the gates of the table held.
 */
final class Forks {
  private final TableStore tables;
  private final Manifest manifest;
  private final SidecarStore sidecars;

  Forks(TableStore tables, Manifest manifest, SidecarStore sidecars) {
    this.tables = tables;
    this.manifest = manifest;
    this.sidecars = sidecars;
  }

  /** A branch of a table that a write has made, at the version it was inherited in. */
  record Fork(TableRef base, TableBranch branch) {}

  /**
   * Returns when nothing that can be seen now is in the way of {@link #make}.
   *
   * @throws Conflict when the branch in the way cannot be replaced
   */
  void requirePossible(FirstTouch table) {
    TableRef base = table.base();
    Optional<TableBranch> left = tables.branch(base.path(), own(base));
    if (left.isEmpty()) {
      return;
    }
    for (TableBranch other : tables.branches(base.path())) {
      if (other.identifier().descendsFrom(left.get().identifier())) {
        throw new Conflict(
            table.entry().key()
                + " has an old branch '"
                + own(base)
                + "' in storage, from which its branch '"
                + other.name()
                + "' was made; delete the graph branch '"
                + other.name()
                + "' first");
      }
    }
  }

  /** Makes the branch that {@code owner} names. */
  Fork make(FirstTouch table, Sidecar.Armed owner) {
    TableRef base = table.base();
    Optional<TableBranch> left = tables.branch(base.path(), own(base));
    if (left.isPresent()) {
      requireNobodys(table, owner);
      tables.deleteBranch(base.path(), left.get());
    }
    tables.reclaimBranch(base.path(), own(base));
    return new Fork(base, tables.createBranch(table.entry().ref(), own(base)));
  }

  private void requireNobodys(FirstTouch table, Sidecar.Armed owner) {
    TableRef base = table.base();
    boolean placed =
        manifest.state(owner.branch()).snapshot().tables().values().stream()
            .anyMatch(
                entry ->
                    entry.identity().equals(table.entry().identity())
                        && entry.branch().equals(base.branch()));
    if (placed) {
      throw moved(table, "placed by the manifest");
    }
    for (Sidecar other : sidecars.list()) {
      if (!other.operation().equals(owner.operation())
          && other.claim().covers(base.path(), base.branch())) {
        throw moved(table, "claimed by operation " + other.operation());
      }
    }
  }

  private static ReadSetChanged moved(FirstTouch table, String now) {
    return new ReadSetChanged("dataset_branch:" + table.entry().key(), null, now);
  }

  /**
   * Returns when the branch is still the one that was made.
   *
   * @throws ReadSetChanged when it was deleted or replaced
   */
  void requireStill(Fork fork) {
    Optional<TableBranch> now = tables.branch(fork.base().path(), own(fork.base()));
    if (!now.equals(Optional.of(fork.branch()))) {
      throw new ReadSetChanged(
          "dataset_branch:" + fork.base().path(),
          fork.branch().identifier().toString(),
          now.map(branch -> branch.identifier().toString()).orElse(null));
    }
  }

  /** Takes back a branch that nobody has written to. */
  void undo(Fork fork) {
    TableRef newest = tables.newest(fork.base().path(), fork.base().branch());
    if (!newest.equals(fork.base())) {
      throw new Conflict(
          "the branch '"
              + own(fork.base())
              + "' of "
              + newest.path()
              + " has a version of another");
    }
    tables.deleteBranch(fork.base().path(), fork.branch());
  }

  private static BranchName own(TableRef base) {
    return base.branch().orElseThrow();
  }
}
