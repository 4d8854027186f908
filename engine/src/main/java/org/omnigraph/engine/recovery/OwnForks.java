package org.omnigraph.engine.recovery;

import java.util.Optional;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.sidecar.SidecarStore;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;

/**
 * Branches of tables that an intent made, or was about to make, for its first write to a type of a
 * graph branch, and that nobody has written to.
 */
final class OwnForks {
  private final TableStore tables;
  private final SidecarStore sidecars;

  OwnForks(TableStore tables, SidecarStore sidecars) {
    this.tables = tables;
    this.sidecars = sidecars;
  }

  /**
   * Removes a branch, or what was made of it; unless another intent claims it, for then that one
   * decides.
   *
   * @throws RecoveryRequired when the branch is not as the intent would have made it
   */
  void remove(OperationId operation, ObservedTable fork) {
    TableRef base = fork.plan().base();
    Optional<BranchName> name = base.branch();
    if (name.isEmpty() || isClaimedByAnother(operation, base)) {
      return;
    }
    Optional<TableBranch> made = tables.branch(base.path(), name.get());
    if (made.isEmpty()) {
      tables.reclaimBranch(base.path(), name.get());
      return;
    }
    TableRef newest = tables.newest(base.path(), name);
    if (made.get().parentVersion() != base.version() || !newest.equals(base)) {
      throw new RecoveryRequired(
          operation,
          "the branch '"
              + name.get()
              + "' of "
              + fork.plan().key()
              + " was cut at version "
              + made.get().parentVersion()
              + " and is at "
              + newest.version()
              + ", the operation would have cut it at "
              + base.version(),
          null);
    }
    tables.deleteBranch(base.path(), made.get());
  }

  private boolean isClaimedByAnother(OperationId operation, TableRef base) {
    return sidecars.list().stream()
        .filter(other -> !other.operation().equals(operation))
        .anyMatch(other -> other.claim().covers(base.path(), base.branch()));
  }
}
