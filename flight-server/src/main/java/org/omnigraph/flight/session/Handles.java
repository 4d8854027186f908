package org.omnigraph.flight.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Things that a client names by an unguessable id. Bounded in number, where the one unused for
 * longest goes first, and in idle time. Safe for use by many threads.
 */
public final class Handles<T> {
  private record Held<T>(T value, Instant used) {}

  private final int capacity;
  private final Duration idle;
  private final Clock clock;
  private final Consumer<T> onDrop;

  /** In the order of last use. */
  private final LinkedHashMap<String, Held<T>> held = new LinkedHashMap<>(16, 0.75f, true);

  private boolean ended;

  /**
   * An empty table.
   *
   * @param onDrop hears of each thing that leaves, however it leaves
   */
  Handles(int capacity, Duration idle, Clock clock, Consumer<T> onDrop) {
    this.capacity = capacity;
    this.idle = idle;
    this.clock = clock;
    this.onDrop = onDrop;
  }

  /** Holds a thing under a new id; lets it go at once when the table has ended. */
  public String add(T value) {
    String id = RandomId.next();
    List<T> dropped = new ArrayList<>();
    synchronized (held) {
      held.put(id, new Held<>(value, clock.instant()));
      var oldest = held.entrySet().iterator();
      while (held.size() > (ended ? 0 : capacity)) {
        dropped.add(oldest.next().getValue().value());
        oldest.remove();
      }
    }
    dropped.forEach(onDrop);
    return id;
  }

  /** The thing of that id, which counts as a use. */
  public Optional<T> find(String id) {
    synchronized (held) {
      Held<T> found = held.get(id);
      if (found == null) {
        return Optional.empty();
      }
      held.put(id, new Held<>(found.value(), clock.instant()));
      return Optional.of(found.value());
    }
  }

  /** Lets a thing go; nothing happens when there is none. */
  public boolean drop(String id) {
    Held<T> found;
    synchronized (held) {
      found = held.remove(id);
    }
    if (found != null) {
      onDrop.accept(found.value());
    }
    return found != null;
  }

  public int size() {
    synchronized (held) {
      return held.size();
    }
  }

  /**
   * Lets go of each thing that is such a one and unused for so long.
   *
   * @return whether there was one
   */
  boolean dropIf(Predicate<T> such, Duration unused) {
    Instant limit = clock.instant().minus(unused);
    return dropWhere(next -> !next.used().isAfter(limit) && such.test(next.value()));
  }

  void expire() {
    dropBefore(clock.instant().minus(idle));
  }

  /** Lets everything go, now and from here on. */
  void end() {
    synchronized (held) {
      ended = true;
    }
    dropBefore(Instant.MAX);
  }

  private void dropBefore(Instant limit) {
    dropWhere(next -> next.used().isBefore(limit));
  }

  private boolean dropWhere(Predicate<Held<T>> such) {
    List<T> dropped = new ArrayList<>();
    synchronized (held) {
      held.values()
          .removeIf(
              next -> {
                boolean goes = such.test(next);
                if (goes) {
                  dropped.add(next.value());
                }
                return goes;
              });
    }
    dropped.forEach(onDrop);
    return !dropped.isEmpty();
  }
}
