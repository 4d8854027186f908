/**
 * The pending rows of one request or transaction, before they become one graph commit.
 *
 * <p>Every write surface (load, Flight ingest, SQL) hands Arrow batches to a {@link
 * org.omnigraph.engine.pending.MutationStaging}, which normalises and checks them row by row as
 * they arrive, charges the budget, and turns into one {@link
 * org.omnigraph.engine.pending.ChangeSet}.
 */
@NullMarked
package org.omnigraph.engine.pending;

import org.jspecify.annotations.NullMarked;
