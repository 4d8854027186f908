package org.omnigraph.engine.load;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.FrozenRows;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.Years;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.pending.statement.Value;
import org.omnigraph.engine.table.Predicate;

/** Keeps what a load hands on, as plain Java values. */
final class RecordingStaging implements MutationStaging {
  final Map<TypeKey, Taken> types = new LinkedHashMap<>();

  /** The rows of one type; a null is an absent key. */
  static final class Taken implements RowSink {
    final WriteMode mode;
    final List<Map<String, Object>> rows = new ArrayList<>();
    final List<String> places = new ArrayList<>();
    Schema schema = new Schema(List.of());
    int batches;

    Taken(WriteMode mode) {
      this.mode = mode;
    }

    @Override
    public void open(Schema opened, Years years) {
      schema = opened;
    }

    @Override
    public void add(VectorSchemaRoot batch, DictionaryProvider dictionaries, RowPlaces source) {
      batches++;
      for (int row = 0; row < batch.getRowCount(); row++) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (FieldVector vector : batch.getFieldVectors()) {
          if (!vector.isNull(row)) {
            Object value = vector.getObject(row);
            boolean text = value instanceof org.apache.arrow.vector.util.Text;
            values.put(vector.getName(), text ? value.toString() : value);
          }
        }
        rows.add(values);
        places.add(source.place(row));
      }
    }

    @Override
    public long rows() {
      return rows.size();
    }
  }

  Taken node(String name) {
    return types.get(TypeKey.node(name));
  }

  Taken edge(String name) {
    return types.get(TypeKey.edge(name));
  }

  @Override
  public RowSink rows(TypeKey type, WriteMode mode) {
    return types.computeIfAbsent(type, t -> new Taken(mode));
  }

  @Override
  public BufferAllocator memory() {
    throw new UnsupportedOperationException();
  }

  @Override
  public BranchName branch() {
    return BranchName.MAIN;
  }

  @Override
  public Snapshot base() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Affected update(TypeKey type, Predicate where, Map<String, Value> set, RowPlaces places) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RowSink updates(TypeKey type) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ArrowReader scan(
      TypeKey type, List<String> columns, Predicate where, BufferAllocator allocator) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<FrozenRows> freeze(TypeKey type) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Mark mark() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void rollbackTo(Mark mark) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void conflictAtOnce() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void bind() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean touches(TypeKey type) {
    return types.containsKey(type);
  }

  @Override
  public Affected delete(TypeKey type, Predicate where) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Affected deleteIds(TypeKey type, Collection<String> ids) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isEmpty() {
    return types.isEmpty();
  }

  @Override
  public ChangeSet changeSet() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
