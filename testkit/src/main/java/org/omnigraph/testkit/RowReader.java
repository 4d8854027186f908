package org.omnigraph.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;

/** Reads whole tables into plain Java values. */
public final class RowReader {
  private RowReader() {}

  /** All rows of a type, by id; a row holds every column but the id, in storage order. */
  public static SortedMap<String, Map<String, @Nullable Object>> rows(
      Graph graph, Snapshot snapshot, TypeKey type) {
    SortedMap<String, Map<String, @Nullable Object>> rows = new TreeMap<>();
    try (TableSnapshot table = graph.open(snapshot, type)) {
      List<String> columns = new ArrayList<>();
      for (Field field : table.schema().getFields()) {
        columns.add(field.getName());
      }
      try (ArrowReader reader = table.scan(ScanRequest.of(columns), graph.allocator())) {
        while (reader.loadNextBatch()) {
          add(reader.getVectorSchemaRoot(), rows);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  private static void add(VectorSchemaRoot batch, Map<String, Map<String, @Nullable Object>> rows) {
    for (int row = 0; row < batch.getRowCount(); row++) {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      for (FieldVector vector : batch.getFieldVectors()) {
        values.put(vector.getName(), plain(vector.getObject(row)));
      }
      String id = String.valueOf(values.remove("id"));
      if (rows.put(id, values) != null) {
        throw new AssertionError("two rows have the id " + id);
      }
    }
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return value instanceof org.apache.arrow.vector.util.Text ? value.toString() : value;
  }
}
