package org.omnigraph.engine.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.omnigraph.engine.authority.Authority;
import org.omnigraph.engine.authority.AuthorityToken;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.Manifest.Published;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.recovery.Observed.BranchState;
import org.omnigraph.engine.recovery.Observed.Visible;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.sidecar.TablePlan;
import org.omnigraph.engine.sidecar.WritePlan;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.table.TableTransaction;

/** Reads what the decision about an intent rests on; changes nothing. */
final class Observer {
  /** A chain of 1,024 transactions, one index and one restore. */
  private static final int MOST_VERSIONS = 1026;

  private final Authority authority;
  private final Manifest manifest;
  private final TableStore tables;

  Observer(Authority authority, Manifest manifest, TableStore tables) {
    this.authority = authority;
    this.manifest = manifest;
    this.tables = tables;
  }

  /** Looks at a branch that exists. */
  Observed observe(Sidecar.OfWrite intent) {
    WritePlan plan = intent.plan();
    Authority.Captured now = authority.capture(intent.branch());
    List<ObservedTable> observed = new ArrayList<>();
    for (int i = 0; i < plan.tables().size(); i++) {
      int place = i;
      observed.add(
          table(
              plan.tables().get(i),
              now.snapshot(),
              intent.achieved().map(versions -> versions.get(place))));
    }
    return new Observed(
        intent,
        branch(plan.token(), now.token()),
        original(intent),
        manifest.commit(intent.branch(), plan.rollbackCommit()).isPresent(),
        observed);
  }

  private static BranchState branch(AuthorityToken then, AuthorityToken now) {
    if (!then.identifier().equals(now.identifier())) {
      return BranchState.RECREATED;
    }
    return then.equals(now) ? BranchState.UNCHANGED : BranchState.MOVED;
  }

  // ---- the commit it was to make

  private Visible original(Sidecar.OfWrite intent) {
    Optional<Published> found = manifest.published(intent.branch(), intent.plan().commit());
    if (found.isEmpty()) {
      return Visible.ABSENT;
    }
    boolean same =
        isOf(intent.plan(), found.get().commit()) && isShown(intent, found.get().versions());
    return same ? Visible.AS_PLANNED : Visible.OTHERWISE;
  }

  private static boolean isOf(WritePlan plan, GraphCommit commit) {
    return commit.branch().equals(plan.token().branch())
        && commit.actor().equals(plan.actor())
        && commit.mergedParent().isEmpty()
        && commit.createdAt().equals(plan.createdAt())
        && (plan.token().ownHead().isEmpty() || commit.parent().equals(plan.token().ownHead()));
  }

  private static boolean isShown(
      Sidecar.OfWrite intent, Map<TableIdentity, CommittedVersion> shown) {
    if (intent.achieved().isEmpty()) {
      return false;
    }
    List<CommittedVersion> achieved = intent.achieved().get();
    for (int i = 0; i < achieved.size(); i++) {
      TableIdentity identity = intent.plan().tables().get(i).identity();
      if (!achieved.get(i).equals(shown.get(identity))) {
        return false;
      }
    }
    return true;
  }

  // ---- its tables

  private ObservedTable table(
      TablePlan plan, Snapshot snapshot, Optional<CommittedVersion> achieved) {
    Optional<TableEntry> entry =
        snapshot.tables().values().stream()
            .filter(candidate -> candidate.identity().equals(plan.identity()))
            .findFirst();
    Optional<TableRef> newest = newest(plan.base());
    Ownership ownership = newest.map(head -> ownership(plan, head, entry)).orElse(Ownership.NONE);
    boolean asConfirmed =
        achieved.isPresent()
            && newest.equals(achieved.map(CommittedVersion::table))
            && ownership == Ownership.AT_HEAD;
    OptionalLong version =
        newest.isPresent() ? OptionalLong.of(newest.get().version()) : OptionalLong.empty();
    return new ObservedTable(plan, entry, version, ownership, asConfirmed);
  }

  /** The newest version on a line, if there is the line. */
  private Optional<TableRef> newest(TableRef line) {
    boolean exists =
        line.branch().isEmpty() || tables.branch(line.path(), line.branch().get()).isPresent();
    return exists ? Optional.of(tables.newest(line.path(), line.branch())) : Optional.empty();
  }

  private Ownership ownership(TablePlan plan, TableRef head, Optional<TableEntry> entry) {
    long first = plan.base().version() + 1;
    if (head.version() - first >= MOST_VERSIONS) {
      return Ownership.UNVERIFIABLE;
    }
    boolean readable = true;
    for (long version = first; version <= head.version(); version++) {
      Optional<TableTransaction> made = tables.readableTransactionOf(at(head, version));
      if (made.isEmpty()) {
        readable = false;
      } else if (made.get().id().uuid().equals(plan.transaction().uuid())) {
        return version == head.version() ? Ownership.AT_HEAD : below(head, entry, plan);
      }
    }
    return readable ? Ownership.NONE : Ownership.UNVERIFIABLE;
  }

  private Ownership below(TableRef head, Optional<TableEntry> entry, TablePlan plan) {
    long shown = entry.map(TableEntry::version).orElse(plan.base().version());
    boolean restored =
        tables.readableTransactionOf(head).filter(made -> made.restores(shown)).isPresent();
    return restored ? Ownership.COMPENSATED : Ownership.BURIED;
  }

  private static TableRef at(TableRef line, long version) {
    return new TableRef(line.path(), line.branch(), version);
  }
}
