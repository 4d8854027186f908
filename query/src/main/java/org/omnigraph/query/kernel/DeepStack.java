package org.omnigraph.query.kernel;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * Runs what recurses as deep as a statement is nested. Parsers, planners and DuckDB call themselves
 * for every level of an expression; on a stack of ordinary size a long one would end the whole
 * process inside native code, where no error can be caught.
 */
public final class DeepStack {
  private static final long STACK_BYTES = 256L << 20;
  private static final int IDLE_SECONDS = 30;

  private static final ExecutorService THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          DeepStack::thread);

  private DeepStack() {}

  private static Thread thread(Runnable work) {
    Thread thread = new DeepThread(work);
    thread.setDaemon(true);
    return thread;
  }

  private static final class DeepThread extends Thread {
    DeepThread(Runnable work) {
      super(null, work, "omnigraph-statement", STACK_BYTES);
    }
  }

  /**
   * The result of {@code work}, which has ended when this returns, also when the caller is
   * interrupted meanwhile.
   *
   * @throws InvalidRequest when even a deep stack is too small
   */
  public static <T> T call(Supplier<T> work) {
    if (Thread.currentThread() instanceof DeepThread) {
      return work.get();
    }
    Future<T> result = THREADS.submit(() -> guarded(work));
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return result.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw rethrown(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * The result of {@code work}, or the reason of {@code cancellation} as soon as there is one: the
   * work then goes on by itself to its end, and is not begun when there is one before. For work
   * that holds nothing.
   *
   * @throws InvalidRequest when even a deep stack is too small
   */
  public static <T> T call(Cancellation cancellation, Supplier<T> work) {
    cancellation.requireRunning();
    CompletableFuture<T> result = CompletableFuture.supplyAsync(() -> guarded(work), THREADS);
    try (Cancellation.Listening listening =
        cancellation.whenCancelled(() -> result.cancel(false))) {
      return result.join();
    } catch (CancellationException e) {
      cancellation.requireRunning();
      throw e;
    } catch (CompletionException e) {
      throw rethrown(e);
    }
  }

  private static <T> T guarded(Supplier<T> work) {
    try {
      return work.get();
    } catch (StackOverflowError e) {
      throw new InvalidRequest(
          "the statement is nested too deeply; join a table of values instead of listing them, or"
              + " split it",
          e);
    }
  }

  private static RuntimeException rethrown(Exception failure) {
    Throwable cause = failure.getCause();
    if (cause instanceof RuntimeException ours) {
      return ours;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(failure);
  }
}
