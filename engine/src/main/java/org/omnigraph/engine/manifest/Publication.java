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
 * @param identifier the branch as it was captured
 * @param ownHead its own head row as it was captured, absence included
 * @param commit minted before any effect
 * @param createdAt minted before any effect, to the microsecond
 * @param updates the table pointers that move, sorted by key
 */
public record Publication(
    BranchName branch,
    BranchIdentifier identifier,
    Optional<CommitId> ownHead,
    CommitId commit,
    Optional<String> actor,
    Instant createdAt,
    List<TableUpdate> updates) {
  public Publication {
    updates = List.copyOf(updates);
  }
}
