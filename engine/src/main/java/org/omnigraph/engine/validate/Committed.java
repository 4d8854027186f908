package org.omnigraph.engine.validate;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.table.IdCandidates;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;

/** The committed rows that a change set is checked against. */
final class Committed {
  private final TableStore tables;
  private final Snapshot base;
  private final BufferAllocator allocator;
  private final boolean isWhole;

  /**
   * Makes a reader.
   *
   * @param isWhole whether every scan gives all rows whatever its filter, so that rows have the
   *     same number in each
   */
  Committed(TableStore tables, Snapshot base, BufferAllocator allocator, boolean isWhole) {
    this.isWhole = isWhole;
    this.tables = tables;
    this.base = base;
    this.allocator = allocator;
  }

  /** Takes batches of committed rows; they are gone when it returns. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Takes one batch.
     *
     * @param firstRow how many rows the same scan gave before
     */
    void visit(VectorSchemaRoot batch, int firstRow);
  }

  boolean isEmpty(TypeKey type) {
    TableEntry entry = base.tables().get(type);
    return entry == null || entry.rowCount() == 0;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  /**
   * Streams columns of a type, once: the rows that are wanted, and others. Rows with given ids come
   * from where they may be.
   */
  void scan(TypeKey type, List<String> columns, Predicate wanted, Visitor visitor) {
    if (isEmpty(type)) {
      return;
    }
    Predicate filter = isWhole ? Predicate.TRUE : wanted;
    ScanRequest request = ScanRequest.of(columns);
    try (TableSnapshot table = tables.open(base.table(type).ref())) {
      Optional<IdCandidates> held = ids(filter).flatMap(table::candidates);
      if (held.isEmpty()) {
        visit(table.scan(request.where(Wanted.evaluable(filter)), allocator), visitor);
      } else if (!held.get().fragments().isEmpty()) {
        Predicate left = Wanted.evaluable(Wanted.ids(held.get().ids()));
        visit(table.scanFragments(held.get().fragments(), request.where(left), allocator), visitor);
      }
    } catch (IOException e) {
      throw new StorageUnavailable("reading committed rows of " + type, e);
    }
  }

  private static void visit(ArrowReader rows, Visitor visitor) throws IOException {
    try (ArrowReader reader = rows) {
      int firstRow = 0;
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        visitor.visit(batch, firstRow);
        firstRow += batch.getRowCount();
      }
    }
  }

  /** The ids that a filter asks for, when it asks for nothing else. */
  private static Optional<List<String>> ids(Predicate filter) {
    return filter instanceof Predicate.In in && in.column().equals("id")
        ? Optional.of(
            in.values().stream().map(id -> ((Predicate.Literal.Text) id).value()).toList())
        : Optional.empty();
  }
}
