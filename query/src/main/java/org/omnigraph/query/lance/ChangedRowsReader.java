package org.omnigraph.query.lance;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.catalog.GraphTable;

/** Reads {@link ChangedRows} in the wire types of SQL; opens tables with the first batch. */
final class ChangedRowsReader extends ArrowReader {
  private final ChangedRows changes;
  private final Execution execution;
  private final List<Column> columns;
  private final Schema schema;
  private boolean opened;
  private @Nullable TableSnapshot table;
  private @Nullable ArrowReader rows;

  ChangedRowsReader(ChangedRows changes, Execution execution, List<Integer> read) {
    super(execution.allocator());
    this.changes = changes;
    this.execution = execution;
    this.columns = read.stream().map(changes.source().columns()::get).toList();
    this.schema = ArrowLeaf.schema(changes.source().columns(), read);
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    if (!opened) {
      opened = true;
      open();
    }
    ArrowReader source = rows;
    if (source == null || !source.loadNextBatch()) {
      return false;
    }
    StoredRows.fill(columns, source.getVectorSchemaRoot(), table, getVectorSchemaRoot());
    return true;
  }

  /** Leaves everything closed where there is nothing to read. */
  private void open() {
    TypeKey type = changes.source().type().key();
    Binding here = execution.binding(changes.source().schema());
    Binding there = execution.binding(changes.other().schema());
    TableEntry own = here.snapshot().tables().get(type);
    TableEntry others = there.snapshot().tables().get(type);
    if (own == null || own.equals(others)) {
      return;
    }
    TableSnapshot mine = here.open(type);
    table = mine;
    if (others == null || !others.identity().equals(own.identity())) {
      rows = mine.scan(request(), execution.allocator());
    } else {
      try (TableSnapshot other = there.open(type)) {
        rows = mine.scanBeyond(other, request(), execution.allocator());
      }
    }
  }

  private ScanRequest request() {
    List<String> stored =
        columns.stream().filter(c -> !GraphTable.isBlob(c)).map(Column::name).toList();
    ScanRequest request =
        new ScanRequest(
            stored.isEmpty() ? List.of("id") : stored,
            Predicate.TRUE,
            OptionalLong.empty(),
            OptionalLong.empty(),
            BatchRows.of(schema),
            false);
    return columns.stream().anyMatch(GraphTable::isBlob) ? request.withRowId() : request;
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() throws IOException {
    try {
      if (rows != null) {
        rows.close();
      }
    } finally {
      if (table != null) {
        table.close();
      }
    }
  }
}
