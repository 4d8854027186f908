package org.omnigraph.flight.producer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * Batches between the thread that reads and the thread that sends, bounded in bytes.
 *
 * <p>One thread puts and ends or fails, one takes, any thread closes. Whoever gets a batch closes
 * it; the batches that nobody took are closed here.
 */
final class Handoff implements AutoCloseable {
  private final long capacity;
  private final Deque<ArrowRecordBatch> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean ended;
  private boolean closed;
  private @Nullable Throwable failure;

  /** May hold so many bytes, and always one batch. */
  Handoff(long capacity) {
    this.capacity = capacity;
  }

  /**
   * Waits for room and passes a batch on.
   *
   * @return false when nobody will take it; it is closed then
   */
  synchronized boolean put(ArrowRecordBatch batch) throws InterruptedException {
    try {
      while (!closed && bytes > 0 && bytes + batch.computeBodyLength() > capacity) {
        wait();
      }
    } catch (InterruptedException e) {
      batch.close();
      throw e;
    }
    if (closed) {
      batch.close();
      return false;
    }
    waiting.add(batch);
    bytes += batch.computeBodyLength();
    notifyAll();
    return true;
  }

  /** No batch will follow. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** No batch will follow, for a reason that the taker hears after the batches before it. */
  synchronized void fail(Throwable reason) {
    failure = reason;
    end();
  }

  /**
   * Waits for the next batch.
   *
   * @return empty at the end, also when closed
   * @throws Failed when the reading side failed
   */
  synchronized Optional<ArrowRecordBatch> take() throws InterruptedException, Failed {
    while (waiting.isEmpty() && !ended && !closed) {
      wait();
    }
    ArrowRecordBatch next = waiting.poll();
    if (next != null) {
      bytes -= next.computeBodyLength();
      notifyAll();
      return Optional.of(next);
    }
    if (failure != null && !closed) {
      throw new Failed(failure);
    }
    return Optional.empty();
  }

  /** The reason why the reading side ended early. */
  static final class Failed extends Exception {
    Failed(Throwable reason) {
      super(reason);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    waiting.forEach(ArrowRecordBatch::close);
    waiting.clear();
    bytes = 0;
    notifyAll();
  }
}
