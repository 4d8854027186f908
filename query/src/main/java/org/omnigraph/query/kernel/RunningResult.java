package org.omnigraph.query.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.query.lance.Execution;

/** A result and its memory: closing it frees the whole of {@code execution}'s allocator. */
public final class RunningResult implements AutoCloseable {
  private final ResultReader reader;
  private final Execution execution;
  private final Cancellation.Listening listening;
  private boolean closed;

  private RunningResult(ResultReader reader, Execution execution) {
    this.reader = reader;
    this.execution = execution;
    execution.statement().holds(execution.allocator());
    this.listening = execution.statement().cancellation().whenCancelled(reader::interrupt);
  }

  static RunningResult of(Execution execution, Schema schema, Run run, List<Integer> columns) {
    return new RunningResult(new ResultReader(execution, schema, run, columns), execution);
  }

  public ArrowReader reader() {
    return reader;
  }

  /** Ends the work that is under way without a word of why. */
  void interrupt() {
    reader.interrupt();
  }

  public void cancel() {
    execution.statement().cancel();
  }

  /** Whether this was the call that ended it. */
  public synchronized boolean end() {
    if (closed) {
      return false;
    }
    closed = true;
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the result does not close", e);
    } finally {
      listening.close();
      execution.statement().holdsNoMore(execution.allocator());
      execution.allocator().close();
    }
    return true;
  }

  @Override
  public void close() {
    end();
  }
}
