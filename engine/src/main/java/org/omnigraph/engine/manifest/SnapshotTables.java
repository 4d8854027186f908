package org.omnigraph.engine.manifest;

import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;

/** Opens tables as a snapshot has them, and never those of a later branch of the same name. */
public final class SnapshotTables {
  private final TableStore tables;
  private final Manifest manifest;

  public SnapshotTables(TableStore tables, Manifest manifest) {
    this.tables = tables;
    this.manifest = manifest;
  }

  /**
   * Opens the table of a type.
   *
   * @throws NotFound when the snapshot has no such type, or its branch was deleted since
   */
  public TableSnapshot open(Snapshot snapshot, TypeKey type) {
    TableRef table = snapshot.table(type).ref();
    if (table.branch().isEmpty()) {
      return tables.open(table);
    }
    // Asked after opening: what lives then was the same branch before. A branch outlives those
    // that were made from it, so the one of the snapshot answers for all that it shows.
    TableSnapshot open = opened(snapshot, table);
    try {
      manifest.requireLive(snapshot);
      return open;
    } catch (RuntimeException e) {
      open.close();
      throw e;
    }
  }

  private TableSnapshot opened(Snapshot snapshot, TableRef table) {
    try {
      return tables.open(table);
    } catch (NotFound e) {
      manifest.requireLive(snapshot);
      throw e;
    }
  }
}
