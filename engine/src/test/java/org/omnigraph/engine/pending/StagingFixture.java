package org.omnigraph.engine.pending;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.omnigraph.engine.blob.ExternalBlobs;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.pending.column.Charge;
import org.omnigraph.engine.pending.column.Normaliser;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.schema.SchemaCompiler;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.lance.LanceTableStore;
import org.omnigraph.engine.validate.Validator;

/** A graph's schema over real tables, whose committed rows a test gives; no commits. */
public final class StagingFixture implements AutoCloseable {
  public final BufferAllocator allocator = new RootAllocator(1L << 30);
  public final AcceptedSchema schema;
  public final LanceTableStore tables;
  private final Map<TypeKey, TableEntry> entries = new TreeMap<>();
  private long stateLimit = Long.MAX_VALUE;
  private final AtomicInteger ulids = new AtomicInteger();

  public StagingFixture(Path root, String schemaText) {
    schema = SchemaCompiler.accept(schemaText, "01ARZ3NDEKTSV4RRFFQ69G5FAV").accepted();
    tables = new LanceTableStore(Storage.at(root.toString(), Map.of()), allocator);
  }

  public GraphType type(String key) {
    return schema.type(TypeKey.parse(key)).orElseThrow();
  }

  public TestBatch batch() {
    return new TestBatch(allocator);
  }

  private String ulid() {
    return String.format("01HZZZZZZZZZZZZZZZZZ%06d", ulids.incrementAndGet());
  }

  /** Makes the table of a type with these rows. */
  public void commit(String key, TestBatch rows) {
    GraphType type = type(key);
    try (VectorSchemaRoot input = rows.build();
        VectorSchemaRoot normal =
            Normaliser.of(type, input.getSchema(), this::ulid, Years.ALL)
                .normalise(
                    input,
                    new DictionaryProvider.MapDictionaryProvider(),
                    RowPlaces.numbered("", 0),
                    Charge.NONE,
                    allocator)) {
      create(type, normal, input.getRowCount());
    }
  }

  private void create(GraphType type, VectorSchemaRoot rows, long count) {
    TypeKey key = type.key();
    tables.create(type.path(), PhysicalSchema.of(type), rows);
    entries.put(key, new TableEntry(key, type.identity(), type.path(), 1, Optional.empty(), count));
  }

  /** A table that was committed. */
  public TableRef table(String key) {
    return entries.get(TypeKey.parse(key)).ref();
  }

  /** The snapshot of what was committed; other tables are there and empty. */
  public Snapshot base() {
    for (GraphType type : schema.types()) {
      if (!entries.containsKey(type.key())) {
        create(type, null, 0);
      }
    }
    return new Snapshot(
        BranchName.MAIN, BranchIdentifier.MAIN, 1, Optional.empty(), Map.copyOf(entries));
  }

  public MutationStaging staging(Budget budget) {
    return staging(budget, ExternalBlobs.NONE);
  }

  public MutationStaging staging(Budget budget, ExternalBlobs external) {
    return Stagings.open(
        schema, base(), budget, tables, allocator, this::ulid, external, stateLimit);
  }

  /** What the validation of later stagings may take. */
  public void limitState(long bytes) {
    stateLimit = bytes;
  }

  /** Adds one input. */
  public void add(MutationStaging staging, String key, WriteMode mode, TestBatch... batches) {
    RowSink sink = staging.rows(TypeKey.parse(key), mode);
    boolean opened = false;
    for (TestBatch batch : batches) {
      try (VectorSchemaRoot input = batch.build()) {
        if (!opened) {
          sink.open(input.getSchema());
          opened = true;
        }
        RowPlaces places = RowPlaces.numbered(key.substring(5) + ".csv", 0);
        sink.add(input, new DictionaryProvider.MapDictionaryProvider(), places);
      }
    }
  }

  public void add(
      MutationStaging staging, String key, WriteMode mode, RowPlaces places, TestBatch rows) {
    try (VectorSchemaRoot input = rows.build()) {
      RowSink sink = staging.rows(TypeKey.parse(key), mode);
      sink.open(input.getSchema());
      sink.add(input, new DictionaryProvider.MapDictionaryProvider(), places);
    }
  }

  public void validate(MutationStaging staging) {
    new Validator(schema, tables, allocator).validate(staging.changeSet(), staging.base());
  }

  /**
   * All rows of one type in a change, as lists of values in the physical order; of rows in files
   * the flat columns.
   */
  public List<List<Object>> rows(MutationStaging staging, String key) {
    ChangeSet.TypeChange change = staging.changeSet().of(TypeKey.parse(key)).orElseThrow();
    List<List<Object>> rows = new ArrayList<>();
    if (change.rows() instanceof ChangeSet.Rows.InMemory memory) {
      for (ArrowRecordBatch batch : memory.batches()) {
        try (VectorSchemaRoot root =
            VectorSchemaRoot.create(PhysicalSchema.of(change.type()), allocator)) {
          new VectorLoader(root).load(batch);
          collect(root, rows);
        }
      }
    } else {
      for (StagedFragments part : ((ChangeSet.Rows.InFragments) change.rows()).parts()) {
        List<String> columns =
            PhysicalSchema.of(change.type()).getFields().stream()
                .filter(f -> f.getChildren().isEmpty())
                .map(f -> f.getName())
                .toList();
        try (ArrowReader reader =
            tables.read(entries.get(change.type().key()).ref(), part, columns, allocator)) {
          while (reader.loadNextBatch()) {
            collect(reader.getVectorSchemaRoot(), rows);
          }
        } catch (java.io.IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }
    }
    return rows;
  }

  /** Adds the rows of a batch, values as Arrow gives them, text as strings. */
  public static void collect(VectorSchemaRoot root, List<List<Object>> rows) {
    for (int row = 0; row < root.getRowCount(); row++) {
      List<Object> values = new ArrayList<>();
      for (FieldVector vector : root.getFieldVectors()) {
        Object value = vector.getObject(row);
        values.add(value instanceof org.apache.arrow.vector.util.Text t ? t.toString() : value);
      }
      rows.add(values);
    }
  }

  @Override
  public void close() {
    tables.close();
    long left = allocator.getAllocatedMemory();
    allocator.close();
    if (left != 0) {
      throw new AssertionError(left + " bytes left");
    }
  }
}
