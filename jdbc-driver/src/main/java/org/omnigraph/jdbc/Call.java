package org.omnigraph.jdbc;

import io.grpc.Context;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One execution, from the first request to the last row, that another thread may end.
 *
 * <p>Every request made inside {@link #run} belongs to the call's gRPC context, streams it opened
 * included; {@link #cancel} ends them all. The time limit covers the wait for the first rows, not
 * how long the caller takes to read them.
 */
final class Call implements AutoCloseable {
  private enum Ending {
    NONE,
    CANCELLED,
    TIMED_OUT
  }

  private final Context.CancellableContext context = Context.ROOT.withCancellation();
  private final Duration limit;
  private final Peer peer;

  /** Completed when nothing waits any more, which also takes the timer out of memory. */
  private final CompletableFuture<Boolean> timer = new CompletableFuture<>();

  private volatile Ending ending = Ending.NONE;
  private volatile boolean answered;

  private Call(Duration limit, Peer peer) {
    this.limit = limit;
    this.peer = peer;
  }

  /**
   * @param limit zero for none
   */
  static Call within(Duration limit, Peer peer) {
    Call call = new Call(limit, peer);
    if (!limit.isZero()) {
      CompletableFuture<Boolean> unused =
          call.timer
              .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
              .exceptionallyAsync(late -> call.timeOut());
    }
    return call;
  }

  /** Runs a request of this call; every failure becomes the {@link SQLException} it stands for. */
  <T> T run(Callable<T> request) throws SQLException {
    Interrupts.requireNone();
    try {
      return context.call(request);
    } catch (Exception e) {
      throw failure(e);
    }
  }

  /** As {@link #run}, for a request that may answer with null. */
  void perform(Runnable request) throws SQLException {
    Interrupts.requireNone();
    try {
      context.run(request);
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  /**
   * As {@link #perform}, and no interrupt of the caller ends it: for a request whose outcome must
   * not stay unknown. It waits in a thread of its own, since the transport gives up a call when its
   * caller is interrupted.
   */
  void complete(Runnable request) throws SQLException {
    FutureTask<Boolean> task = new FutureTask<>(context.wrap(request), true);
    Thread thread = new Thread(task, "omnigraph-jdbc-commit");
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          task.get();
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw failure(e.getCause() instanceof Exception cause ? cause : e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The first rows, or the whole answer, are here: the time limit has done its work. */
  void answered() {
    answered = true;
    timer.complete(true);
  }

  void cancel() {
    end(Ending.CANCELLED);
  }

  boolean cancelled() {
    return ending == Ending.CANCELLED;
  }

  /** Releases the context; ends what is still running of it. */
  @Override
  public void close() {
    answered();
    context.cancel(null);
  }

  private boolean timeOut() {
    if (!answered) {
      end(Ending.TIMED_OUT);
    }
    return false;
  }

  private synchronized void end(Ending how) {
    if (ending == Ending.NONE) {
      ending = how;
      context.cancel(null);
    }
  }

  private SQLException failure(Exception e) {
    @Nullable SQLException ended =
        switch (ending) {
          case NONE -> null;
          case CANCELLED -> new SQLException("the statement was cancelled", SqlState.CANCELLED, e);
          case TIMED_OUT ->
              new SQLTimeoutException(
                  "the statement did not answer within " + limit.toSeconds() + " s",
                  SqlState.TIMEOUT,
                  e);
        };
    if (ended != null && !peer.hasLeft()) {
      return ended;
    }
    return Interrupts.ended(e) && !peer.hasLeft() ? Interrupts.failure(e) : peer.failure(e);
  }
}
