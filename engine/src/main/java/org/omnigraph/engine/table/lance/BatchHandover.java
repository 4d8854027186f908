package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancelled;

/**
 * A stream of batches with a writing end, holding at most {@value #MOST_WAITING} of them.
 *
 * <p>Assumes: one thread puts, another one reads. Guarantees: a put waits for the reader, or fails
 * once the reader has gone; every batch put is closed.
 */
final class BatchHandover extends ArrowReader {
  private static final int MOST_WAITING = 2;

  private final Schema schema;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<ArrowRecordBatch> waiting = new ArrayDeque<>();
  private boolean ended;
  private boolean readerGone;
  private long bytes;

  BatchHandover(Schema schema, BufferAllocator allocator) {
    super(allocator);
    this.schema = schema;
  }

  /**
   * Hands a batch over, which closes it in the end.
   *
   * @return whether there is still a reader
   */
  boolean put(ArrowRecordBatch batch) {
    lock.lock();
    try {
      while (waiting.size() >= MOST_WAITING && !readerGone) {
        changed.await();
      }
      if (readerGone) {
        batch.close();
        return false;
      }
      waiting.add(batch);
      changed.signalAll();
      return true;
    } catch (InterruptedException e) {
      batch.close();
      Thread.currentThread().interrupt();
      throw new Cancelled("the write was interrupted; nothing of it is visible");
    } finally {
      lock.unlock();
    }
  }

  /** No further batch comes. */
  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Nobody reads any more; batches that wait are dropped. */
  void abandonReading() {
    lock.lock();
    try {
      readerGone = true;
      waiting.forEach(ArrowRecordBatch::close);
      waiting.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    ArrowRecordBatch next = take();
    if (next == null) {
      return false;
    }
    bytes += next.computeBodyLength();
    loadRecordBatch(next);
    return true;
  }

  private @Nullable ArrowRecordBatch take() throws IOException {
    lock.lock();
    try {
      while (waiting.isEmpty() && !ended) {
        changed.await();
      }
      ArrowRecordBatch next = waiting.poll();
      changed.signalAll();
      return next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for rows", e);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long bytesRead() {
    return bytes;
  }

  @Override
  protected void closeReadSource() {
    abandonReading();
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }
}
