package org.omnigraph.engine.export;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;

/**
 * A table's rows in columns that Parquet keeps: end points as {@code from} and {@code to}, blobs as
 * binary, times as timestamps without a zone (Parquet's dates have no time of day), the rest as
 * stored.
 */
final class ParquetRows extends ArrowReader {
  private static final int BATCH_ROWS = 32_768;
  private static final int BLOB_BATCH_ROWS = 1_024;

  private final TypeKey type;
  private final TableSnapshot table;
  private final ArrowReader source;
  private boolean begun;
  private boolean standsIn;

  ParquetRows(TypeKey type, TableSnapshot table, BufferAllocator allocator) {
    super(allocator);
    this.type = type;
    this.table = table;
    List<Field> fields = table.schema().getFields();
    boolean blobs = fields.stream().anyMatch(PhysicalSchema::isBlob);
    this.source =
        table.scan(
            ScanRequest.of(fields.stream().map(Field::getName).toList())
                .inBatchesOf(blobs ? BLOB_BATCH_ROWS : BATCH_ROWS)
                .withRowId(),
            allocator);
  }

  @Override
  protected Schema readSchema() {
    return new Schema(table.schema().getFields().stream().map(this::column).toList());
  }

  private Field column(Field stored) {
    return new Field(
        name(stored.getName()),
        new FieldType(stored.isNullable(), kept(stored), null),
        PhysicalSchema.isBlob(stored) ? null : items(stored));
  }

  private static ArrowType kept(Field stored) {
    if (PhysicalSchema.isBlob(stored)) {
      return ArrowType.LargeBinary.INSTANCE;
    }
    ArrowType arrow = stored.getType();
    return arrow instanceof ArrowType.Date date && date.getUnit() == DateUnit.MILLISECOND
        ? new ArrowType.Timestamp(TimeUnit.MILLISECOND, null)
        : arrow;
  }

  private static List<Field> items(Field list) {
    return list.getChildren().stream()
        .map(
            item ->
                new Field(item.getName(), new FieldType(item.isNullable(), kept(item), null), null))
        .toList();
  }

  private String name(String stored) {
    if (type.kind() != EntityKind.EDGE) {
      return stored;
    }
    return switch (stored) {
      case "src" -> "from";
      case "dst" -> "to";
      default -> stored;
    };
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    if (!source.loadNextBatch()) {
      return standIn();
    }
    begun = true;
    VectorSchemaRoot from = source.getVectorSchemaRoot();
    VectorSchemaRoot to = getVectorSchemaRoot();
    to.clear();
    List<Field> stored = table.schema().getFields();
    for (int i = 0; i < stored.size(); i++) {
      fill(from.getVector(stored.get(i).getName()), to.getVector(i), from);
    }
    to.setRowCount(from.getRowCount());
    return true;
  }

  /** The writer makes no file of no rows, so a table without rows gives one that says nothing. */
  private boolean standIn() throws IOException {
    if (begun) {
      return false;
    }
    begun = true;
    standsIn = true;
    VectorSchemaRoot row = getVectorSchemaRoot();
    row.allocateNew();
    row.setRowCount(1);
    row.getFieldVectors().forEach(v -> BitVectorHelper.setBit(v.getValidityBuffer(), 0));
    return true;
  }

  /** Whether the table had no rows, and what was given stands in for them. */
  boolean standsIn() {
    return standsIn;
  }

  private void fill(FieldVector from, FieldVector to, VectorSchemaRoot batch) {
    if (from instanceof StructVector descriptors) {
      blobs(
          new BlobColumn(table, batch, descriptors),
          (LargeVarBinaryVector) to,
          batch.getRowCount());
    } else {
      share(from, to);
    }
  }

  /** Gives a column the buffers of another one that has the same layout. */
  private static void share(FieldVector from, FieldVector to) {
    to.loadFieldBuffers(
        new ArrowFieldNode(from.getValueCount(), from.getNullCount()), from.getFieldBuffers());
    List<FieldVector> items = to.getChildrenFromFields();
    for (int i = 0; i < items.size(); i++) {
      share(from.getChildrenFromFields().get(i), items.get(i));
    }
  }

  private void blobs(BlobColumn from, LargeVarBinaryVector to, int rows) {
    to.allocateNew(rows);
    List<String> external = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      if (from.isNull(row)) {
        to.setNull(row);
      } else {
        from.externalUri(row).ifPresent(external::add);
        if (!external.isEmpty()) {
          throw new Unsupported(
              type
                  + " refers to content elsewhere ("
                  + external.get(0)
                  + "), which a Parquet column of bytes cannot say; export NDJSON");
        }
        to.setSafe(row, from.content(row));
      }
    }
    to.setValueCount(rows);
  }

  @Override
  public long bytesRead() {
    return source.bytesRead();
  }

  @Override
  protected void closeReadSource() throws IOException {
    source.close();
  }
}
