package org.omnigraph.engine.manifest;

import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;

/**
 * What a graph is at one version of one branch: immutable, and a plain value. Tables are opened
 * through {@code Graph.open}.
 *
 * @param branch the branch it was read from
 * @param identifier tells the branch from another one of its name
 * @param manifestVersion the version of {@code __manifest}
 * @param commit the effective head commit
 * @param tables the live tables by alias, sorted by key text
 */
public record Snapshot(
    BranchName branch,
    BranchIdentifier identifier,
    long manifestVersion,
    Optional<CommitId> commit,
    Map<TypeKey, TableEntry> tables) {
  /**
   * The entry of a type.
   *
   * @throws NotFound when this snapshot has no such type
   */
  public TableEntry table(TypeKey key) {
    TableEntry entry = tables.get(key);
    if (entry == null) {
      throw new NotFound(
          key.kind().prefix()
              + " type '"
              + key.name()
              + "' is not in this snapshot; it has "
              + tables.keySet());
    }
    return entry;
  }
}
