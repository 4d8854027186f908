package org.omnigraph.engine.load;

import java.time.Duration;
import org.apache.arrow.dataset.jni.ReservationListener;

/**
 * Holds back the threads that read ahead. By itself Arrow Dataset decodes up to a gigabyte before
 * its consumer asks, so a slow consumer would pay for the size of its input.
 *
 * <p>Assumes: {@link #reserve} is called by the reading threads, {@link #asking} by the one
 * consumer. Then: while the consumer is busy, no more than the limit (and one allocation a thread)
 * is reserved; while it waits for a batch nothing is held back, since that batch may need memory
 * that finished ones hold. Memory is never refused: the native reader does not survive that.
 */
final class ReadAheadBrake implements ReservationListener {
  private final long limit;
  private long reserved;
  private boolean asking = true;

  ReadAheadBrake(long limit) {
    this.limit = limit;
  }

  @Override
  public synchronized void reserve(long bytes) {
    try {
      while (!asking && reserved + bytes > limit) {
        wait();
      }
      reserved += bytes;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  @Override
  public synchronized void unreserve(long bytes) {
    reserved -= bytes;
    notifyAll();
  }

  /** The consumer waits for the next batch, or is about to close. */
  synchronized void asking() {
    asking = true;
    notifyAll();
  }

  /** The consumer works on a batch. */
  synchronized void busy() {
    asking = false;
  }

  synchronized long reserved() {
    return reserved;
  }

  /** Waits until all memory is given back; false when some is still held after the patience. */
  synchronized boolean awaitEmpty(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      long left = patience.toMillis();
      while (reserved > 0 && left > 0) {
        wait(left);
        left = (deadline - System.nanoTime()) / 1_000_000;
      }
      return reserved == 0;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while reading ahead", e);
  }
}
