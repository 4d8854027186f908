package org.omnigraph.query.lance;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.query.running.RunningStatement;

/**
 * Turns at reading a batch from storage. All scans of a process, and its commits too, share the few
 * threads of Lance's runtime: with a hundred scans inside at once each waits for all others, and so
 * does whoever writes. With a few at a time those that come first are done first, and commits wait
 * for few. A turn is for one batch, so a client that takes its rows slowly keeps nobody waiting.
 * Safe for use by many threads.
 */
final class NativeReads {
  /** Enough for reads of an object store, which mostly wait, to overlap. */
  private static final int LEAST = 16;

  private static final int OF_A_CORE = 4;
  private static final long LOOK_MILLIS = 50;

  /** Those of this process. */
  static final NativeReads OF_PROCESS =
      new NativeReads(Math.max(LEAST, OF_A_CORE * Runtime.getRuntime().availableProcessors()));

  private final Semaphore turns;

  NativeReads(int most) {
    this.turns = new Semaphore(most, true);
  }

  /**
   * Loads the next batch of a reader of stored rows when it is its turn.
   *
   * @return false at the end of the rows
   */
  boolean next(ArrowReader stored, RunningStatement statement) throws IOException {
    await(statement);
    try {
      return stored.loadNextBatch();
    } finally {
      turns.release();
    }
  }

  private void await(RunningStatement statement) {
    try {
      while (!turns.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        statement.cancellation().requireRunning();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Cancelled("the statement was interrupted", e);
    }
  }
}
