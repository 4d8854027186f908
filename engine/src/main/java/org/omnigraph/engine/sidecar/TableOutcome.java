package org.omnigraph.engine.sidecar;

import org.omnigraph.engine.id.TypeKey;

/**
 * What a recovery did to one table.
 *
 * @param from the version it found: the pin for a roll forward, the newest version for a rollback
 * @param to the version whose content is shown afterwards
 */
public record TableOutcome(TypeKey key, long from, long to) {}
