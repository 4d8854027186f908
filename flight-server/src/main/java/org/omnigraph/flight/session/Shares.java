package org.omnigraph.flight.session;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.groupingBy;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.omnigraph.flight.auth.Principal;

/**
 * Who has how many of the sessions, and whose give way when there are too many. A caller with a
 * name has three quarters of all places at the most; callers without one cannot be told apart and
 * count as one.
 */
final class Shares {
  /** A session as it was when it was looked at. */
  private record Seen(Session session, long ofCaller, Instant used) {}

  private final int places;
  private final Collection<Session> sessions;
  private final Map<Principal, Long> counts;

  Shares(int places, Collection<Session> sessions) {
    this.places = places;
    this.sessions = List.copyOf(sessions);
    this.counts =
        this.sessions.stream().collect(groupingBy(Session::principal, Collectors.counting()));
  }

  /** The most that a caller with a name may have; nobody's are full where there are fewer. */
  static long ofOneCaller(int places) {
    return Math.max(1, places * 3L / 4);
  }

  /** The most that a caller may have. */
  long most(Principal caller) {
    return caller.name().isPresent() ? ofOneCaller(places) : places;
  }

  /** Whether a caller may have one more only in place of one of its own. */
  boolean isFull(Principal caller) {
    return count(caller) >= most(caller);
  }

  /** Whether anybody may have one more only in place of another. */
  boolean areFull() {
    return sessions.size() >= places;
  }

  /**
   * Those that one more session of a caller may take the place of, the first of them first: of the
   * callers who have most, this one included, and the one unused for longest.
   */
  List<Session> givingWayTo(Principal caller) {
    long own = count(caller);
    boolean full = isFull(caller);
    return sessions.stream()
        .map(session -> new Seen(session, count(session.principal()), session.used()))
        .filter(
            seen -> seen.session().principal().equals(caller) || (!full && seen.ofCaller() > own))
        .sorted(comparing(Seen::ofCaller).reversed().thenComparing(Seen::used))
        .map(Seen::session)
        .toList();
  }

  private long count(Principal caller) {
    return counts.getOrDefault(caller, 0L);
  }
}
