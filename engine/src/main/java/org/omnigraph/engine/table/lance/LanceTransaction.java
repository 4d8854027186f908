package org.omnigraph.engine.table.lance;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Transaction;
import org.lance.operation.Operation;
import org.lance.operation.Restore;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.StagedTransaction;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableTransaction;
import org.omnigraph.engine.table.TransactionId;

/**
 * Commits one planned operation.
 *
 * <p>Lance rebases a stale insert onto newer versions it sees, whatever the retry bound. So the
 * newest version is asked for right before, and the version and the identity right after.
 */
final class LanceTransaction implements StagedTransaction {
  private final LanceTableStore store;
  private final TableRef base;
  private final TransactionId id;
  private final PlannedChange change;
  private final Map<String, String> properties;

  LanceTransaction(
      LanceTableStore store,
      TableRef base,
      String uuid,
      PlannedChange change,
      Map<String, String> properties) {
    this.store = store;
    this.base = base;
    this.id = new TransactionId(base.version(), uuid);
    this.change = change;
    this.properties = properties;
  }

  /** What a stored transaction says; closes it. */
  static TableTransaction describe(Transaction stored) {
    try (stored) {
      Operation operation = stored.operation();
      return new TableTransaction(
          new TransactionId(stored.readVersion(), stored.uuid()),
          operation.name(),
          operation instanceof Restore restore
              ? OptionalLong.of(restore.version())
              : OptionalLong.empty(),
          stored.transactionProperties().orElse(Map.of()));
    }
  }

  @Override
  public TableRef base() {
    return base;
  }

  @Override
  public TransactionId id() {
    return id;
  }

  @Override
  public CommitOutcome commit() {
    try (DatasetCache.Lease lease = store.lease(base)) {
      long newest = store.newest(base.path(), base.branch()).version();
      if (newest != base.version()) {
        return new CommitOutcome.Lost(
            base.path() + " is at version " + newest + ", planned on " + base.version());
      }
      store.reached(Failpoint.COMMITTING);
      return commitOn(lease);
    } catch (Exception e) {
      throw LanceErrors.classify("committing to " + base.path(), e);
    }
  }

  CommitOutcome commitOn(DatasetCache.Lease lease) {
    Transaction.Builder planned =
        new Transaction.Builder()
            .readVersion(id.readVersion())
            .uuid(id.uuid())
            .operation(change.operation());
    if (!properties.isEmpty()) {
      planned.transactionProperties(properties);
    }
    try (Transaction transaction = planned.build()) {
      Dataset made =
          new CommitBuilder(lease.version().dataset())
              .maxRetries(0)
              .useStableRowIds(true)
              .skipAutoCleanup(true)
              .execute(transaction);
      return kept(lease, made);
    } catch (Exception e) {
      return afterFailure(e);
    }
  }

  /** Rows by fragment number stay right in the new version only if it is the old one, changed. */
  private CommitOutcome kept(DatasetCache.Lease lease, Dataset made) {
    boolean keep = false;
    try {
      long rows = change.rows().orElseGet(made::countRows);
      CommitOutcome.Committed committed = landed(made.version(), rows);
      TableRef table = committed.version().table();
      if (change.changesRows()) {
        keep = true;
        store.made(lease, table, lease.version().successor(made, rows));
      } else {
        store.noted(lease, table);
      }
      return committed;
    } finally {
      if (!keep) {
        made.close();
      }
    }
  }

  private CommitOutcome.Committed landed(long version, long rows) {
    if (version != base.version() + 1) {
      throw new CorruptState(
          "the transaction "
              + id.uuid()
              + " on "
              + base.path()
              + " landed at version "
              + version
              + " instead of "
              + (base.version() + 1)
              + ", above a commit of another writer");
    }
    TableRef table = new TableRef(base.path(), base.branch(), version);
    store.requireWhole(table);
    return new CommitOutcome.Committed(new CommittedVersion(table, rows, store.metadata(table)));
  }

  /** A failed reply does not say whether the version exists; storage does. */
  private CommitOutcome afterFailure(Exception failure) {
    if (failure instanceof CorruptState landedElsewhere) {
      throw landedElsewhere;
    }
    TableRef next = new TableRef(base.path(), base.branch(), base.version() + 1);
    // A put that an object store answered late and Lance made again loses against itself.
    if (store.newest(base.path(), base.branch()).version() >= next.version()
        && store.transactionOf(next).map(TableTransaction::id).equals(Optional.of(id))) {
      try (DatasetCache.Lease lease = store.lease(next)) {
        return landed(next.version(), lease.version().rows());
      }
    }
    if (LanceErrors.isLostRace(failure)) {
      return new CommitOutcome.Lost(String.valueOf(failure.getMessage()));
    }
    throw LanceErrors.classify("committing to " + base.path(), failure);
  }
}
