package org.omnigraph.query.kernel;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.omnigraph.query.running.Origin;

/**
 * Lets so many work at once, and so many of each owner. Those who wait come up round robin: each
 * caller once before any comes up again, and each caller's own in the order in which they came, so
 * that whoever asks for much keeps nobody else waiting behind all of it. Whose owner has as many as
 * it may is passed over until one of these ends. Safe for use by many threads.
 */
final class Turns {
  /** Those of one caller who wait. */
  private record Line(String owner, Deque<CountDownLatch> waiting) {}

  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Map<String, Line> lines = new LinkedHashMap<>();
  private final Map<String, Integer> working = new HashMap<>();
  private final int mostOfOne;
  private int free;

  Turns(int most, int mostOfOne) {
    this.free = most;
    this.mostOfOne = mostOfOne;
  }

  /** Takes a turn that is free now, if nobody waits for it. */
  synchronized boolean tryTake(Origin origin) {
    boolean taken = free > 0 && !isFull(origin.owner());
    if (taken) {
      free--;
      begin(origin.owner());
    }
    return taken;
  }

  /**
   * Waits for a turn; whoever gets one gives it back.
   *
   * @param meanwhile runs each second of the wait
   * @return false when none came in time
   */
  boolean take(Origin origin, Duration patience, Runnable meanwhile) throws InterruptedException {
    CountDownLatch turn = new CountDownLatch(1);
    synchronized (this) {
      if (tryTake(origin)) {
        return true;
      }
      lines
          .computeIfAbsent(origin.caller(), unused -> new Line(origin.owner(), new ArrayDeque<>()))
          .waiting()
          .add(turn);
    }
    try {
      return await(turn, patience, meanwhile) || !withdraw(origin.caller(), turn);
    } catch (InterruptedException e) {
      if (!withdraw(origin.caller(), turn)) {
        give(origin);
      }
      throw e;
    }
  }

  private static boolean await(CountDownLatch turn, Duration patience, Runnable meanwhile)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    long left = patience.toNanos();
    while (!turn.await(Math.min(left, LOOK_NANOS), TimeUnit.NANOSECONDS)) {
      left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      meanwhile.run();
    }
    return true;
  }

  /** False when the turn has come meanwhile. */
  private synchronized boolean withdraw(String caller, CountDownLatch turn) {
    Line own = lines.get(caller);
    if (own == null || !own.waiting().remove(turn)) {
      return false;
    }
    if (own.waiting().isEmpty()) {
      lines.remove(caller);
    }
    return true;
  }

  /** Gives a turn back, to whoever is next. */
  synchronized void give(Origin origin) {
    end(origin.owner());
    Iterator<Map.Entry<String, Line>> callers = lines.entrySet().iterator();
    while (callers.hasNext()) {
      Map.Entry<String, Line> next = callers.next();
      Line line = next.getValue();
      if (!isFull(line.owner())) {
        callers.remove();
        begin(line.owner());
        line.waiting().remove().countDown();
        if (!line.waiting().isEmpty()) {
          lines.put(next.getKey(), line);
        }
        return;
      }
    }
    free++;
  }

  private void begin(String owner) {
    working.merge(owner, 1, Integer::sum);
  }

  private void end(String owner) {
    int left = working.getOrDefault(owner, 0) - 1;
    if (left > 0) {
      working.put(owner, left);
    } else {
      working.remove(owner);
    }
  }

  /** Whether an owner has as many as one may. */
  synchronized boolean isFull(String owner) {
    return working.getOrDefault(owner, 0) >= mostOfOne;
  }

  /** How many wait. */
  synchronized int waiting() {
    return lines.values().stream().mapToInt(line -> line.waiting().size()).sum();
  }
}
