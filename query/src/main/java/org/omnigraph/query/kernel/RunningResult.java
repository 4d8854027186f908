package org.omnigraph.query.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.query.lance.Execution;

/** A result and its memory: closing it frees the whole of {@code execution}'s allocator. */
public final class RunningResult implements AutoCloseable {
  private final ResultReader reader;
  private final BufferAllocator allocator;
  private boolean closed;

  private RunningResult(ResultReader reader, BufferAllocator allocator) {
    this.reader = reader;
    this.allocator = allocator;
  }

  static RunningResult of(Execution execution, Schema schema, Run run, List<Integer> columns) {
    return new RunningResult(
        new ResultReader(execution.allocator(), schema, run, columns), execution.allocator());
  }

  public ArrowReader reader() {
    return reader;
  }

  public void cancel() {
    reader.cancel();
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
      allocator.close();
    }
    return true;
  }

  @Override
  public void close() {
    end();
  }
}
