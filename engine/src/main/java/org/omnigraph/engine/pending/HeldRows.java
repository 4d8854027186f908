package org.omnigraph.engine.pending;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.fact.TypeFacts;
import org.omnigraph.engine.pending.key.ByteBuilder;
import org.omnigraph.engine.pending.key.IntTable;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.pending.key.KeyHasher;
import org.omnigraph.engine.pending.key.KeyIndex;
import org.omnigraph.engine.pending.key.StateMemory;

/**
 * Rows of one type in memory, in the physical schema. In an upsert the newest row of an id takes
 * the place of those before it.
 */
final class HeldRows implements AutoCloseable {
  private boolean newestWins;
  private boolean indexesNew;
  private final StateMemory memory;
  private final List<Held> batches = new ArrayList<>();
  private final List<ArrowRecordBatch> retired = new ArrayList<>();
  private KeyIndex ids;
  private IntTable batchOf;
  private IntTable rowOf;
  private long rows;

  /** One batch, and which of its rows a later one has replaced. */
  private static final class Held {
    VectorSchemaRoot root;
    RowPlaces places;
    final boolean idsAreNew;
    final BitSet replaced = new BitSet();
    @Nullable ArrowRecordBatch handed;

    Held(VectorSchemaRoot root, RowPlaces places, boolean idsAreNew) {
      this.root = root;
      this.places = places;
      this.idsAreNew = idsAreNew;
    }
  }

  HeldRows(boolean newestWins, StateMemory memory) {
    this.newestWins = newestWins;
    this.memory = memory;
    this.ids = new KeyIndex(memory);
    this.batchOf = new IntTable(memory);
    this.rowOf = new IntTable(memory);
  }

  /** Rows that are left. */
  long rows() {
    return rows;
  }

  /** Takes a batch over. */
  void add(VectorSchemaRoot root, RowPlaces places, boolean idsAreNew) {
    Held held = new Held(root, places, idsAreNew);
    batches.add(held);
    rows += root.getRowCount();
    if (isIndexed(held)) {
      replaceOlder(held, batches.size() - 1);
    }
  }

  private boolean isIndexed(Held held) {
    return newestWins && (indexesNew || !held.idsAreNew);
  }

  /**
   * From now on the newest row of every id counts, of ids that were new too.
   *
   * @throws KeyConflict when an id is there twice
   */
  void letNewestWin(TypeKey type) {
    if (indexesNew) {
      return;
    }
    boolean wasStrict = !newestWins;
    long before = rows;
    newestWins = true;
    indexesNew = true;
    reindex();
    if (wasStrict && rows < before) {
      throw new KeyConflict(type, firstReplaced(), " (it is inserted twice)");
    }
  }

  private String firstReplaced() {
    for (Held held : batches) {
      int row = held.replaced.nextSetBit(0);
      if (row >= 0) {
        return String.valueOf(held.root.getVector(0).getObject(row));
      }
    }
    return "";
  }

  /** Whether a row that counts has the id; known only where the newest row wins. */
  boolean has(KeyHasher id) {
    return ids.find(id) != KeyIndex.ABSENT;
  }

  int batchCount() {
    return batches.size();
  }

  VectorSchemaRoot batch(int number) {
    return batches.get(number).root;
  }

  /** Whether a row of a batch counts still. */
  boolean isLive(int number, int row) {
    return !batches.get(number).replaced.get(row);
  }

  /** The rows of a batch that do not count any more. */
  BitSet replaced(int number) {
    return batches.get(number).replaced;
  }

  private void replaceOlder(Held held, int number) {
    KeyColumn column = KeyColumn.of(held.root.getVector(0));
    KeyHasher hasher = new KeyHasher();
    ByteBuilder id = new ByteBuilder();
    for (int row = 0; row < held.root.getRowCount(); row++) {
      column.appendIdentity(row, id.clear());
      int key = ids.add(hasher.hash(id));
      if (key == KeyIndex.ABSENT) {
        key = ids.size() - 1;
      } else {
        batches.get(batchOf.get(key)).replaced.set(rowOf.get(key));
        rows--;
      }
      batchOf.set(key, number);
      rowOf.set(key, row);
    }
  }

  /** Drops replaced rows for good and notes what is left. */
  void observe(TypeFacts facts, BufferAllocator allocator) {
    if (compact(allocator)) {
      reindex();
    }
    for (Held held : batches) {
      facts.observe(held.root, held.places, held.idsAreNew);
    }
  }

  private boolean compact(BufferAllocator allocator) {
    boolean any = false;
    for (Held held : batches) {
      if (!held.replaced.isEmpty()) {
        any = true;
        int[] left = left(held);
        VectorSchemaRoot kept = copy(held.root, left, held.root.getSchema(), allocator);
        RowPlaces before = held.places;
        retire(held);
        held.root = kept;
        held.places = row -> before.place(left[row]);
        held.replaced.clear();
      }
    }
    return any;
  }

  private void reindex() {
    memory.release();
    ids = new KeyIndex(memory);
    batchOf = new IntTable(memory);
    rowOf = new IntTable(memory);
    for (int i = 0; i < batches.size(); i++) {
      if (isIndexed(batches.get(i))) {
        replaceOlder(batches.get(i), i);
      }
    }
  }

  private static int[] left(Held held) {
    return left(held.root.getRowCount(), held.replaced);
  }

  private static int[] left(int rows, BitSet gone) {
    int[] left = new int[rows - gone.cardinality()];
    int row = -1;
    for (int i = 0; i < left.length; i++) {
      row = gone.nextClearBit(row + 1);
      left[i] = row;
    }
    return left;
  }

  /** A copy of a batch without some of its rows, in a schema of the same columns. */
  static VectorSchemaRoot without(
      VectorSchemaRoot batch, BitSet gone, Schema schema, BufferAllocator allocator) {
    return copy(batch, left(batch.getRowCount(), gone), schema, allocator);
  }

  /** A copy of some rows of a batch, in a schema of the same columns. */
  static VectorSchemaRoot copy(
      VectorSchemaRoot source, int[] rows, Schema schema, BufferAllocator allocator) {
    VectorSchemaRoot kept = VectorSchemaRoot.create(schema, allocator);
    try {
      kept.allocateNew();
      for (int c = 0; c < source.getFieldVectors().size(); c++) {
        FieldVector from = source.getVector(c);
        FieldVector to = kept.getVector(c);
        for (int i = 0; i < rows.length; i++) {
          to.copyFromSafe(rows[i], i, from);
        }
      }
      kept.setRowCount(rows.length);
      return kept;
    } catch (RuntimeException e) {
      kept.close();
      throw e;
    }
  }

  private void retire(Held held) {
    held.root.close();
    if (held.handed != null) {
      retired.add(held.handed);
      held.handed = null;
    }
  }

  /** The id of a row, counted over all batches as they are. */
  String idOf(int row) {
    int first = row;
    for (Held held : batches) {
      if (first < held.root.getRowCount()) {
        return String.valueOf(held.root.getVector(0).getObject(first));
      }
      first -= held.root.getRowCount();
    }
    return "";
  }

  /** The batches as they are held. */
  List<VectorSchemaRoot> batches() {
    return batches.stream().map(held -> held.root).toList();
  }

  /** Puts another batch with the same rows, which takes columns over, in the place of each. */
  void exchange(UnaryOperator<VectorSchemaRoot> another) {
    for (Held held : batches) {
      VectorSchemaRoot made = another.apply(held.root);
      if (made != held.root) {
        retire(held);
        held.root = made;
      }
    }
  }

  /** What takes batches one by one. */
  interface Taker {
    void take(VectorSchemaRoot batch, RowPlaces places, boolean idsAreNew);
  }

  /** Gives every batch away, in order, and is empty. */
  void drainTo(Taker taker, BufferAllocator allocator) {
    compact(allocator);
    for (Held held : batches) {
      taker.take(held.root, held.places, held.idsAreNew);
      retire(held);
    }
    batches.clear();
    rows = 0;
    memory.release();
  }

  /** The batches, sharing this memory; they live until this is closed. */
  ChangeSet.Rows share() {
    List<ArrowRecordBatch> shared = new ArrayList<>();
    for (Held held : batches) {
      if (held.root.getRowCount() == 0) {
        continue;
      }
      ArrowRecordBatch handed = held.handed;
      if (handed == null) {
        handed = new VectorUnloader(held.root).getRecordBatch();
        held.handed = handed;
      }
      shared.add(handed);
    }
    return new ChangeSet.Rows.InMemory(shared, rows);
  }

  /** The rows as they were at one moment, sharing their memory. */
  static final class Saved implements AutoCloseable {
    private final boolean newestWins;
    private final boolean indexesNew;
    private final List<SavedBatch> batches = new ArrayList<>();

    private Saved(boolean newestWins, boolean indexesNew) {
      this.newestWins = newestWins;
      this.indexesNew = indexesNew;
    }

    @Override
    public void close() {
      batches.forEach(batch -> batch.rows().close());
      batches.clear();
    }
  }

  private record SavedBatch(
      Schema schema, ArrowRecordBatch rows, RowPlaces places, boolean idsAreNew, BitSet replaced) {}

  /** Notes the rows as they are; the caller closes the answer. */
  Saved save() {
    Saved saved = new Saved(newestWins, indexesNew);
    for (Held held : batches) {
      saved.batches.add(
          new SavedBatch(
              held.root.getSchema(),
              new VectorUnloader(held.root).getRecordBatch(),
              held.places,
              held.idsAreNew,
              (BitSet) held.replaced.clone()));
    }
    return saved;
  }

  /** Has the rows again that were saved. */
  void restore(Saved saved, BufferAllocator allocator) {
    batches.forEach(this::retire);
    batches.clear();
    rows = 0;
    newestWins = saved.newestWins;
    indexesNew = saved.indexesNew;
    for (SavedBatch batch : saved.batches) {
      VectorSchemaRoot root = VectorSchemaRoot.create(batch.schema(), allocator);
      Held held = new Held(root, batch.places(), batch.idsAreNew());
      batches.add(held);
      new VectorLoader(root).load(batch.rows());
      held.replaced.or(batch.replaced());
      rows += root.getRowCount() - held.replaced.cardinality();
    }
    reindexLive();
  }

  /** Finds the ids of the rows that count, which are distinct where the newest row wins. */
  private void reindexLive() {
    memory.release();
    ids = new KeyIndex(memory);
    batchOf = new IntTable(memory);
    rowOf = new IntTable(memory);
    KeyHasher hasher = new KeyHasher();
    ByteBuilder id = new ByteBuilder();
    for (int number = 0; number < batches.size(); number++) {
      Held held = batches.get(number);
      if (!isIndexed(held)) {
        continue;
      }
      KeyColumn column = KeyColumn.of(held.root.getVector(0));
      for (int row = 0; row < held.root.getRowCount(); row++) {
        if (!held.replaced.get(row)) {
          column.appendIdentity(row, id.clear());
          ids.add(hasher.hash(id));
          batchOf.set(ids.size() - 1, number);
          rowOf.set(ids.size() - 1, row);
        }
      }
    }
  }

  @Override
  public void close() {
    for (Held held : batches) {
      retire(held);
    }
    batches.clear();
    retired.forEach(ArrowRecordBatch::close);
    retired.clear();
    rows = 0;
  }
}
