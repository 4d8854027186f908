package org.omnigraph.testkit.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets one of several threads go on at a time; a seed chooses which. */
final class Turns {
  /** Ends the threads that are left when one has failed. */
  private static final class Over extends Error {
    private static final long serialVersionUID = 1L;

    Over() {
      super("the play is over", null, false, false);
    }
  }

  /** A thread that waits for its turn at every place. */
  final class Player {
    private final String name;
    private final Semaphore turn = new Semaphore(0);
    private final Thread thread;
    private boolean waits;
    private boolean done;
    private @Nullable Throwable failure;

    private Player(String name, Runnable life) {
      this.name = name;
      this.thread = new Thread(() -> run(life), name);
    }

    private void run(Runnable life) {
      turn.acquireUninterruptibly();
      try {
        requireRunning();
        life.run();
      } catch (Over e) {
        // Somebody else has failed.
      } catch (Throwable e) {
        failure = e;
      } finally {
        done = true;
        back.release();
      }
    }

    /** Lets the others go on until it is this thread's turn again. */
    void pass() {
      back.release();
      turn.acquireUninterruptibly();
      requireRunning();
    }

    /** Takes shares of a gate, letting the others go on while there are not enough. */
    void await(Semaphore gate, int shares) {
      while (!gate.tryAcquire(shares)) {
        waits = true;
        pass();
      }
      waits = false;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static final int PATIENCE_SECONDS = 120;

  private final Random random;
  private final int stay;
  private final Semaphore back = new Semaphore(0);
  private final List<Player> players = new ArrayList<>();
  private boolean over;

  /**
   * A play without players.
   *
   * @param stay in how many of a hundred cases the same thread goes on
   */
  Turns(Random random, int stay) {
    this.random = random;
    this.stay = stay;
  }

  Player add(String name, Runnable life) {
    Player player = new Player(name, life);
    players.add(player);
    return player;
  }

  private void requireRunning() {
    if (over) {
      throw new Over();
    }
  }

  /** Runs all lives to their ends, or throws what the first to fail has thrown. */
  void play() {
    players.forEach(player -> player.thread.start());
    try {
      turnByTurn();
    } finally {
      over = true;
      for (Player player : players) {
        if (!player.done) {
          go(player);
        }
      }
    }
  }

  private void turnByTurn() {
    Set<Player> stuck = new HashSet<>();
    List<Player> alive = new ArrayList<>(players);
    Player last = players.get(0);
    while (!alive.isEmpty()) {
      Player next =
          alive.contains(last) && !last.waits && random.nextInt(100) < stay
              ? last
              : alive.get(random.nextInt(alive.size()));
      boolean waited = next.waits;
      go(next);
      rethrow(next);
      if (next.done) {
        alive.remove(next);
      }
      if (waited && next.waits) {
        stuck.add(next);
      } else {
        stuck.clear();
      }
      if (!alive.isEmpty() && stuck.containsAll(alive)) {
        throw new AssertionError("all wait for each other: " + alive);
      }
      last = next;
    }
  }

  private static void rethrow(Player player) {
    Throwable failure = player.failure;
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw new AssertionError(player + ": " + failure, failure);
    }
  }

  private void go(Player player) {
    player.turn.release();
    try {
      if (!back.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        AssertionError stuck = new AssertionError(player + " does not come back");
        stuck.setStackTrace(player.thread.getStackTrace());
        throw stuck;
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
