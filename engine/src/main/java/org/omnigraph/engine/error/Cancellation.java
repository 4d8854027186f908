package org.omnigraph.engine.error;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The wish that some work ends early. Whoever works looks now and then, and may ask to be told.
 *
 * <p>Safe for use by many threads. The first one that cancels gives the reason; the wish is never
 * taken back.
 */
public final class Cancellation {
  private final List<Listening> listeners = new ArrayList<>();
  private volatile @Nullable Supplier<? extends GraphException> reason;

  /** Somebody who is told. */
  public final class Listening implements AutoCloseable {
    private final Runnable action;
    private boolean isTold;
    private boolean isClosed;

    private Listening(Runnable action) {
      this.action = action;
    }

    /** From here on the action does not run; one that runs has ended. */
    @Override
    public void close() {
      synchronized (this) {
        isClosed = true;
      }
      synchronized (listeners) {
        listeners.remove(this);
      }
    }

    private synchronized void tell() {
      if (!isClosed && !isTold) {
        isTold = true;
        action.run();
      }
    }
  }

  /**
   * Asks for the end, on the grounds of {@code why}, which makes the error that the work ends with.
   *
   * @return whether nobody had asked before
   */
  public boolean cancel(Supplier<? extends GraphException> why) {
    List<Listening> told;
    synchronized (listeners) {
      if (reason != null) {
        return false;
      }
      reason = why;
      told = List.copyOf(listeners);
    }
    told.forEach(Listening::tell);
    return true;
  }

  public boolean isCancelled() {
    return reason != null;
  }

  /**
   * Goes on unless somebody has asked for the end.
   *
   * @throws GraphException the reason
   */
  public void requireRunning() {
    Supplier<? extends GraphException> why = reason;
    if (why != null) {
      throw why.get();
    }
  }

  /**
   * Runs an action when somebody asks for the end, on that one's thread; at once when somebody has.
   * The action does not block.
   */
  public Listening whenCancelled(Runnable action) {
    Listening listening = new Listening(action);
    boolean late;
    synchronized (listeners) {
      listeners.add(listening);
      late = reason != null;
    }
    if (late) {
      listening.tell();
    }
    return listening;
  }
}
