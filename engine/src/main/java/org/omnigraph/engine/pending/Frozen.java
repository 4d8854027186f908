package org.omnigraph.engine.pending;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableRef;
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
  private final FrozenIds hidden;
  private final boolean hidesAll;
  private final BufferAllocator allocator;
  private final List<VectorSchemaRoot> held = new ArrayList<>();
  private final List<BitSet> replaced = new ArrayList<>();

  /**
   * @param parts rows in files
   * @param hidden committed rows that are not to be seen
   * @param hidesAll whether no committed row is
   * @param parent the owner of the memory; a child of it is taken
   */
  Frozen(
      GraphType type,
      TableStore tables,
      TableRef table,
      List<StagedFragments> parts,
      FrozenIds hidden,
      boolean hidesAll,
      BufferAllocator parent) {
    this.type = type;
    this.tables = tables;
    this.table = table;
    this.parts = List.copyOf(parts);
    this.hidden = hidden;
    this.hidesAll = hidesAll;
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
        query -> new CurrentRows(query, this, tables, table, target),
        target);
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
  public void close() {
    held.forEach(VectorSchemaRoot::close);
    held.clear();
    allocator.close();
  }
}
