package org.omnigraph.engine.sidecar;

import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TransactionId;

/**
 * The one transaction that a write makes on one table.
 *
 * @param base the published version it builds on
 */
public record TablePlan(
    TypeKey key, TableIdentity identity, TableRef base, TransactionId transaction) {}
