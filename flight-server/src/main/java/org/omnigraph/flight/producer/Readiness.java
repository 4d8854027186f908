package org.omnigraph.flight.producer;

import java.time.Duration;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;

/**
 * Waits until a client can take more.
 *
 * <p>The ready callback runs on the call's own thread, so {@link #await} must be called on another
 * one: otherwise it waits for itself.
 */
final class Readiness {
  /** What ended a wait. */
  enum Outcome {
    READY,
    CANCELLED,
    STALLED
  }

  private final ServerStreamListener listener;
  private boolean ended;

  /**
   * Hears of the listener's changes from now on; call it on the call's own thread.
   *
   * @param onCancel what else to do when the client goes away, at most once
   */
  Readiness(ServerStreamListener listener, Runnable onCancel) {
    this.listener = listener;
    listener.setOnReadyHandler(this::wake);
    listener.setOnCancelHandler(
        () -> {
          onCancel.run();
          wake();
        });
  }

  /** Ends the waiting, now and later. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  private synchronized void wake() {
    notifyAll();
  }

  /**
   * Waits until the client can take more, has gone away, or has taken nothing for so long; or until
   * nothing is to be waited for.
   */
  synchronized Outcome await(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!ended && !listener.isCancelled()) {
      if (listener.isReady()) {
        return Outcome.READY;
      }
      long millis = (end - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        return Outcome.STALLED;
      }
      wait(millis);
    }
    return Outcome.CANCELLED;
  }
}
