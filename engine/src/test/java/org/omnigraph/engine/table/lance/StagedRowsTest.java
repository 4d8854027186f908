package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableRef;

/** Rows that no version refers to are read back by column. */
class StagedRowsTest {
  private static final Field BLOB =
      new Field(
          "picture",
          new FieldType(
              true,
              ArrowType.Struct.INSTANCE,
              null,
              Map.of("ARROW:extension:name", PhysicalSchema.BLOB_EXTENSION)),
          List.of(
              Field.nullable("data", ArrowType.LargeBinary.INSTANCE),
              Field.nullable("uri", ArrowType.Utf8.INSTANCE)));
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              TableFixture.SCHEMA.findField("id"),
              BLOB,
              TableFixture.SCHEMA.findField("value"),
              Field.nullable("after", ArrowType.Utf8.INSTANCE)));

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

  private StagedFragments staged(TableRef table, int rows) {
    try (FragmentSink sink = tables.store.sink(table, SCHEMA);
        VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, tables.allocator)) {
      batch.allocateNew();
      StructVector blobs = (StructVector) batch.getVector("picture");
      for (int row = 0; row < rows; row++) {
        byte[] text = ("k" + row).getBytes(StandardCharsets.UTF_8);
        ((VarCharVector) batch.getVector("id")).setSafe(row, text);
        ((VarCharVector) batch.getVector("after")).setSafe(row, text);
        ((BigIntVector) batch.getVector("value")).setSafe(row, row);
        ((LargeVarBinaryVector) blobs.getChild("data")).setSafe(row, text);
        blobs.setIndexDefined(row);
      }
      batch.setRowCount(rows);
      sink.write(batch);
      return sink.finish();
    }
  }

  private List<List<Object>> read(TableRef table, StagedFragments rows, String... columns)
      throws IOException {
    List<List<Object>> read = new ArrayList<>();
    try (ArrowReader reader = tables.store.read(table, rows, List.of(columns), tables.allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        for (int row = 0; row < batch.getRowCount(); row++) {
          List<Object> values = new ArrayList<>();
          for (String column : columns) {
            Object value = batch.getVector(column).getObject(row);
            values.add(value instanceof Long ? value : value.toString());
          }
          read.add(values);
        }
      }
    }
    return read;
  }

  @Test
  void columnsAreReadWhereverABlobStands() throws IOException {
    TableRef table = tables.store.create("t", SCHEMA, null).table();
    StagedFragments rows = staged(table, 2);

    assertThat(read(table, rows, "id")).containsExactly(List.of("k0"), List.of("k1"));
    assertThat(read(table, rows, "after", "id", "value"))
        .containsExactly(List.of("k0", "k0", 0L), List.of("k1", "k1", 1L));
  }
}
