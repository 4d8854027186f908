package org.omnigraph.query.lance;

import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.memtable.MemTables;

/**
 * A graph at one snapshot: what a scan reads when a statement runs.
 *
 * @param pending the tables that are read with a transaction's own rows instead
 */
public record Binding(GraphSource graph, Snapshot snapshot, MemTables pending) {
  /** Opens a type's table; the caller closes it. */
  TableSnapshot open(TypeKey type) {
    return graph.open(snapshot, type);
  }
}
