package org.omnigraph.engine.sidecar;

import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;

/**
 * What an intent lays claim to: fixed when it is armed, whatever its writer and its state.
 *
 * @param kind what the file calls the writer
 * @param branch the graph branch it belongs to
 * @param tables what it may change, in the order of the file
 */
public record Claim(
    OperationId operation,
    String kind,
    BranchName branch,
    Optional<String> actor,
    List<ClaimedTable> tables) {
  public Claim {
    tables = List.copyOf(tables);
  }

  /**
   * One line of versions of one table.
   *
   * @param branch the table's own branch; empty for the main line
   */
  public record ClaimedTable(
      TypeKey key, TableIdentity identity, String path, Optional<BranchName> branch) {}

  /** The aliases of the claimed tables. */
  public List<TypeKey> keys() {
    return tables.stream().map(ClaimedTable::key).toList();
  }

  /** Whether it claims the line of versions that {@code path} and {@code tableBranch} name. */
  public boolean covers(String path, Optional<BranchName> tableBranch) {
    return tables.stream()
        .anyMatch(table -> table.path().equals(path) && table.branch().equals(tableBranch));
  }
}
