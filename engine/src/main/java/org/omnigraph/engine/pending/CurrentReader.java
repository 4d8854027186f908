package org.omnigraph.engine.pending;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.TableSnapshot;

/** The rows of a cursor as a stream of batches of their own. */
final class CurrentReader extends ArrowReader {
  private final Schema schema;
  private final List<String> blobs;
  private final CurrentRows rows;

  private CurrentReader(
      Schema schema, List<String> blobs, CurrentRows rows, BufferAllocator allocator) {
    super(allocator);
    this.schema = schema;
    this.blobs = blobs;
    this.rows = rows;
  }

  /**
   * A reader of some columns.
   *
   * @param batchRows as in {@link CurrentRows.Query}
   * @param open opens the rows of the type
   */
  static ArrowReader of(
      GraphType type,
      List<String> columns,
      Predicate where,
      int batchRows,
      Function<CurrentRows.Query, CurrentRows> open,
      BufferAllocator allocator) {
    List<String> blobs =
        type.properties().stream()
            .filter(property -> property.type().scalar() == Scalar.BLOB)
            .map(Property::name)
            .filter(columns::contains)
            .toList();
    Schema physical = PhysicalSchema.of(type);
    List<Field> fields = new ArrayList<>();
    for (String column : columns) {
      Field field =
          physical.getFields().stream()
              .filter(f -> f.getName().equals(column))
              .findFirst()
              .orElseThrow(
                  () -> new InvalidRequest("there is no column '" + column + "' of " + type.key()));
      fields.add(
          blobs.contains(column) ? Field.nullable(column, ArrowType.LargeBinary.INSTANCE) : field);
    }
    List<String> plain = columns.stream().filter(column -> !blobs.contains(column)).toList();
    CurrentRows rows = open.apply(new CurrentRows.Query(plain, where, !blobs.isEmpty(), batchRows));
    return new CurrentReader(new Schema(fields), blobs, rows, allocator);
  }

  @Override
  public boolean loadNextBatch() throws java.io.IOException {
    prepareLoadNextBatch();
    if (!rows.next()) {
      return false;
    }
    VectorSchemaRoot out = getVectorSchemaRoot();
    // Whoever took the batch before may share its buffers still.
    out.clear();
    int[] picked = rows.rows();
    boolean whole = picked.length == rows.batch().getRowCount();
    boolean held = rows.committedIn() == null && !rows.isInFiles();
    for (FieldVector target : out.getFieldVectors()) {
      if (blobs.contains(target.getName())) {
        copyBlobs(picked, (LargeVarBinaryVector) target);
        continue;
      }
      FieldVector source = rows.batch().getVector(target.getName());
      if (whole) {
        if (held) {
          copyWhole(source, target);
        } else {
          source.makeTransferPair(target).transfer();
        }
        continue;
      }
      for (int i = 0; i < picked.length; i++) {
        target.copyFromSafe(picked[i], i, source);
      }
    }
    out.setRowCount(picked.length);
    return true;
  }

  /** Copies a vector that others go on using, whatever allocator it is of. */
  private void copyWhole(FieldVector source, FieldVector target) {
    List<ArrowBuf> copies = new ArrayList<>();
    try {
      for (ArrowBuf buffer : source.getFieldBuffers()) {
        long bytes = buffer.readableBytes();
        ArrowBuf copy = allocator.buffer(bytes);
        copies.add(copy);
        copy.setBytes(0, buffer, buffer.readerIndex(), bytes);
        copy.writerIndex(bytes);
      }
      target.loadFieldBuffers(
          new ArrowFieldNode(source.getValueCount(), source.getNullCount()), copies);
    } finally {
      copies.forEach(ArrowBuf::close);
    }
    List<FieldVector> children = target.getChildrenFromFields();
    for (int i = 0; i < children.size(); i++) {
      copyWhole(source.getChildrenFromFields().get(i), children.get(i));
    }
  }

  private void copyBlobs(int[] picked, LargeVarBinaryVector target) {
    TableSnapshot committed = rows.committedIn();
    if (committed != null) {
      List<Optional<byte[]>> contents =
          committed.blobs(target.getName(), Images.rowIds(rows.batch(), picked));
      for (int i = 0; i < picked.length; i++) {
        int row = i;
        contents.get(i).ifPresent(bytes -> target.setSafe(row, bytes));
      }
      return;
    }
    if (rows.isInFiles()) {
      throw new Unsupported(
          "reading blob '" + target.getName() + "' of rows that wait in files; commit first");
    }
    StructVector blob = (StructVector) rows.batch().getVector(target.getName());
    if (Arrays.stream(picked).anyMatch(row -> !blob.getChild("uri").isNull(row))) {
      throw new Unsupported(
          "reading blob '"
              + target.getName()
              + "' of pending rows that refer to content outside the graph; commit first");
    }
    for (int i = 0; i < picked.length; i++) {
      target.copyFromSafe(picked[i], i, blob.getChild("data"));
    }
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {
    rows.close();
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }
}
