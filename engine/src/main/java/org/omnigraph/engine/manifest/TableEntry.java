package org.omnigraph.engine.manifest;

import java.util.Optional;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.TableRef;

/**
 * What a snapshot says about one table.
 *
 * @param key the alias
 * @param identity which incarnation
 * @param path the directory below the graph root
 * @param version the published version (the pin)
 * @param branch the table's own branch that holds the version; empty for the main line
 * @param rowCount rows visible in the version
 */
public record TableEntry(
    TypeKey key,
    TableIdentity identity,
    String path,
    long version,
    Optional<BranchName> branch,
    long rowCount) {
  public TableRef ref() {
    return new TableRef(path, branch, version);
  }

  /**
   * Returns when storage has got as far as the published version.
   *
   * @param newest the newest version there is
   * @throws CorruptState when it is below the published one
   */
  public void requireReached(long newest) {
    if (newest < version) {
      throw new CorruptState(
          key + " is published at version " + version + ", but its newest version is " + newest);
    }
  }
}
