package org.omnigraph.query.memtable;

import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.pending.FrozenRows;
import org.omnigraph.query.type.WireVectors;

/** The rows of a table with pending rows, in the wire types of SQL. */
final class MemTableReader extends ArrowReader {
  private final FrozenRows table;
  private final MemTable.Query query;
  private long toSkip;
  private long left;
  private @Nullable ArrowReader rows;
  private long bytesRead;

  MemTableReader(FrozenRows table, MemTable.Query query, BufferAllocator allocator) {
    super(allocator);
    this.table = table;
    this.query = query;
    this.toSkip = query.offset().orElse(0);
    this.left = query.limit().orElse(Long.MAX_VALUE);
  }

  @Override
  protected Schema readSchema() {
    return query.wire();
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    while (left > 0) {
      ArrowReader source = rows();
      if (!source.loadNextBatch()) {
        return false;
      }
      VectorSchemaRoot batch = source.getVectorSchemaRoot();
      int skipped = (int) Math.min(toSkip, batch.getRowCount());
      int taken = (int) Math.min(left, batch.getRowCount() - skipped);
      toSkip -= skipped;
      left -= taken;
      if (taken == batch.getRowCount()) {
        take(batch);
        return true;
      }
      if (taken > 0) {
        try (VectorSchemaRoot part = batch.slice(skipped, taken)) {
          take(part);
        }
        return true;
      }
    }
    return false;
  }

  private ArrowReader rows() {
    ArrowReader open = rows;
    if (open == null) {
      open = table.scan(query.columns(), query.filter(), query.batchRows(), allocator);
      rows = open;
    }
    return open;
  }

  private void take(VectorSchemaRoot from) throws IOException {
    VectorSchemaRoot to = getVectorSchemaRoot();
    for (int i = 0; i < to.getFieldVectors().size(); i++) {
      FieldVector target = to.getVector(i);
      FieldVector source = from.getVector(query.columns().get(i));
      if (source instanceof LargeVarBinaryVector bytes) {
        narrow(bytes, (VarBinaryVector) target);
      } else {
        WireVectors.fill(source, target);
      }
      bytesRead += target.getBufferSize();
    }
    to.setRowCount(from.getRowCount());
  }

  private static void narrow(LargeVarBinaryVector from, VarBinaryVector to) {
    to.clear();
    for (int row = 0; row < from.getValueCount(); row++) {
      if (!from.isNull(row)) {
        to.setSafe(row, from.get(row));
      }
    }
    to.setValueCount(from.getValueCount());
  }

  @Override
  public long bytesRead() {
    return bytesRead;
  }

  @Override
  protected void closeReadSource() throws IOException {
    ArrowReader open = rows;
    if (open != null) {
      open.close();
    }
  }
}
