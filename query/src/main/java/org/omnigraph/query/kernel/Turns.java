package org.omnigraph.query.kernel;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets so many work at once. Those who wait come up round robin: each caller once before any comes
 * up again, and each caller's own in the order in which they came, so that whoever asks for much
 * keeps nobody else waiting behind all of it. Safe for use by many threads.
 */
final class Turns {
  private final Map<String, Deque<CountDownLatch>> waiting = new LinkedHashMap<>();
  private int free;

  Turns(int most) {
    this.free = most;
  }

  /** Takes a turn that is free now, if nobody waits for one. */
  synchronized boolean tryTake() {
    boolean taken = free > 0;
    free -= taken ? 1 : 0;
    return taken;
  }

  /**
   * Waits for a turn; whoever gets one gives it back.
   *
   * @param caller who waits
   * @return false when none came in time
   */
  boolean take(String caller, Duration patience) throws InterruptedException {
    CountDownLatch turn = new CountDownLatch(1);
    synchronized (this) {
      if (tryTake()) {
        return true;
      }
      waiting.computeIfAbsent(caller, unused -> new ArrayDeque<>()).add(turn);
    }
    try {
      return turn.await(patience.toMillis(), TimeUnit.MILLISECONDS) || !withdraw(caller, turn);
    } catch (InterruptedException e) {
      if (!withdraw(caller, turn)) {
        give();
      }
      throw e;
    }
  }

  /** False when the turn has come meanwhile. */
  private synchronized boolean withdraw(String caller, CountDownLatch turn) {
    Deque<CountDownLatch> own = waiting.get(caller);
    if (own == null || !own.remove(turn)) {
      return false;
    }
    if (own.isEmpty()) {
      waiting.remove(caller);
    }
    return true;
  }

  /** Gives a turn back, to whoever is next. */
  synchronized void give() {
    Iterator<Map.Entry<String, Deque<CountDownLatch>>> callers = waiting.entrySet().iterator();
    if (!callers.hasNext()) {
      free++;
      return;
    }
    Map.Entry<String, Deque<CountDownLatch>> next = callers.next();
    String caller = next.getKey();
    Deque<CountDownLatch> own = next.getValue();
    callers.remove();
    own.remove().countDown();
    if (!own.isEmpty()) {
      waiting.put(caller, own);
    }
  }

  /** How many wait. */
  synchronized int waiting() {
    return waiting.values().stream().mapToInt(Deque::size).sum();
  }
}
