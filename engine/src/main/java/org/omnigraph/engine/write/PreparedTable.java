package org.omnigraph.engine.write;

import java.util.List;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.StagedTransaction;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TransactionId;

/** One table's part of a write. */
sealed interface PreparedTable {
  /** What the branch shows now. */
  TableEntry entry();

  /** The version that the transaction builds on, on the line where it will land. */
  TableRef base();

  TransactionId id();

  /** Rows inserted, updated or replaced. */
  long written();

  /** Committed rows that go and do not come back. */
  long deleted();

  /**
   * All files are written.
   *
   * @param files what this attempt itself wrote, unreferenced when the attempt is dropped
   */
  record Staged(
      TableEntry entry,
      StagedTransaction transaction,
      List<StagedFragments> files,
      long written,
      long deleted)
      implements PreparedTable {
    public Staged {
      files = List.copyOf(files);
    }

    @Override
    public TableRef base() {
      return transaction.base();
    }

    @Override
    public TransactionId id() {
      return transaction.id();
    }
  }

  /**
   * The branch has inherited the table so far. Its files belong below a branch of the table, which
   * must not be made before an intent owns it; so nothing is written yet.
   *
   * @param home where rows lie that are in files already
   */
  record FirstTouch(
      TableEntry entry,
      TypeChange change,
      TableRef home,
      TableRef base,
      TransactionId id,
      long deleted)
      implements PreparedTable {
    @Override
    public long written() {
      return change.rows().count();
    }
  }
}
