package org.omnigraph.flight.session;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;

/**
 * Whether a server takes new work, and how many calls it works on. What ends work that has begun is
 * taken also afterwards: reading results, committing, rolling back. Safe for use by many threads.
 */
public final class Draining {
  /** Methods that always begin work. */
  private static final Set<String> BEGINNING =
      Set.of("Handshake", "GetFlightInfo", "GetSchema", "DoPut", "ListFlights");

  private static final long LOOK_MILLIS = 100;

  private final AtomicInteger calls = new AtomicInteger();
  private int ending;
  private long lastEnded;
  private boolean hasEnded;
  private volatile boolean begun;

  /** From here on no new work is taken. */
  public void begin() {
    begun = true;
  }

  public boolean hasBegun() {
    return begun;
  }

  /**
   * Refuses new work, a session that would begin among it.
   *
   * @param method the short name of a call
   * @param session whose call it is, if there is one; one with an uncommitted write goes on
   */
  void requireTaken(String method, Optional<Session> session) {
    if (session.isEmpty()) {
      requireTaken();
    } else if (BEGINNING.contains(method)) {
      requireTaken(session.get());
    }
  }

  /** As {@link #requireTaken()}, but for a session with an uncommitted write, which goes on. */
  public void requireTaken(Session session) {
    if (begun && session.transactions().written() == 0) {
      requireTaken();
    }
  }

  /**
   * Refuses new work.
   *
   * @throws FlightRuntimeException {@code UNAVAILABLE} while the server drains
   */
  public void requireTaken() {
    if (begun) {
      throw CallStatus.UNAVAILABLE
          .withDescription(
              "this server is shutting down and takes no new work; try again in a moment, then"
                  + " another one may answer")
          .toRuntimeException();
    }
  }

  void enter() {
    calls.incrementAndGet();
  }

  void leave() {
    calls.decrementAndGet();
    synchronized (this) {
      notifyAll();
    }
  }

  /**
   * Waits until no call is worked on and nothing else is open.
   *
   * @param isOpen whether something else is; asked now and then
   * @return false when that was not so in time
   */
  public synchronized boolean await(Duration patience, BooleanSupplier isOpen)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (calls.get() > 0 || isOpen.getAsBoolean()) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(Math.min(left, LOOK_MILLIS));
    }
    return true;
  }

  /** A transaction is committed or rolled back until the answer is closed. */
  public synchronized Ending ending() {
    ending++;
    return this::ended;
  }

  private synchronized void ended() {
    ending--;
    lastEnded = System.nanoTime();
    hasEnded = true;
    notifyAll();
  }

  /** The end of a transaction, while it is worked on. */
  public interface Ending extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Waits until no transaction is being ended and the clients of those that have ended have had the
   * time to begin their next one, without which ADBC takes a commit for failed.
   *
   * @param next what a client needs from the one to the other
   * @param most how long this may last altogether
   */
  public synchronized void settle(Duration next, Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    while (ending > 0 || (hasEnded && System.nanoTime() - lastEnded < next.toNanos())) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return;
      }
      wait(Math.min(left, LOOK_MILLIS));
    }
  }

  /** Calls that are worked on. */
  public int calls() {
    return calls.get();
  }
}
