package org.omnigraph.query.kernel;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.query.type.WireVectors;

/**
 * The batches of a result, each in exactly the announced schema. The statement starts when the
 * first batch is asked for.
 *
 * <p>One thread reads. Any thread may cancel, at any time; closing waits for the batch that is
 * being read.
 */
final class ResultReader extends ArrowReader {
  private final Schema schema;
  private final Run run;
  private final List<Integer> columns;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile boolean cancelled;
  private boolean closed;
  private long bytesRead;

  /**
   * @param columns for each column of {@code schema} the one of the run that it shows
   */
  ResultReader(BufferAllocator allocator, Schema schema, Run run, List<Integer> columns) {
    super(allocator);
    this.schema = schema;
    this.run = run;
    this.columns = columns;
  }

  void cancel() {
    cancelled = true;
    run.interrupt();
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    reading.lock();
    try {
      requireRunning();
      prepareLoadNextBatch();
      ArrowReader rows = run.rows();
      if (!rows.loadNextBatch()) {
        requireRunning();
        return false;
      }
      take(rows.getVectorSchemaRoot(), getVectorSchemaRoot());
      return true;
    } catch (IOException | RuntimeException e) {
      requireRunning();
      throw run.explain(e);
    } finally {
      reading.unlock();
    }
  }

  private void requireRunning() {
    if (cancelled) {
      throw new Cancelled("the statement was cancelled");
    }
    if (closed) {
      throw new IllegalStateException("the result is closed");
    }
  }

  private void take(VectorSchemaRoot from, VectorSchemaRoot to) {
    for (int i = 0; i < columns.size(); i++) {
      WireVectors.fill(from.getVector(columns.get(i)), to.getVector(i));
      bytesRead += to.getVector(i).getBufferSize();
    }
    to.setRowCount(from.getRowCount());
  }

  @Override
  public long bytesRead() {
    return bytesRead;
  }

  @Override
  public void close() throws IOException {
    run.interrupt();
    reading.lock();
    try {
      if (!closed) {
        closed = true;
        super.close();
      }
    } finally {
      reading.unlock();
    }
  }

  @Override
  protected void closeReadSource() throws IOException {
    run.close();
  }
}
