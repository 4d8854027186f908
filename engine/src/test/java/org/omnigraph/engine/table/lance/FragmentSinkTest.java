package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.engine.table.lance.TableFixture.committed;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;

class FragmentSinkTest {
  @TempDir Path root;
  private TableFixture tables;

  @BeforeEach
  void open() {
    tables = new TableFixture(root);
  }

  @AfterEach
  void close() {
    tables.close();
  }

  private VectorSchemaRoot batch(int from, int rows) {
    Map<String, Long> values = new LinkedHashMap<>();
    for (int i = 0; i < rows; i++) {
      values.put("k" + (from + i), (long) i);
    }
    return tables.batch(values);
  }

  @Test
  void manyBatchesBecomeOneFragmentAndMemoryStaysFlat() {
    TableRef table = tables.create();
    long peak = 0;
    StagedFragments written;
    try (FragmentSink sink = tables.store.sink(table, TableFixture.SCHEMA)) {
      for (int i = 0; i < 100; i++) {
        try (VectorSchemaRoot batch = batch(i * 1_000, 1_000)) {
          sink.write(batch);
        }
        peak = Math.max(peak, tables.allocator.getAllocatedMemory());
      }
      written = sink.finish();
    }
    assertThat(written.rows()).isEqualTo(100_000);
    assertThat(((LanceFragments) written).fragments()).hasSize(1);
    assertThat(written.bytes()).isPositive();
    assertThat(peak).isLessThan(100_000 * 20 / 3);
  }

  @Test
  void theCallerMayFillItsBuffersAnewAtOnce() {
    TableRef table = tables.create();
    try (FragmentSink sink = tables.store.sink(table, TableFixture.SCHEMA);
        VectorSchemaRoot batch = batch(0, 3)) {
      BigIntVector values = (BigIntVector) batch.getVector("value");
      sink.write(batch);
      for (int row = 0; row < 3; row++) {
        values.set(row, -1);
      }
      TableEdit edit = TableEdit.ChangeRows.adding(sink.finish());
      TableRef next = committed(tables.commit(table, edit)).table();
      assertThat(tables.rows(next, "value"))
          .isEqualTo(Map.of("k0", List.of(0L), "k1", List.of(1L), "k2", List.of(2L)));
    }
  }

  @Test
  void closingWithoutFinishingRemovesTheFiles() {
    TableRef table = tables.create();
    try (FragmentSink sink = tables.store.sink(table, TableFixture.SCHEMA);
        VectorSchemaRoot batch = batch(0, 10)) {
      sink.write(batch);
      sink.write(batch);
    }
    assertThat(root.resolve("t/data").toFile().list()).isEmpty();
    assertThat(tables.store.newest("t", Optional.empty())).isEqualTo(table);
  }

  @Test
  void aSingleBatchIsWrittenOnlyWhenItIsFinished() {
    TableRef table = tables.create();
    try (FragmentSink sink = tables.store.sink(table, TableFixture.SCHEMA);
        VectorSchemaRoot batch = batch(0, 10)) {
      sink.write(batch);
    }
    assertThat(root.resolve("t/data")).doesNotExist();
    assertThat(tables.store.newest("t", Optional.empty())).isEqualTo(table);
  }

  @Test
  @Timeout(60)
  void manyOpenSinksDoNotKeepReadersWaiting() {
    TableRef table = tables.insert(tables.create(), Map.of("a", 1L));
    List<FragmentSink> open = new ArrayList<>();
    try (VectorSchemaRoot batch = batch(0, 10)) {
      for (int i = 0; i < 40; i++) {
        FragmentSink sink = tables.store.sink(table, TableFixture.SCHEMA);
        open.add(sink);
        sink.write(batch);
      }
      assertThat(tables.rows(table, "value")).hasSize(1);
      assertThat(open).allSatisfy(sink -> assertThat(sink.finish().rows()).isEqualTo(10));
    } finally {
      open.forEach(FragmentSink::close);
    }
  }

  @Test
  void noRowsAreNoFragment() {
    TableRef table = tables.create();
    try (FragmentSink sink = tables.store.sink(table, TableFixture.SCHEMA);
        VectorSchemaRoot batch = batch(0, 0)) {
      sink.write(batch);
      assertThat(sink.finish().rows()).isZero();
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenFailsWithATypedError() throws Exception {
    Files.writeString(root.resolve("file"), "");
    TableRef nowhere = new TableRef("file", Optional.empty(), 1);
    assertThatThrownBy(
            () -> {
              try (FragmentSink sink = tables.store.sink(nowhere, TableFixture.SCHEMA);
                  VectorSchemaRoot batch = batch(0, 10)) {
                for (int i = 0; i < 10; i++) {
                  sink.write(batch);
                }
                sink.finish();
              }
            })
        .isInstanceOf(GraphException.class);
  }
}
