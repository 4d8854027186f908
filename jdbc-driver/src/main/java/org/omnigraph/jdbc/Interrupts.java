package org.omnigraph.jdbc;

import java.sql.SQLException;

/**
 * What an interrupt of the calling thread does: it keeps a request from being sent, and ends one
 * that waits for its answer. What ends a transaction, a result or a connection is done all the
 * same. The thread stays interrupted.
 */
final class Interrupts {
  /** What a request says that an interrupt has ended. */
  static final String WAITED = "the thread was interrupted while it waited for the server";

  private Interrupts() {}

  /** Work that an interrupt does not keep from being done. */
  interface Work {
    void run() throws SQLException;
  }

  /**
   * Keeps a request of an interrupted thread from being sent.
   *
   * @throws SQLException 57014
   */
  static void requireNone() throws SQLException {
    if (Thread.currentThread().isInterrupted()) {
      throw new SQLException(
          "the thread is interrupted; nothing was sent to the server", SqlState.CANCELLED);
    }
  }

  /** Does work as if the thread were not interrupted. */
  static void aside(Work work) throws SQLException {
    boolean interrupted = Thread.interrupted();
    try {
      work.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether a request failed of an interrupt. */
  static boolean ended(Throwable failure) {
    return SqlErrors.isCausedBy(failure, InterruptedException.class);
  }

  /** What such a request answers; the libraries below forget the thread's state in part. */
  static SQLException failure(Throwable failure) {
    Thread.currentThread().interrupt();
    return new SQLException(WAITED, SqlState.CANCELLED, failure);
  }
}
