package org.omnigraph.query.lance;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** A few rows of Java values as one batch. */
public final class RowsReader extends ArrowReader {
  /** Makes the rows when they are asked for. */
  public interface Source {
    List<List<@Nullable Object>> rows();
  }

  private final Schema schema;
  private final Source source;
  private boolean done;

  public RowsReader(BufferAllocator allocator, Schema schema, Source source) {
    super(allocator);
    this.schema = schema;
    this.source = source;
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }

  @Override
  public boolean loadNextBatch() throws java.io.IOException {
    prepareLoadNextBatch();
    if (done) {
      return false;
    }
    done = true;
    List<List<@Nullable Object>> rows = source.rows();
    VectorSchemaRoot root = getVectorSchemaRoot();
    root.allocateNew();
    for (int row = 0; row < rows.size(); row++) {
      List<@Nullable Object> values = rows.get(row);
      for (int column = 0; column < values.size(); column++) {
        Cells.set(root.getVector(column), row, values.get(column));
      }
    }
    root.setRowCount(rows.size());
    return true;
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {}
}
