package org.omnigraph.engine.manifest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.id.TableIdentity;

/**
 * One row of {@code __manifest}, column by column; {@code base_objects} is reserved and always
 * null. Numbers are unsigned on disk.
 *
 * @param objectId the key of the row
 * @param objectType one of {@code table}, {@code table_version}, {@code table_tombstone}, {@code
 *     graph_commit}, {@code graph_head}
 */
record ManifestRow(
    String objectId,
    String objectType,
    @Nullable String location,
    @Nullable String metadata,
    String tableKey,
    @Nullable Long stableTableId,
    @Nullable Long tableIncarnationId,
    @Nullable Long tableVersion,
    @Nullable String tableBranch,
    @Nullable Long rowCount) {
  static final String TABLE = "table";
  static final String TABLE_VERSION = "table_version";
  static final String TABLE_TOMBSTONE = "table_tombstone";
  static final String GRAPH_COMMIT = "graph_commit";
  static final String GRAPH_HEAD = "graph_head";

  static String tableId(TableIdentity identity) {
    return "table:" + identity.hex(":");
  }

  static String versionId(TableIdentity identity, long version) {
    return "table_version:" + identity.hex(":") + ":" + twentyDigits(version);
  }

  static String tombstoneId(TableIdentity identity, long version) {
    return "table_tombstone:" + identity.hex(":") + ":" + twentyDigits(version);
  }

  private static String twentyDigits(long version) {
    String digits = Long.toString(version);
    return "0".repeat(20 - digits.length()) + digits;
  }

  static String headId(String branch) {
    return "graph_head:" + branch;
  }

  /** The table that the row is about. */
  TableIdentity identity() {
    if (stableTableId == null
        || tableIncarnationId == null
        || stableTableId == 0
        || tableIncarnationId == 0) {
      throw corrupt("it names no table");
    }
    return new TableIdentity(stableTableId, tableIncarnationId);
  }

  /** The version column of a row that must have one. */
  long version() {
    if (tableVersion == null) {
      throw corrupt("it has no version");
    }
    return tableVersion;
  }

  /** The metadata column of a row that must have one. */
  String requiredMetadata() {
    if (metadata == null) {
      throw corrupt("it has no metadata");
    }
    return metadata;
  }

  Optional<String> branch() {
    return Optional.ofNullable(tableBranch);
  }

  /** Refuses a row whose key is not the one its columns spell. */
  void requireId(String expected) {
    if (!objectId.equals(expected)) {
      throw corrupt("its columns spell '" + expected + "'");
    }
  }

  CorruptState corrupt(String why) {
    return new CorruptState("__manifest row '" + objectId + "' is wrong: " + why);
  }
}
