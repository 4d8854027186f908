package org.omnigraph.engine.pending;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.pending.predicate.Conditions;
import org.omnigraph.engine.pending.predicate.RowFilter;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;

/**
 * The rows of one type that match, as they are now: pending ones, then committed ones that no
 * pending row or deletion hides. A cursor over batches; a batch is gone when it moves on.
 *
 * <p>Pending rows may be added while it stands on a committed batch.
 */
final class CurrentRows implements AutoCloseable {
  /**
   * What is asked for.
   *
   * @param inFiles the columns that are read of pending rows in files
   * @param batchRows rows a committed batch holds at most; 0 leaves it to the table
   */
  record Query(
      List<String> columns, List<String> inFiles, Predicate where, boolean rowIds, int batchRows) {
    Query(List<String> columns, Predicate where, boolean rowIds) {
      this(columns, columns, where, rowIds, 0);
    }

    Query(List<String> columns, Predicate where, boolean rowIds, int batchRows) {
      this(columns, columns, where, rowIds, batchRows);
    }

    /** The same, of pending rows in files only what says whether they match. */
    Query withoutFiles() {
      return new Query(columns, List.of(), where, rowIds, batchRows);
    }

    /** Every column that reading needs, {@code id} first. */
    private List<String> read() {
      Set<String> all = new LinkedHashSet<>(List.of("id"));
      all.addAll(columns);
      return List.copyOf(all);
    }

    /** As {@link #read}, for rows that no table filters. */
    private List<String> readUnfiltered() {
      Set<String> all = new LinkedHashSet<>(List.of("id"));
      all.addAll(inFiles);
      all.addAll(Conditions.columns(where));
      return List.copyOf(all);
    }
  }

  private final Query query;
  private final Pending pending;
  private final TableStore tables;
  private final TableRef table;
  private final BufferAllocator allocator;
  private final Cancellation cancellation;
  private int held;
  private int part;
  private int parts = -1;
  private long partRows;
  private @Nullable TableSnapshot open;
  private @Nullable ArrowReader reader;
  private @Nullable VectorSchemaRoot batch;
  private int[] rows = {};
  private boolean ended;

  /**
   * A cursor before the first batch.
   *
   * @param table the committed rows
   * @param cancellation ends the reading between two batches
   */
  CurrentRows(
      Query query,
      Pending pending,
      TableStore tables,
      TableRef table,
      BufferAllocator allocator,
      Cancellation cancellation) {
    this.query = query;
    this.pending = pending;
    this.tables = tables;
    this.table = table;
    this.allocator = allocator;
    this.cancellation = cancellation;
  }

  /** What stands between a reader and the committed rows of a type. */
  interface Pending {
    /** Nothing. */
    Pending NONE = new Pending() {};

    /** Batches in memory. */
    default int heldBatches() {
      return 0;
    }

    /** One of them, in the physical schema. */
    default VectorSchemaRoot held(int number) {
      throw new IllegalArgumentException("no batch " + number);
    }

    /** Which of its rows have not been replaced. */
    default IntPredicate isLive(int number) {
      return row -> false;
    }

    /** Parts in files. */
    default int parts() {
      return 0;
    }

    default ArrowReader part(int number, List<String> columns, BufferAllocator allocator) {
      throw new IllegalArgumentException("no part " + number);
    }

    /** Whether no committed row is left. */
    default boolean hidesAll() {
      return false;
    }

    /** Whether every committed row is to be seen, so that no id needs to be read. */
    default boolean hidesNothing() {
      return false;
    }

    /** Which rows of a committed batch, whose first column is {@code id}, are not to be seen. */
    default IntPredicate hides(VectorSchemaRoot committed) {
      return row -> false;
    }
  }

  /** Moves to the next batch with a row that matches; false when there is none. */
  boolean next() {
    while (!ended) {
      cancellation.requireRunning();
      if (nextBatch() && rows.length > 0) {
        return true;
      }
    }
    return false;
  }

  /** Where the cursor stands; has the columns asked for, and maybe others. */
  VectorSchemaRoot batch() {
    VectorSchemaRoot current = batch;
    if (current == null) {
      throw new IllegalStateException("the cursor stands on no batch");
    }
    return current;
  }

  /** The rows of the batch that match, ascending. */
  int[] rows() {
    return rows;
  }

  /** The table that the rows lie in, when they are committed; else null. */
  @Nullable TableSnapshot committedIn() {
    return open;
  }

  /** Whether the rows are pending ones in files. */
  boolean isInFiles() {
    return open == null && reader != null;
  }

  /** The number of the part in files where the cursor stands. */
  int part() {
    return part - 1;
  }

  /** The place in that part of the batch's first row. */
  long firstRow() {
    return partRows - batch().getRowCount();
  }

  /** Those that were there at the beginning: what is read may be written again meanwhile. */
  private int parts() {
    if (parts < 0) {
      parts = pending.parts();
    }
    return parts;
  }

  private boolean nextBatch() {
    if (held < pending.heldBatches()) {
      VectorSchemaRoot current = pending.held(held);
      IntPredicate live = pending.isLive(held);
      RowFilter filter = RowFilter.over(current, query.where());
      held++;
      stand(current, row -> live.test(row) && filter.matches(row));
      return true;
    }
    try {
      return nextRead();
    } catch (IOException e) {
      throw new StorageUnavailable("cannot read rows of " + table.path(), e);
    }
  }

  private boolean nextRead() throws IOException {
    ArrowReader current = reader;
    if (current == null) {
      openNext();
      return false;
    }
    if (!current.loadNextBatch()) {
      closeReader();
      return false;
    }
    VectorSchemaRoot read = current.getVectorSchemaRoot();
    if (open == null) {
      partRows += read.getRowCount();
      stand(read, RowFilter.over(read, query.where())::matches);
    } else {
      IntPredicate hidden = pending.hides(read);
      stand(read, row -> !hidden.test(row));
    }
    return true;
  }

  private void stand(VectorSchemaRoot on, IntPredicate matches) {
    int[] found = new int[on.getRowCount()];
    int count = 0;
    for (int row = 0; row < found.length; row++) {
      if (matches.test(row)) {
        found[count++] = row;
      }
    }
    batch = on;
    rows = java.util.Arrays.copyOf(found, count);
  }

  private void openNext() {
    if (part < parts()) {
      reader = pending.part(part, query.readUnfiltered(), allocator);
      partRows = 0;
      part++;
    } else if (pending.hidesAll() || part > parts()) {
      ended = true;
    } else {
      part++;
      TableSnapshot opened = tables.open(table);
      open = opened;
      boolean plain = pending.hidesNothing() && !query.columns().isEmpty();
      ScanRequest request =
          ScanRequest.of(plain ? query.columns() : query.read())
              .where(query.where())
              .inBatchesOf(query.batchRows());
      reader = opened.scan(query.rowIds() ? request.withRowId() : request, allocator);
    }
  }

  private void closeReader() throws IOException {
    ArrowReader current = reader;
    reader = null;
    batch = null;
    rows = new int[0];
    if (current != null) {
      current.close();
    }
    TableSnapshot opened = open;
    open = null;
    if (opened != null) {
      opened.close();
    }
  }

  @Override
  public void close() {
    ended = true;
    try {
      closeReader();
    } catch (IOException e) {
      throw new StorageUnavailable("cannot close rows of " + table.path(), e);
    }
  }

  /** The texts of a column at the rows where the cursor stands. */
  List<String> texts(String column) {
    List<String> texts = new ArrayList<>();
    for (int row : rows) {
      texts.add(String.valueOf(batch().getVector(column).getObject(row)));
    }
    return texts;
  }
}
