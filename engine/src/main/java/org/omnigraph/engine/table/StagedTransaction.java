package org.omnigraph.engine.table;

/**
 * One table transaction whose files are written and whose version does not exist yet. May be
 * dropped without a trace other than unreferenced files.
 */
public interface StagedTransaction {
  /** The version it builds on. */
  TableRef base();

  TransactionId id();

  /**
   * Makes the version, without retries of any kind.
   *
   * @throws org.omnigraph.engine.error.GraphException when it is unknown whether the version
   *     exists, or when it landed elsewhere than planned; the effect then belongs to recovery
   */
  CommitOutcome commit();
}
