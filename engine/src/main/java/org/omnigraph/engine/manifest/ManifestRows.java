package org.omnigraph.engine.manifest;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.RowLocation;

/** The Arrow form of manifest rows. */
final class ManifestRows {
  /** The key of the stamp in the schema metadata of {@code __manifest}. */
  static final String STAMP_KEY = "omnigraph:internal_schema_version";

  /** The strand that this program serves, and no other. */
  static final String STAMP = "6";

  private static final ArrowType U64 = new ArrowType.Int(64, false);

  static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field(
                  "object_id",
                  new FieldType(
                      false,
                      ArrowType.Utf8.INSTANCE,
                      null,
                      Map.of(PhysicalSchema.PRIMARY_KEY, "true")),
                  null),
              Field.notNullable("object_type", ArrowType.Utf8.INSTANCE),
              Field.nullable("location", ArrowType.Utf8.INSTANCE),
              Field.nullable("metadata", ArrowType.Utf8.INSTANCE),
              new Field(
                  "base_objects",
                  FieldType.nullable(ArrowType.List.INSTANCE),
                  List.of(Field.nullable("item", ArrowType.Utf8.INSTANCE))),
              Field.notNullable("table_key", ArrowType.Utf8.INSTANCE),
              Field.nullable("stable_table_id", U64),
              Field.nullable("table_incarnation_id", U64),
              Field.nullable("table_version", U64),
              Field.nullable("table_branch", ArrowType.Utf8.INSTANCE),
              Field.nullable("row_count", U64)),
          Map.of(STAMP_KEY, STAMP));

  /** The columns that a reader needs: all but the reserved one. */
  static final List<String> COLUMNS =
      SCHEMA.getFields().stream()
          .map(Field::getName)
          .filter(name -> !name.equals("base_objects"))
          .toList();

  private ManifestRows() {}

  /** The rows as one batch, which the caller closes. */
  static VectorSchemaRoot encode(List<ManifestRow> rows, BufferAllocator allocator) {
    VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
    try {
      root.allocateNew();
      for (int i = 0; i < rows.size(); i++) {
        ManifestRow row = rows.get(i);
        text(root, "object_id", i, row.objectId());
        text(root, "object_type", i, row.objectType());
        text(root, "location", i, row.location());
        text(root, "metadata", i, row.metadata());
        text(root, "table_key", i, row.tableKey());
        number(root, "stable_table_id", i, row.stableTableId());
        number(root, "table_incarnation_id", i, row.tableIncarnationId());
        number(root, "table_version", i, row.tableVersion());
        text(root, "table_branch", i, row.tableBranch());
        number(root, "row_count", i, row.rowCount());
      }
      root.setRowCount(rows.size());
      return root;
    } catch (RuntimeException e) {
      root.close();
      throw e;
    }
  }

  private static void text(VectorSchemaRoot root, String column, int row, @Nullable String value) {
    if (value != null) {
      ((VarCharVector) root.getVector(column)).setSafe(row, value.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void number(VectorSchemaRoot root, String column, int row, @Nullable Long value) {
    if (value != null) {
      ((UInt8Vector) root.getVector(column)).setSafe(row, value);
    }
  }

  /** Hands each row of a scan of {@link #COLUMNS} with row addresses to {@code use}. */
  static void decode(VectorSchemaRoot batch, BiConsumer<ManifestRow, RowLocation> use) {
    FieldVector address = column(batch, "_rowaddr");
    for (int row = 0; row < batch.getRowCount(); row++) {
      ManifestRow decoded =
          new ManifestRow(
              required(batch, "object_id", row),
              required(batch, "object_type", row),
              text(batch, "location", row),
              text(batch, "metadata", row),
              required(batch, "table_key", row),
              number(batch, "stable_table_id", row),
              number(batch, "table_incarnation_id", row),
              number(batch, "table_version", row),
              text(batch, "table_branch", row),
              number(batch, "row_count", row));
      use.accept(decoded, new RowLocation(((UInt8Vector) address).get(row), 0));
    }
  }

  private static String required(VectorSchemaRoot batch, String column, int row) {
    String value = text(batch, column, row);
    if (value == null) {
      throw new CorruptState("__manifest holds a row without " + column);
    }
    return value;
  }

  private static @Nullable String text(VectorSchemaRoot batch, String column, int row) {
    VarCharVector vector = (VarCharVector) column(batch, column);
    return vector.isNull(row) ? null : new String(vector.get(row), StandardCharsets.UTF_8);
  }

  private static @Nullable Long number(VectorSchemaRoot batch, String column, int row) {
    UInt8Vector vector = (UInt8Vector) column(batch, column);
    return vector.isNull(row) ? null : vector.get(row);
  }

  private static FieldVector column(VectorSchemaRoot batch, String name) {
    FieldVector vector = batch.getVector(name);
    if (vector == null) {
      throw new CorruptState("__manifest has no column " + name);
    }
    return vector;
  }
}
