package org.omnigraph.engine.export;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
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

  ParquetRows(TypeKey type, TableSnapshot table, BufferAllocator allocator) {
    super(allocator);
    this.type = type;
    this.table = table;
    List<Field> fields = table.schema().getFields();
    boolean blobs = fields.stream().anyMatch(ParquetRows::isBlob);
    this.source =
        table.scan(
            ScanRequest.of(fields.stream().map(Field::getName).toList())
                .inBatchesOf(blobs ? BLOB_BATCH_ROWS : BATCH_ROWS)
                .withRowId(),
            allocator);
  }

  private static boolean isBlob(Field field) {
    return field.getType() instanceof ArrowType.Struct;
  }

  @Override
  protected Schema readSchema() {
    return new Schema(table.schema().getFields().stream().map(this::column).toList());
  }

  private Field column(Field stored) {
    ArrowType arrow = stored.getType();
    if (isBlob(stored)) {
      arrow = ArrowType.LargeBinary.INSTANCE;
    } else if (arrow instanceof ArrowType.Date date
        && date.getUnit() != org.apache.arrow.vector.types.DateUnit.DAY) {
      arrow = new ArrowType.Timestamp(TimeUnit.MILLISECOND, null);
    }
    return new Field(
        name(stored.getName()),
        new FieldType(stored.isNullable(), arrow, null),
        isBlob(stored) ? null : stored.getChildren());
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
      return false;
    }
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

  private void fill(FieldVector from, FieldVector to, VectorSchemaRoot batch) {
    int rows = batch.getRowCount();
    if (from instanceof StructVector descriptors) {
      blobs(new BlobColumn(table, batch, descriptors), (LargeVarBinaryVector) to, rows);
    } else if (from instanceof DateMilliVector dates) {
      times(dates, (TimeStampMilliVector) to, rows);
    } else {
      from.makeTransferPair(to).transfer();
    }
  }

  private static void times(DateMilliVector from, TimeStampMilliVector to, int rows) {
    to.allocateNew(rows);
    for (int row = 0; row < rows; row++) {
      if (from.isNull(row)) {
        to.setNull(row);
      } else {
        to.set(row, from.get(row));
      }
    }
    to.setValueCount(rows);
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
