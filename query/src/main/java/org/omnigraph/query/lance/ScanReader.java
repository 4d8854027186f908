package org.omnigraph.query.lance;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.catalog.GraphTable;

/**
 * The rows of a table in the wire types of SQL. Opens the table when the first batch is asked for;
 * shares the table's buffers wherever the stored type is the wire type.
 */
final class ScanReader extends ArrowReader {
  private final LanceTableScan scan;
  private final Predicate also;
  private final Execution execution;
  private final List<Column> columns;
  private final Schema schema;
  private @Nullable TableSnapshot table;
  private @Nullable ArrowReader rows;
  private long bytesRead;

  /** Rows of the table that are still to be read, at most. */
  private long expected;

  private ScanReader(LanceTableScan scan, Execution execution, List<Integer> read, Predicate also) {
    super(execution.allocator());
    this.scan = scan;
    this.also = also;
    this.execution = execution;
    this.columns = read.stream().map(scan.source().columns()::get).toList();
    this.schema = ArrowLeaf.schema(scan.source().columns(), read);
  }

  static ScanReader of(
      LanceTableScan scan, Execution execution, List<Integer> columns, Predicate also) {
    return new ScanReader(scan, execution, columns.isEmpty() ? List.of(0) : columns, also);
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    Optional<ArrowReader> source = source();
    if (source.isEmpty() || !NativeReads.OF_PROCESS.next(source.get(), execution.statement())) {
      execution.statement().read(expected);
      expected = 0;
      return false;
    }
    passed(source.get().getVectorSchemaRoot().getRowCount());
    take(source.get().getVectorSchemaRoot(), getVectorSchemaRoot());
    return true;
  }

  private void passed(long rowsRead) {
    long more = Math.min(rowsRead, expected);
    expected -= more;
    execution.statement().read(more);
  }

  private void take(VectorSchemaRoot from, VectorSchemaRoot to) {
    bytesRead += StoredRows.fill(columns, from, table, to);
  }

  /** The stored rows; empty when the conditions exclude every row. */
  private Optional<ArrowReader> source() {
    if (rows != null) {
      return Optional.of(rows);
    }
    Predicate filter = also;
    for (Predicate predicate : scan.predicates(execution.arguments())) {
      if (RexToPredicate.isFalse(predicate)) {
        return Optional.empty();
      }
      filter = Predicate.and(filter, predicate);
    }
    if (scan.limit().equals(OptionalLong.of(0))) {
      return Optional.empty();
    }
    table = execution.binding(scan.source().schema()).open(scan.source().type().key());
    expected =
        Math.min(table.rowCount() / execution.part().count(), scan.limit().orElse(Long.MAX_VALUE));
    execution.statement().expects(expected);
    Optional<List<Integer>> fragments = fragments(table, filter);
    if (fragments.isPresent() && fragments.get().isEmpty()) {
      return Optional.empty();
    }
    ScanRequest request = request(filter);
    rows =
        fragments.isEmpty()
            ? table.scan(request, execution.allocator())
            : table.scanFragments(fragments.get(), request, execution.allocator());
    return Optional.of(rows);
  }

  /** The fragments to read; empty for all. */
  private Optional<List<Integer>> fragments(TableSnapshot from, Predicate filter) {
    return execution.part().isWhole()
        ? WantedIds.of(filter, scan.source().type()).flatMap(from::fragmentsHolding)
        : Optional.of(execution.part().of(from.fragments()));
  }

  private ScanRequest request(Predicate filter) {
    // Blobs are fetched by row: a filtered scan of their descriptors ends the process.
    List<String> stored =
        columns.stream().filter(c -> !GraphTable.isBlob(c)).map(Column::name).toList();
    ScanRequest request =
        new ScanRequest(
            stored.isEmpty() ? List.of("id") : stored,
            filter,
            scan.limit(),
            scan.offset(),
            BatchRows.of(schema),
            false);
    return columns.stream().anyMatch(GraphTable::isBlob) ? request.withRowId() : request;
  }

  @Override
  public long bytesRead() {
    return bytesRead;
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
