package org.omnigraph.query.kernel;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A scan on its way into DuckDB: keeps the failure, which DuckDB passes on as text only, and ends
 * when the statement is cancelled.
 */
final class WatchedReader extends ArrowReader {
  private final ArrowReader rows;
  private final Runnable requireRunning;
  private final Consumer<Throwable> failed;

  WatchedReader(
      BufferAllocator allocator,
      ArrowReader rows,
      Runnable requireRunning,
      Consumer<Throwable> failed) {
    super(allocator);
    this.rows = rows;
    this.requireRunning = requireRunning;
    this.failed = failed;
  }

  @Override
  public VectorSchemaRoot getVectorSchemaRoot() throws IOException {
    return rows.getVectorSchemaRoot();
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    try {
      requireRunning.run();
      return rows.loadNextBatch();
    } catch (IOException | RuntimeException | Error e) {
      failed.accept(e);
      throw e;
    }
  }

  @Override
  public long bytesRead() {
    return rows.bytesRead();
  }

  @Override
  protected Schema readSchema() throws IOException {
    return rows.getVectorSchemaRoot().getSchema();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }

  @Override
  protected void closeReadSource() throws IOException {
    rows.close();
  }
}
