package org.omnigraph.engine.table;

/** How committing a {@link StagedTransaction} ended when it did not fail. */
public sealed interface CommitOutcome {
  /** The version exists, directly above the one that was read, under the planned identity. */
  record Committed(CommittedVersion version) implements CommitOutcome {}

  /** Another writer was first, and nothing of this transaction exists. */
  record Lost(String reason) implements CommitOutcome {}
}
