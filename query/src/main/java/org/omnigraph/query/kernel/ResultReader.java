package org.omnigraph.query.kernel;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.running.RunningStatement;
import org.omnigraph.query.type.WireVectors;

/**
 * The batches of a result, each in exactly the announced schema. The statement starts when the
 * first batch is asked for.
 *
 * <p>One thread reads. Any thread may cancel, at any time; closing waits for the batch that is
 * being read.
 */
final class ResultReader extends ArrowReader {
  static final String REMEDY = "narrow the statement or raise the limit of its memory";

  private final Schema schema;
  private final Run run;
  private final RunningStatement statement;
  private final List<Integer> columns;
  private final ReentrantLock reading = new ReentrantLock();
  private boolean closed;
  private long bytesRead;

  /**
   * @param columns for each column of {@code schema} the one of the run that it shows
   */
  ResultReader(Execution execution, Schema schema, Run run, List<Integer> columns) {
    super(execution.allocator());
    this.statement = execution.statement();
    this.schema = schema;
    this.run = run;
    this.columns = columns;
  }

  /** Ends the work that is under way; whoever reads hears why from the statement. */
  void interrupt() {
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
      statement.enter(RunningStatement.State.RUNNING);
      ArrowReader rows = run.rows();
      if (!rows.loadNextBatch()) {
        requireRunning();
        return false;
      }
      take(rows.getVectorSchemaRoot(), getVectorSchemaRoot());
      statement.made(rows.getVectorSchemaRoot().getRowCount());
      return true;
    } catch (OutOfMemoryException e) {
      requireRunning();
      throw ResourceLimitExceeded.ofMemory(allocator, REMEDY);
    } catch (GraphException e) {
      requireRunning();
      throw e;
    } catch (IOException | RuntimeException e) {
      requireRunning();
      // The C data interface has a cause of its own for whatever fails.
      throw e.getCause() instanceof OutOfMemoryException
          ? ResourceLimitExceeded.ofMemory(allocator, REMEDY)
          : run.explain(e);
    } finally {
      reading.unlock();
    }
  }

  private void requireRunning() {
    statement.cancellation().requireRunning();
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
