package org.omnigraph.engine.validate;

import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;

/** The committed rows that a change set is checked against. */
final class Committed {
  private final TableStore tables;
  private final Snapshot base;
  private final BufferAllocator allocator;

  Committed(TableStore tables, Snapshot base, BufferAllocator allocator) {
    this.tables = tables;
    this.base = base;
    this.allocator = allocator;
  }

  /** Takes batches of committed rows; they are gone when it returns. */
  @FunctionalInterface
  interface Visitor {
    void visit(VectorSchemaRoot batch);
  }

  boolean isEmpty(TypeKey type) {
    TableEntry entry = base.tables().get(type);
    return entry == null || entry.rowCount() == 0;
  }

  /** Streams columns of a type, once. */
  void scan(TypeKey type, List<String> columns, Predicate filter, Visitor visitor) {
    if (isEmpty(type)) {
      return;
    }
    try (TableSnapshot table = tables.open(base.table(type).ref());
        ArrowReader reader = table.scan(ScanRequest.of(columns).where(filter), allocator)) {
      while (reader.loadNextBatch()) {
        visitor.visit(reader.getVectorSchemaRoot());
      }
    } catch (IOException e) {
      throw new StorageUnavailable("reading committed rows of " + type, e);
    }
  }
}
