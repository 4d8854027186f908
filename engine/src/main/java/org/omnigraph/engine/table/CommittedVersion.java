package org.omnigraph.engine.table;

/**
 * A table version that exists in storage; readers see it once the manifest names it.
 *
 * @param table which version
 * @param rowCount rows visible in it
 */
public record CommittedVersion(TableRef table, long rowCount, VersionMetadata metadata) {}
