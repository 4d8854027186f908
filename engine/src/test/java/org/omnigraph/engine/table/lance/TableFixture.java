package org.omnigraph.engine.table.lance;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.blob.ExternalBlobs;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;

/** A table of (id, value) in a temporary directory. */
final class TableFixture implements AutoCloseable {
  static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field(
                  "id",
                  new FieldType(
                      false,
                      ArrowType.Utf8.INSTANCE,
                      null,
                      Map.of(PhysicalSchema.PRIMARY_KEY, "true")),
                  null),
              Field.nullable("value", new ArrowType.Int(64, true))));

  final BufferAllocator allocator = new RootAllocator();
  private final Path root;
  LanceTableStore store;
  private int uuids;

  TableFixture(Path root) {
    this.root = root;
    store = new LanceTableStore(Storage.at(root.toString(), Map.of()), allocator);
  }

  /** Opens the tables anew, with blobs that may be read where they refer to. */
  void reopen(ExternalBlobs external) {
    store.close();
    store =
        new LanceTableStore(
            Storage.at(root.toString(), Map.of()), external, allocator, Failpoints.NONE);
  }

  /** Forgets everything that is held in memory. */
  void reopen() {
    store.close();
    store = new LanceTableStore(Storage.at(root.toString(), Map.of()), allocator);
  }

  TableRef create() {
    return store.create("t", SCHEMA, null).table();
  }

  VectorSchemaRoot batch(Map<String, Long> rows) {
    VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
    VarCharVector ids = (VarCharVector) root.getVector("id");
    BigIntVector values = (BigIntVector) root.getVector("value");
    int row = 0;
    for (Map.Entry<String, Long> entry : rows.entrySet()) {
      ids.setSafe(row, entry.getKey().getBytes(StandardCharsets.UTF_8));
      values.setSafe(row, entry.getValue());
      row++;
    }
    root.setRowCount(row);
    return root;
  }

  StagedFragments write(TableRef table, Map<String, Long> rows) {
    try (FragmentSink sink = store.sink(table, SCHEMA);
        VectorSchemaRoot batch = batch(rows)) {
      sink.write(batch);
      return sink.finish();
    }
  }

  CommitOutcome commit(TableRef base, TableEdit edit) {
    return store.stage(base, "uuid-" + base.version() + "-" + uuids++, edit).commit();
  }

  TableRef insert(TableRef base, Map<String, Long> rows) {
    return committed(commit(base, TableEdit.ChangeRows.adding(write(base, rows)))).table();
  }

  /** Replaces those that exist and adds the others. */
  TableEdit upsert(TableRef base, Map<String, Long> rows) {
    Map<String, RowLocation> located = store.locate(base, rows.keySet());
    Map<String, Long> replacing = new TreeMap<>(rows);
    replacing.keySet().retainAll(located.keySet());
    Map<String, Long> added = new TreeMap<>(rows);
    added.keySet().removeAll(located.keySet());
    List<RowLocation> replaced = new ArrayList<>();
    replacing.keySet().forEach(id -> replaced.add(located.get(id)));
    return new TableEdit.ChangeRows(
        replaced,
        replacing.isEmpty() ? List.of() : List.of(write(base, replacing)),
        replaced,
        added.isEmpty() ? List.of() : List.of(write(base, added)));
  }

  TableEdit delete(TableRef base, List<String> ids) {
    return new TableEdit.ChangeRows(
        List.copyOf(store.locate(base, ids).values()), List.of(), List.of(), List.of());
  }

  static CommittedVersion committed(CommitOutcome outcome) {
    return ((CommitOutcome.Committed) outcome).version();
  }

  /** All rows, by id; a value is a list of the given columns. */
  Map<String, List<Object>> rows(TableRef table, String... columns) {
    List<String> all = new ArrayList<>(List.of("id"));
    all.addAll(List.of(columns));
    return rows(table, ScanRequest.of(all));
  }

  Map<String, List<Object>> rows(TableRef table, ScanRequest request) {
    Map<String, List<Object>> rows = new TreeMap<>();
    try (TableSnapshot open = store.open(table);
        ArrowReader reader = open.scan(request, allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        for (int row = 0; row < batch.getRowCount(); row++) {
          List<Object> values = new ArrayList<>();
          for (FieldVector vector :
              batch.getFieldVectors().subList(1, batch.getFieldVectors().size())) {
            values.add(vector.getObject(row));
          }
          if (rows.put(batch.getVector(0).getObject(row).toString(), values) != null) {
            throw new AssertionError("id twice: " + batch.getVector(0).getObject(row));
          }
        }
      }
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return rows;
  }

  @Override
  public void close() {
    store.close();
    long left = allocator.getAllocatedMemory();
    allocator.close();
    if (left != 0) {
      throw new AssertionError(left + " bytes left");
    }
  }
}
