package org.omnigraph.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;

/**
 * What happens at the places that one handle passes. Nothing, until something is planned; then, at
 * the planned pass of the planned place, once.
 *
 * <p>After a crash every further place crashes too: the process is dead.
 */
public final class Script implements Failpoints {
  /** The end of a process, which no tidy-up sees. */
  public static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash(Failpoint place) {
      super("crashed at " + place, null, false, false);
    }
  }

  private final List<Failpoint> passed = new ArrayList<>();
  private @Nullable Failpoint place;
  private @Nullable Runnable action;
  private int passes;
  private boolean dead;

  private synchronized void plan(Failpoint at, int pass, Runnable what) {
    place = at;
    passes = pass;
    action = what;
  }

  /** Ends the process at a place. */
  public Script crashAt(Failpoint at) {
    return crashAt(at, 1);
  }

  /** Ends the process when a place is passed for the n-th time from now. */
  public Script crashAt(Failpoint at, int pass) {
    plan(
        at,
        pass,
        () -> {
          dead = true;
          throw new Crash(at);
        });
    return this;
  }

  /** Lets the step before or after a place fail: before it nothing happened, after it all did. */
  public Script failAt(Failpoint at, RuntimeException failure) {
    return failAt(at, 1, failure);
  }

  /** As {@link #failAt(Failpoint, RuntimeException)}, at the n-th pass from now. */
  public Script failAt(Failpoint at, int pass, RuntimeException failure) {
    plan(
        at,
        pass,
        () -> {
          throw failure;
        });
    return this;
  }

  /** As {@link #failAt(Failpoint, RuntimeException)}, at every pass until told otherwise. */
  public Script failEachTimeAt(Failpoint at, RuntimeException failure) {
    plan(
        at,
        1,
        () -> {
          failEachTimeAt(at, failure);
          throw failure;
        });
    return this;
  }

  /** Forgets what was planned. */
  public synchronized void nothing() {
    place = null;
  }

  /** Does something of the test's own at a place. */
  public Script runAt(Failpoint at, Runnable what) {
    plan(at, 1, what);
    return this;
  }

  /** A meeting at a place: whoever passes it waits until it is let go. */
  public Rendezvous parkAt(Failpoint at) {
    Rendezvous rendezvous = new Rendezvous();
    plan(at, 1, rendezvous::park);
    return rendezvous;
  }

  /** Two threads meet: one waits at a place, the other knows that it does. */
  public static final class Rendezvous {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private Rendezvous() {}

    private void park() {
      arrived.countDown();
      await(released);
    }

    /** Returns when somebody waits at the place. */
    public void awaitArrival() {
      await(arrived);
    }

    /** Lets whoever waits go on. */
    public void release() {
      released.countDown();
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The places that were passed so far, in order. */
  public synchronized List<Failpoint> passed() {
    return List.copyOf(passed);
  }

  /** Whether the process has ended. */
  public synchronized boolean isDead() {
    return dead;
  }

  @Override
  public void reached(Failpoint point) {
    Runnable now = null;
    synchronized (this) {
      if (dead) {
        throw new Crash(point);
      }
      passed.add(point);
      if (point == place) {
        passes--;
        if (passes == 0) {
          now = action;
          place = null;
        }
      }
    }
    if (now != null) {
      now.run();
    }
  }
}
