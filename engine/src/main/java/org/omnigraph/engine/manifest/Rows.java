package org.omnigraph.engine.manifest;

import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.CommittedVersion;

/** Makes the rows of each kind. */
final class Rows {
  private Rows() {}

  static ManifestRow registration(TypeKey key, TableIdentity identity, String path) {
    return new ManifestRow(
        ManifestRow.tableId(identity),
        ManifestRow.TABLE,
        path,
        null,
        key.toString(),
        identity.stableTableId(),
        identity.incarnationId(),
        null,
        null,
        null);
  }

  static ManifestRow version(TypeKey key, TableIdentity identity, CommittedVersion version) {
    return new ManifestRow(
        ManifestRow.versionId(identity, version.table().version()),
        ManifestRow.TABLE_VERSION,
        null,
        RowMetadata.version(version.metadata()),
        key.toString(),
        identity.stableTableId(),
        identity.incarnationId(),
        version.table().version(),
        version.table().branch().map(BranchName::value).orElse(null),
        version.rowCount());
  }

  static ManifestRow commit(GraphCommit commit) {
    return new ManifestRow(
        commit.id().value(),
        ManifestRow.GRAPH_COMMIT,
        null,
        RowMetadata.commit(commit),
        "",
        null,
        null,
        commit.manifestVersion(),
        nullForMain(commit.branch()),
        null);
  }

  static ManifestRow head(GraphCommit commit) {
    return new ManifestRow(
        ManifestRow.headId(commit.branch().value()),
        ManifestRow.GRAPH_HEAD,
        null,
        RowMetadata.head(commit.id(), commit.parent()),
        "",
        null,
        null,
        null,
        null,
        null);
  }

  private static @Nullable String nullForMain(BranchName branch) {
    return branch.isMain() ? null : branch.value();
  }
}
