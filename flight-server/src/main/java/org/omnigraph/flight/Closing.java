package org.omnigraph.flight;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server holds, closed in the reverse order of its making.
 *
 * <p>A thread that does not heed its end cannot be forced. It is named in the log, and that things
 * which it still uses do not close is then no failure of the server's end.
 */
final class Closing {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private final Duration grace;
  private final Deque<AutoCloseable> held = new ArrayDeque<>();
  private final List<String> unfinished = new ArrayList<>();

  /** Waits so long for the threads of each pool. */
  Closing(Duration grace) {
    this.grace = grace;
  }

  synchronized <T extends AutoCloseable> T add(T thing) {
    held.push(thing);
    return thing;
  }

  /** A pool of as many threads as there is work. */
  synchronized ExecutorService pool(String name) {
    Map<Thread, Boolean> threads = new ConcurrentHashMap<>();
    ThreadFactory named = threads(name);
    ExecutorService pool =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = named.newThread(work);
              threads.keySet().removeIf(old -> old.getState() == Thread.State.TERMINATED);
              threads.put(thread, true);
              return thread;
            });
    held.push(() -> stop(pool, threads.keySet()));
    return pool;
  }

  /** Daemons that are called by that name and a number. */
  static ThreadFactory threads(String name) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  private void stop(ExecutorService pool, Iterable<Thread> threads) throws InterruptedException {
    pool.shutdownNow();
    if (pool.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS)) {
      return;
    }
    for (Thread thread : threads) {
      StackTraceElement[] stack = thread.getStackTrace();
      if (stack.length > 0) {
        unfinished.add(thread.getName());
        LOG.warn("{} does not end and is left behind; it is in {}", thread.getName(), stack[0]);
      }
    }
  }

  synchronized List<String> unfinished() {
    return List.copyOf(unfinished);
  }

  synchronized void close() {
    RuntimeException failures = new IllegalStateException("the server did not close cleanly");
    closeAfter(failures);
    if (failures.getSuppressed().length == 0) {
      return;
    }
    if (unfinished.isEmpty()) {
      throw failures;
    }
    LOG.warn("what {} uses was not closed", unfinished, failures);
  }

  synchronized void closeAfter(Throwable reason) {
    while (!held.isEmpty()) {
      try {
        held.pop().close();
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        reason.addSuppressed(e);
      }
    }
  }
}
