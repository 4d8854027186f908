package org.omnigraph.engine.write;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.pending.ChangeSet.Rows;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;

/**
 * The rows of one change on their way into files.
 *
 * <p>Rows in files already are taken as they are, unless some of them replace committed rows: those
 * go into files of their own, because only a whole file can carry kept row identities.
 */
final class OutgoingRows implements AutoCloseable {
  private final TableStore tables;
  private final BufferAllocator allocator;
  private final Rows rows;
  private final TableRef home;
  private final TableRef table;
  private final Schema schema;
  private final KeptFiles kept;
  private final List<StagedFragments> written = new ArrayList<>();

  /**
   * The rows of {@code change} on their way to {@code table}.
   *
   * @param home where rows lie that are in files already
   * @param kept of the write that the change is of
   */
  OutgoingRows(
      TableStore tables,
      BufferAllocator allocator,
      TypeChange change,
      TableRef home,
      TableRef table,
      KeptFiles kept) {
    this.kept = kept;
    this.tables = tables;
    this.allocator =
        allocator.newChildAllocator("rows of " + change.type().key(), 0, Long.MAX_VALUE);
    this.rows = change.rows();
    this.home = home;
    this.table = table;
    this.schema = PhysicalSchema.of(change.type());
  }

  /**
   * Rows by what they do.
   *
   * @param replaced which committed rows {@code replacing} replaces, in its order
   */
  record Split(
      List<StagedFragments> replacing, List<RowLocation> replaced, List<StagedFragments> added) {}

  @FunctionalInterface
  private interface BatchUse {
    void accept(VectorSchemaRoot batch);
  }

  /** The files that this object wrote itself. */
  List<StagedFragments> written() {
    return List.copyOf(written);
  }

  /** The ids of all rows. */
  Set<String> ids() {
    Set<String> ids = new HashSet<>();
    forEachBatch(
        List.of("id"),
        batch -> {
          VarCharVector column = (VarCharVector) batch.getVector("id");
          for (int row = 0; row < batch.getRowCount(); row++) {
            ids.add(id(column, row));
          }
        });
    return ids;
  }

  /** The digest of the ids of all rows. */
  String idDigest() {
    IdDigest digest = new IdDigest();
    forEachBatch(
        List.of("id"),
        batch -> {
          VarCharVector column = (VarCharVector) batch.getVector("id");
          for (int row = 0; row < batch.getRowCount(); row++) {
            digest.add(column.get(row));
          }
        });
    return digest.hex();
  }

  /** All rows in files. */
  List<StagedFragments> all() {
    if (rows instanceof Rows.InFragments inFragments) {
      return inFragments.parts().stream().map(this::atHome).toList();
    }
    Optional<StagedFragments> earlier = kept.whole(table);
    if (earlier.isPresent()) {
      written.add(earlier.get());
      return List.of(earlier.get());
    }
    try (FragmentSink sink = tables.sink(table, schema)) {
      forEachBatch(columns(), sink::write);
      List<StagedFragments> all = finish(sink);
      all.forEach(files -> kept.keep(table, files));
      return all;
    }
  }

  /** A version refers only to files of its own line. */
  private StagedFragments atHome(StagedFragments part) {
    if (home.branch().equals(table.branch())) {
      return part;
    }
    StagedFragments copy = tables.copy(home, part, table);
    written.add(copy);
    return copy;
  }

  /** The rows whose id is in {@code located}, and the others. */
  Split split(Map<String, RowLocation> located) {
    if (located.isEmpty()) {
      return new Split(List.of(), List.of(), all());
    }
    if (rows instanceof Rows.InFragments inFragments && hasBlob()) {
      return splitWhole(inFragments.parts(), located);
    }
    List<RowLocation> replaced = new ArrayList<>();
    try (FragmentSink replacing = tables.sink(table, schema);
        FragmentSink added = tables.sink(table, schema);
        Picked toReplace = new Picked(replacing);
        Picked toAdd = new Picked(added)) {
      forEachBatch(
          columns(),
          batch -> {
            VarCharVector ids = (VarCharVector) batch.getVector("id");
            for (int row = 0; row < batch.getRowCount(); row++) {
              RowLocation location = located.get(id(ids, row));
              if (location == null) {
                toAdd.pick(batch, row);
              } else {
                replaced.add(location);
                toReplace.pick(batch, row);
              }
            }
            toAdd.flush();
            toReplace.flush();
          });
      List<StagedFragments> replacingFiles = finish(replacing);
      return new Split(replacingFiles, replaced, finish(added));
    }
  }

  private boolean hasBlob() {
    return schema.getFields().stream().anyMatch(PhysicalSchema::isBlob);
  }

  /**
   * A file gives the places of blobs, not their bytes, so rows with a Blob are not moved between
   * files. Those that replace rows of the base were written apart from the others.
   */
  private Split splitWhole(List<StagedFragments> parts, Map<String, RowLocation> located) {
    List<StagedFragments> replacing = new ArrayList<>();
    List<RowLocation> replaced = new ArrayList<>();
    List<StagedFragments> added = new ArrayList<>();
    for (StagedFragments part : parts) {
      List<RowLocation> found = new ArrayList<>();
      forEachBatch(
          part,
          List.of("id"),
          batch -> {
            VarCharVector ids = (VarCharVector) batch.getVector("id");
            for (int row = 0; row < batch.getRowCount(); row++) {
              Optional.ofNullable(located.get(id(ids, row))).ifPresent(found::add);
            }
          });
      if (!found.isEmpty() && found.size() < part.rows()) {
        throw new ReadSetChanged(
            "rows of " + table.path(), "version " + home.version(), "version " + table.version());
      }
      (found.isEmpty() ? added : replacing).add(atHome(part));
      replaced.addAll(found);
    }
    return new Split(replacing, replaced, added);
  }

  private List<StagedFragments> finish(FragmentSink sink) {
    StagedFragments files = sink.finish();
    written.add(files);
    return files.rows() == 0 ? List.of() : List.of(files);
  }

  private List<String> columns() {
    return schema.getFields().stream().map(Field::getName).toList();
  }

  private void forEachBatch(List<String> columns, BatchUse use) {
    if (rows instanceof Rows.InMemory inMemory) {
      forEachInMemory(inMemory.batches(), use);
      return;
    }
    ((Rows.InFragments) rows).parts().forEach(part -> forEachBatch(part, columns, use));
  }

  private void forEachBatch(StagedFragments part, List<String> columns, BatchUse use) {
    try (ArrowReader reader = tables.read(home, part, columns, allocator)) {
      while (reader.loadNextBatch()) {
        use.accept(reader.getVectorSchemaRoot());
      }
    } catch (IOException e) {
      throw new StorageUnavailable("cannot read staged rows of " + home.path(), e);
    }
  }

  private void forEachInMemory(List<ArrowRecordBatch> batches, BatchUse use) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      VectorLoader loader = new VectorLoader(root);
      for (ArrowRecordBatch batch : batches) {
        loader.load(batch);
        use.accept(root);
      }
    }
  }

  private static String id(VarCharVector ids, int row) {
    if (ids.isNull(row)) {
      throw new CorruptState("a staged row has no id");
    }
    return new String(ids.get(row), StandardCharsets.UTF_8);
  }

  /** Single rows of batches, gathered for a sink. */
  private final class Picked implements AutoCloseable {
    private final FragmentSink sink;
    private @Nullable VectorSchemaRoot root;
    private int count;

    Picked(FragmentSink sink) {
      this.sink = sink;
    }

    void pick(VectorSchemaRoot batch, int row) {
      VectorSchemaRoot target = root;
      if (target == null) {
        target = VectorSchemaRoot.create(schema, allocator);
        target.allocateNew();
        root = target;
      }
      for (int i = 0; i < schema.getFields().size(); i++) {
        FieldVector column = target.getVector(i);
        column.copyFromSafe(row, count, batch.getVector(i));
      }
      count++;
    }

    void flush() {
      VectorSchemaRoot target = root;
      if (target != null && count > 0) {
        target.setRowCount(count);
        sink.write(target);
        target.clear();
        target.allocateNew();
        count = 0;
      }
    }

    @Override
    public void close() {
      VectorSchemaRoot target = root;
      if (target != null) {
        target.close();
      }
    }
  }

  @Override
  public void close() {
    allocator.close();
  }
}
