package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;

/** Rows are taken by identity and by place from a version with replaced and deleted rows. */
class RowsTakenTest {
  @TempDir static Path root;
  private TableFixture tables;
  private TableRef table;

  @BeforeEach
  void fill() {
    tables = new TableFixture(root.resolve("graph-" + System.identityHashCode(this)));
    Map<String, Long> rows = new TreeMap<>();
    LongStream.range(0, 100).forEach(i -> rows.put("k" + i, i));
    table = tables.insert(tables.create(), rows);
    table =
        TableFixture.committed(
                tables.commit(table, tables.upsert(table, Map.of("k7", 1007L, "new", 2000L))))
            .table();
    table =
        TableFixture.committed(tables.commit(table, tables.delete(table, List.of("k8", "k9"))))
            .table();
  }

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void byIdentity() throws IOException {
    try (TableSnapshot open = tables.store.open(table)) {
      Map<Long, Long> ids = new HashMap<>();
      ScanRequest all = ScanRequest.of(List.of("value")).withRowId();
      try (ArrowReader reader = open.scan(all, tables.allocator)) {
        while (reader.loadNextBatch()) {
          VectorSchemaRoot batch = reader.getVectorSchemaRoot();
          UInt8Vector row = (UInt8Vector) batch.getVector(ScanRequest.ROW_ID);
          BigIntVector value = (BigIntVector) batch.getVector("value");
          for (int i = 0; i < batch.getRowCount(); i++) {
            ids.put(value.get(i), row.get(i));
          }
        }
      }
      assertThat(ids).hasSize(99);
      List<Long> wanted = List.of(ids.get(2000L), ids.get(3L), ids.get(1007L), ids.get(99L));
      assertThat(values(open.rows(List.of("value"), wanted)))
          .containsExactlyInAnyOrder(2000L, 3L, 1007L, 99L);
    }
  }

  @Test
  void byPlace() throws IOException {
    try (TableSnapshot open = tables.store.open(table)) {
      List<Long> all = values(open.scan(ScanRequest.of(List.of("value")), tables.allocator));
      assertThat(values(open.rowsAt(List.of("value"), List.of(0L, 6L, 7L, 50L, 98L))))
          .containsExactly(all.get(0), all.get(6), all.get(7), all.get(50), all.get(98));
    }
  }

  private static List<Long> values(ArrowReader opened) throws IOException {
    List<Long> values = new ArrayList<>();
    try (ArrowReader reader = opened) {
      while (reader.loadNextBatch()) {
        BigIntVector vector = (BigIntVector) reader.getVectorSchemaRoot().getVector("value");
        for (int i = 0; i < vector.getValueCount(); i++) {
          values.add(vector.get(i));
        }
      }
    }
    return values;
  }
}
