package org.omnigraph.engine.manifest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;

/**
 * One graph commit to be made visible, with what must still hold for it.
 *
 * @param branch where
 * @param condition the state it was prepared on; empty for one that any head may precede, as long
 *     as every pointer is where its update expects it
 * @param commit minted before any effect
 * @param createdAt minted before any effect, to the microsecond
 * @param updates the table pointers that move, sorted by key
 */
public record Publication(
    BranchName branch,
    Optional<ExactHead> condition,
    CommitId commit,
    Optional<String> actor,
    Instant createdAt,
    List<TableUpdate> updates) {
  public Publication {
    updates = List.copyOf(updates);
  }

  /**
   * A branch exactly as it was captured.
   *
   * @param identifier which branch of that name
   * @param ownHead its own head row, absence included
   */
  public record ExactHead(BranchIdentifier identifier, Optional<CommitId> ownHead) {}
}
