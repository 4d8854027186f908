package org.omnigraph.engine.table.lance;

import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.StagedTransaction;

/** Commits as if another writer came between the look at the newest version and the commit. */
final class LateCommit {
  private LateCommit() {}

  static CommitOutcome withoutProbe(LanceTableStore store, StagedTransaction staged) {
    try (DatasetCache.Lease lease = store.lease(staged.base())) {
      return ((LanceTransaction) staged).commitOn(lease);
    }
  }
}
