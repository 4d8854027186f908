/**
 * Failures as a Flight client sees them.
 *
 * <p>Owns the one mapping from {@link org.omnigraph.engine.error.ErrorCode} to a Flight status, and
 * the one wrapper that applies it to every call. Handlers throw what the engine throws; nobody else
 * names a status for it.
 */
@NullMarked
package org.omnigraph.flight.error;

import org.jspecify.annotations.NullMarked;
