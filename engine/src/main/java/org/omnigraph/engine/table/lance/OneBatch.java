package org.omnigraph.engine.table.lance;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** A stream of one batch that its owner keeps. */
final class OneBatch extends ArrowReader {
  private final Schema schema;
  private final VectorSchemaRoot rows;
  private boolean read;

  OneBatch(Schema schema, VectorSchemaRoot rows, BufferAllocator allocator) {
    super(allocator);
    this.schema = schema;
    this.rows = rows;
  }

  @Override
  public boolean loadNextBatch() throws java.io.IOException {
    prepareLoadNextBatch();
    if (read) {
      return false;
    }
    read = true;
    loadRecordBatch(new VectorUnloader(rows).getRecordBatch());
    return true;
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {
    // The batch is the caller's.
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }
}
