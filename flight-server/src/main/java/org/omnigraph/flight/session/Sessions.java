package org.omnigraph.flight.session;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.arrow.flight.CallStatus;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.TooManyRequests;
import org.omnigraph.flight.ServerLimits;
import org.omnigraph.flight.auth.Authenticator;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.flight.auth.Roles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All sessions of a server. Safe for use by many threads.
 *
 * <p>Somebody calls {@link #expire} now and then.
 */
public final class Sessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

  /** What a session is found by when no cookie names it. */
  private sealed interface Carrier {
    record Token(String token) implements Carrier {}

    record Wire(@Nullable Connection connection, Principal principal) implements Carrier {}
  }

  private final ServerLimits limits;
  private final Clock clock;
  private final Roles roles;
  private final Map<Carrier, Session> byCarrier = new ConcurrentHashMap<>();
  private final Map<String, Session> byId = new ConcurrentHashMap<>();

  public Sessions(ServerLimits limits, Roles roles, Clock clock) {
    this.limits = limits;
    this.roles = roles;
    this.clock = clock;
  }

  /**
   * The session of a call, made when there is none.
   *
   * @param cookie the value of our cookie, when the call has one
   * @param connection the connection that the call came over
   */
  Session of(
      Authenticator.Identity identity, Optional<String> cookie, @Nullable Connection connection) {
    boolean token = identity.token().isPresent();
    return !token && cookie.isPresent()
        ? byCookie(cookie.get(), identity.principal())
        : carried(carrier(identity, connection), identity.principal(), token ? null : connection);
  }

  /** The session of a call, when there is one. */
  Optional<Session> find(
      Authenticator.Identity identity, Optional<String> cookie, @Nullable Connection connection) {
    if (identity.token().isEmpty() && cookie.isPresent()) {
      return Optional.ofNullable(byId.get(cookie.get()));
    }
    return Optional.ofNullable(byCarrier.get(carrier(identity, connection)));
  }

  private static Carrier carrier(Authenticator.Identity identity, @Nullable Connection connection) {
    return identity
        .token()
        .<Carrier>map(Carrier.Token::new)
        .orElseGet(() -> new Carrier.Wire(connection, identity.principal()));
  }

  private Session byCookie(String id, Principal principal) {
    Session session = byId.get(id);
    if (session == null || !session.principal().equals(principal)) {
      throw CallStatus.NOT_FOUND
          .withDescription(
              "the session of this cookie has ended, and its options with it; connect again")
          .toRuntimeException();
    }
    session.carry();
    return session;
  }

  private Session carried(Carrier carrier, Principal principal, @Nullable Connection connection) {
    return byCarrier.computeIfAbsent(
        carrier,
        unused -> {
          if (byId.size() >= limits.sessions()) {
            throw new TooManyRequests(
                "this server has " + limits.sessions() + " sessions; close some, or try later");
          }
          Session session = new Session(roles.of(principal), connection, limits, clock);
          byId.put(session.id(), session);
          return session;
        });
  }

  /** Ends a session at its caller's wish. */
  public void close(Session session) {
    end(session);
  }

  void disconnected(Connection connection) {
    for (Session session : byId.values()) {
      if (session.connection() == connection && !session.isCarried()) {
        end(session);
      }
    }
  }

  /** Ends what has been idle for too long, in whole or in part. */
  public void expire() {
    for (Session session : byId.values()) {
      if (session.isIdleSince(clock.instant().minus(limits.sessionIdle()))) {
        end(session);
      } else {
        session.expireParts(limits);
      }
    }
  }

  private void end(Session session) {
    byId.remove(session.id());
    byCarrier.values().remove(session);
    try {
      session.end();
    } catch (RuntimeException e) {
      LOG.warn("a session did not end cleanly", e);
    }
  }

  public int size() {
    return byId.size();
  }

  /** Open transactions of all sessions. */
  public int transactions() {
    return byId.values().stream().mapToInt(session -> session.transactions().size()).sum();
  }

  /** Those among them that have written something. */
  public long written() {
    return byId.values().stream().mapToLong(session -> session.transactions().written()).sum();
  }

  @Override
  public void close() {
    byId.values().forEach(this::end);
  }
}
