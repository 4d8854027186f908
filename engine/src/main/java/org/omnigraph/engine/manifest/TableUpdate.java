package org.omnigraph.engine.manifest;

import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.CommittedVersion;

/**
 * One table pointer that a publish moves.
 *
 * @param expectedVersion the version that the manifest must still show
 * @param to the version it shows afterwards
 */
public record TableUpdate(
    TypeKey key, TableIdentity identity, long expectedVersion, CommittedVersion to) {}
