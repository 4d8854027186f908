package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.lance.FragmentMetadata;
import org.lance.fragment.DataFile;
import org.omnigraph.engine.table.ScanRequest;

/**
 * The rows of one version of a table that another version does not have in the same place of the
 * same file. Files have names that are never used again, on any branch, so fragments of the same
 * files hold the same rows, and only what is gone from them differs.
 *
 * <p>Holds what is gone of one fragment at a time.
 *
 * <p>Trap: Lance takes a condition on {@code _rowaddr} for one on stable ids.
 */
final class RowsBeyond extends ArrowReader {
  private static final int ROWS_A_TAKE = 4_096;

  /** Reading one row by its id costs as much as scanning so many. */
  private static final int COST_OF_TAKING = 32;

  /** Fragments of the same files in both versions. */
  private record Shared(FragmentMetadata mine, FragmentMetadata other) {}

  /** Rows that are read together. */
  private sealed interface Part {
    /** All rows of some fragments. */
    record Whole(List<Integer> fragments) implements Part {}

    /** Some rows of a fragment, by their offsets. */
    record Picked(int fragment, BitSet rows) implements Part {}

    /** Rows by their stable ids. */
    record Taken(List<Long> ids) implements Part {}
  }

  private final LanceTable table;
  private final LanceTable other;
  private final ScanRequest request;
  private final Deque<Shared> shared = new ArrayDeque<>();
  private final Deque<Part> parts = new ArrayDeque<>();
  private @Nullable Part part;
  private @Nullable ArrowReader source;

  /**
   * @param table closed with this reader
   * @param other closed with this reader
   */
  RowsBeyond(LanceTable table, LanceTable other, ScanRequest request, BufferAllocator allocator) {
    super(allocator);
    if (!request.equals(ScanRequest.of(request.columns()).inBatchesOf(request.batchRows()))) {
      throw new IllegalArgumentException("a difference has columns only, not " + request);
    }
    this.table = table;
    this.other = other;
    this.request = request;
    compare();
  }

  private void compare() {
    Map<List<String>, FragmentMetadata> known = new HashMap<>();
    other.layout().forEach(fragment -> known.put(files(fragment), fragment));
    List<Integer> own = new ArrayList<>();
    for (FragmentMetadata fragment : table.layout()) {
      FragmentMetadata same = known.get(files(fragment));
      if (same == null) {
        own.add(fragment.getId());
      } else if (same.getDeletionFile() != null && !GoneRows.areSame(fragment, same)) {
        shared.add(new Shared(fragment, same));
      }
    }
    if (!own.isEmpty()) {
      parts.add(new Part.Whole(own));
    }
  }

  private static List<String> files(FragmentMetadata fragment) {
    return fragment.getFiles().stream().map(DataFile::getPath).toList();
  }

  @Override
  protected Schema readSchema() {
    List<Field> fields = new ArrayList<>();
    for (String column : request.columns()) {
      fields.add(
          column.equals(ScanRequest.ROW_ID)
              ? Field.nullable(column, new ArrowType.Int(64, false))
              : table.schema().findField(column));
    }
    return new Schema(fields);
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    while (opened()) {
      ArrowReader current = source;
      if (current != null && current.loadNextBatch()) {
        take(current.getVectorSchemaRoot());
        if (getVectorSchemaRoot().getRowCount() > 0) {
          return true;
        }
      } else {
        closeSource();
      }
    }
    return false;
  }

  /** Whether there is a part to read on. */
  private boolean opened() {
    while (source == null) {
      Part next = parts.poll();
      if (next != null) {
        part = next;
        source = open(next);
      } else if (shared.isEmpty()) {
        return false;
      } else {
        plan(shared.remove());
      }
    }
    return true;
  }

  private ArrowReader open(Part next) {
    if (next instanceof Part.Whole whole) {
      return table.scanFragments(whole.fragments(), request, allocator);
    }
    if (next instanceof Part.Picked rows) {
      return table.scanFragments(List.of(rows.fragment()), request.withRowAddress(), allocator);
    }
    return table.take(((Part.Taken) next).ids(), request.columns());
  }

  /** Plans how to read the rows of a fragment that are gone in the other version alone. */
  private void plan(Shared fragment) {
    FragmentMetadata mine = fragment.mine();
    BitSet rows = GoneRows.of(other, fragment.other(), allocator);
    rows.andNot(GoneRows.of(table, mine, allocator));
    if (rows.isEmpty()) {
      return;
    }
    boolean few = (long) rows.cardinality() * COST_OF_TAKING <= mine.getPhysicalRows();
    Optional<List<Long>> ids = few ? RowIdRanges.ids(mine, rows) : Optional.empty();
    if (ids.isEmpty()) {
      parts.add(new Part.Picked(mine.getId(), rows));
      return;
    }
    List<Long> all = ids.get();
    int size = request.batchRows() > 0 ? Math.min(request.batchRows(), ROWS_A_TAKE) : ROWS_A_TAKE;
    for (int from = 0; from < all.size(); from += size) {
      parts.add(new Part.Taken(all.subList(from, Math.min(all.size(), from + size))));
    }
  }

  private void take(VectorSchemaRoot batch) throws IOException {
    if (part instanceof Part.Whole) {
      try (ArrowRecordBatch rows = new VectorUnloader(batch).getRecordBatch()) {
        loadRecordBatch(rows);
      }
    } else if (part instanceof Part.Picked picked) {
      UInt8Vector addresses = (UInt8Vector) LanceReader.column(batch, "_rowaddr");
      copy(batch, row -> picked.rows().get((int) addresses.get(row)));
    } else {
      copy(batch, row -> true);
    }
  }

  /** Taken rows are in the memory of the table, and picked ones are not all of their batch. */
  private void copy(VectorSchemaRoot batch, IntPredicate wanted) throws IOException {
    VectorSchemaRoot target = getVectorSchemaRoot();
    target.allocateNew();
    int rows = 0;
    for (int row = 0; row < batch.getRowCount(); row++) {
      if (wanted.test(row)) {
        for (FieldVector column : target.getFieldVectors()) {
          column.copyFromSafe(row, rows, LanceReader.column(batch, column.getName()));
        }
        rows++;
      }
    }
    target.setRowCount(rows);
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  private void closeSource() throws IOException {
    ArrowReader current = source;
    source = null;
    part = null;
    if (current != null) {
      current.close();
    }
  }

  @Override
  protected void closeReadSource() {
    String doing = "comparing versions of " + table.ref().path();
    Closing.all(doing, this::closeSource, table, other);
  }
}
