package org.omnigraph.engine.pending;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;

/**
 * Rows of a type that a staging no longer changes: they share the memory of its batches, under an
 * allocator of their own.
 */
final class Frozen implements FrozenRows, CurrentRows.Pending {
  private final GraphType type;
  private final TableStore tables;
  private final TableRef table;
  private final List<StagedFragments> parts;
  private final FrozenState state;
  private final FrozenIds hidden;
  private final long committedRows;
  private final boolean hidesAll;
  private final boolean hidesCommitted;
  private final BufferAllocator allocator;
  private final List<VectorSchemaRoot> held = new ArrayList<>();
  private final List<BitSet> replaced = new ArrayList<>();

  /**
   * @param committedRows rows of {@code table}
   * @param parts rows in files
   * @param state with the committed rows that are not to be seen
   * @param hidesAll whether no committed row is
   * @param hidesCommitted whether each of these is the id of a committed row
   * @param parent the owner of the memory; a child of it is taken
   */
  Frozen(
      GraphType type,
      TableStore tables,
      TableRef table,
      long committedRows,
      List<StagedFragments> parts,
      FrozenState state,
      boolean hidesAll,
      boolean hidesCommitted,
      BufferAllocator parent) {
    this.type = type;
    this.tables = tables;
    this.table = table;
    this.committedRows = committedRows;
    this.parts = List.copyOf(parts);
    this.state = state;
    this.hidden = state.hidden();
    this.hidesAll = hidesAll;
    this.hidesCommitted = hidesCommitted;
    this.allocator = parent.newChildAllocator("frozen rows", 0, parent.getLimit());
  }

  /** Adds a batch, which keeps its owner; {@code replacedRows} of it do not count. */
  void share(VectorSchemaRoot batch, BitSet replacedRows) {
    VectorSchemaRoot shared = VectorSchemaRoot.create(batch.getSchema(), allocator);
    held.add(shared);
    replaced.add((BitSet) replacedRows.clone());
    try (ArrowRecordBatch buffers = new VectorUnloader(batch).getRecordBatch()) {
      new VectorLoader(shared).load(buffers);
    }
  }

  @Override
  public ArrowReader scan(
      List<String> columns, Predicate where, int batchRows, BufferAllocator target) {
    return CurrentReader.of(
        type,
        columns,
        where,
        batchRows,
        query -> new CurrentRows(query, this, tables, table, target, new Cancellation()),
        target);
  }

  @Override
  public long count(BufferAllocator target) {
    return hidesAll ? pendingRows() : pendingRows() + committed(target);
  }

  private long pendingRows() {
    long pending = parts.stream().mapToLong(StagedFragments::rows).sum();
    for (int i = 0; i < held.size(); i++) {
      pending += held.get(i).getRowCount() - replaced.get(i).cardinality();
    }
    return pending;
  }

  @Override
  public Object state() {
    return state.token();
  }

  @Override
  public long mostRows() {
    return hidesAll ? pendingRows() : pendingRows() + committedRows;
  }

  private long committed(BufferAllocator target) {
    if (!hidden.isEmpty() && !hidesCommitted && !parts.isEmpty()) {
      return committedOneByOne(target);
    }
    try (TableSnapshot committed = tables.open(table)) {
      return committed.rowCount() - hiddenCommitted();
    }
  }

  private long hiddenCommitted() {
    if (hidden.isEmpty() || hidesCommitted) {
      return hidden.size();
    }
    Set<String> ids = new HashSet<>();
    for (VectorSchemaRoot batch : held) {
      for (int row = 0; row < batch.getRowCount(); row++) {
        ids.add(String.valueOf(batch.getVector(0).getObject(row)));
      }
    }
    return tables.locate(table, ids).size();
  }

  private long committedOneByOne(BufferAllocator target) {
    long count = 0;
    try (TableSnapshot committed = tables.open(table);
        ArrowReader ids = committed.scan(ScanRequest.of(List.of("id")), target)) {
      while (ids.loadNextBatch()) {
        IntPredicate hides = hides(ids.getVectorSchemaRoot());
        count +=
            IntStream.range(0, ids.getVectorSchemaRoot().getRowCount())
                .filter(hides.negate())
                .count();
      }
      return count;
    } catch (IOException e) {
      throw new StorageUnavailable("cannot read rows of " + table.path(), e);
    }
  }

  @Override
  public int heldBatches() {
    return held.size();
  }

  @Override
  public VectorSchemaRoot held(int number) {
    return held.get(number);
  }

  @Override
  public IntPredicate isLive(int number) {
    BitSet gone = replaced.get(number);
    return row -> !gone.get(row);
  }

  @Override
  public int parts() {
    return parts.size();
  }

  @Override
  public ArrowReader part(int number, List<String> columns, BufferAllocator target) {
    return tables.read(table, parts.get(number), columns, target);
  }

  @Override
  public boolean hidesAll() {
    return hidesAll;
  }

  @Override
  public boolean hidesNothing() {
    return hidden.isEmpty();
  }

  @Override
  public IntPredicate hides(VectorSchemaRoot committed) {
    return hidden.isEmpty() ? row -> false : hidden.among(committed.getVector(0));
  }

  @Override
  public long keptBytes() {
    return allocator.getAllocatedMemory();
  }

  @Override
  public void close() {
    held.forEach(VectorSchemaRoot::close);
    held.clear();
    allocator.close();
  }
}
