package org.omnigraph.engine.failpoint;

import java.util.concurrent.Semaphore;

/**
 * Hears that a write passes a place. A test's one may throw an {@link Error}, which no tidy-up
 * catches, or end the process.
 */
@FunctionalInterface
public interface Failpoints {
  Failpoints NONE = point -> {};

  void reached(Failpoint point);

  /** Waits for shares of a gate. A test may let other threads go on meanwhile. */
  default void await(Semaphore gate, int shares) throws InterruptedException {
    gate.acquire(shares);
  }

  /**
   * Whether writes of this handle and of others of its graph wait for each other. A test may open a
   * handle that stands for a program that does not know the gates.
   */
  default boolean sharesGates() {
    return true;
  }
}
