package org.omnigraph.flight.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;
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
 * <p>Somebody calls {@link #expire} now and then. A session that has been idle for too long has
 * ended also before: no call finds it. Whoever had a session with options or a transaction is
 * refused, by its cookie or on its connection, until it has closed that session or connects again;
 * a new session would work elsewhere without a word.
 *
 * <p>Where one too many would begin, one that has written nothing and that no call uses ends in the
 * same way; see {@link Shares}.
 */
public final class Sessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

  /** What a session is found by when no cookie names it. */
  private sealed interface Carrier {
    record Token(String token) implements Carrier {}

    record Wire(@Nullable Connection connection, Principal principal) implements Carrier {}
  }

  /** A client that has been silent for less may be between two calls of one piece of work. */
  static final Duration PAUSE = Duration.ofSeconds(10);

  private static final String SESSION_IDLE = "SessionIdle";
  private static final String SHUTDOWN = "Shutdown";

  private final ServerLimits limits;
  private final Clock clock;
  private final Roles roles;
  private final CallListener listener;
  private final Map<Carrier, Session> byCarrier = new ConcurrentHashMap<>();
  private final Map<String, Session> byId = new ConcurrentHashMap<>();
  private final Object beginning = new Object();
  private volatile boolean stopping;

  /** Nobody hears of what they lose. */
  public Sessions(ServerLimits limits, Roles roles, Clock clock) {
    this(limits, roles, clock, (call, outcome) -> {});
  }

  /**
   * None yet.
   *
   * @param listener hears of what is rolled back without a call
   */
  public Sessions(ServerLimits limits, Roles roles, Clock clock, CallListener listener) {
    this.listener = listener;
    this.limits = limits;
    this.roles = roles;
    this.clock = clock;
  }

  /**
   * The session of a call, made when there is none.
   *
   * @param cookie the value of our cookie, when the call has one
   * @param connection the connection that the call came over
   * @throws FlightRuntimeException {@code NOT_FOUND} when it has ended and its client may not know
   */
  Session of(
      Authenticator.Identity identity, Optional<String> cookie, @Nullable Connection connection) {
    Session session =
        identity.token().isEmpty() && cookie.isPresent()
            ? byCookie(cookie.get(), identity, connection)
            : carried(identity, connection);
    session.cameOver(connection);
    expireTransactions(session);
    return session;
  }

  private void expireTransactions(Session session) {
    tell(session, "TransactionIdle", session.transactions().expire(limits.transactionIdle()));
  }

  private void tell(Session session, String reason, List<Target> lost) {
    lost.forEach(where -> listener.rolledBack(CallRecord.ofRollback(session, reason, where)));
  }

  /**
   * Stands for a session that {@link #of} has refused, so that it can be closed.
   *
   * @param refusal what {@link #of} has thrown
   */
  Session ended(
      Authenticator.Identity identity,
      @Nullable Connection connection,
      FlightRuntimeException refusal) {
    return Session.ended(roles.of(identity.principal()), connection, limits, clock, refusal);
  }

  /** The session of a call, when there is one. */
  Optional<Session> find(
      Authenticator.Identity identity, Optional<String> cookie, @Nullable Connection connection) {
    if (identity.token().isEmpty() && cookie.isPresent()) {
      return Optional.ofNullable(byId.get(Cookies.id(cookie.get())));
    }
    return Optional.ofNullable(byCarrier.get(carrier(identity, connection)));
  }

  private static Carrier carrier(Authenticator.Identity identity, @Nullable Connection connection) {
    return identity
        .token()
        .<Carrier>map(Carrier.Token::new)
        .orElseGet(() -> new Carrier.Wire(connection, identity.principal()));
  }

  private Session byCookie(
      String cookie, Authenticator.Identity identity, @Nullable Connection connection) {
    Session session = byId.get(Cookies.id(cookie));
    if (session != null && !session.principal().equals(identity.principal())) {
      throw gone("cookie");
    }
    if (session != null && session.use(idleLimit())) {
      session.carry();
      return session;
    }
    boolean missed = session != null && session.isMissed();
    if (session != null) {
      end(session, SESSION_IDLE);
    }
    if (missed || Cookies.held(cookie)) {
      throw gone("cookie");
    }
    return carried(identity, connection);
  }

  private static FlightRuntimeException gone(String by) {
    return CallStatus.NOT_FOUND
        .withDescription(
            "the session of this "
                + by
                + " has ended, and its options and its transaction with it; connect again")
        .toRuntimeException();
  }

  private Instant idleLimit() {
    return clock.instant().minus(limits.sessionIdle());
  }

  private Session carried(Authenticator.Identity identity, @Nullable Connection connection) {
    Carrier carrier = carrier(identity, connection);
    Principal principal = identity.principal();
    Session session = byCarrier.get(carrier);
    while (session == null || !session.use(idleLimit())) {
      if (session != null) {
        lapse(session);
      }
      endIdle();
      if (!identity.issued() && connection != null && connection.hasLost(principal)) {
        throw gone("connection");
      }
      session = begun(carrier, principal, identity.token().isPresent() ? null : connection);
    }
    return session;
  }

  private Session begun(Carrier carrier, Principal principal, @Nullable Connection connection) {
    synchronized (beginning) {
      Session there = byCarrier.get(carrier);
      if (there != null) {
        return there;
      }
      makeRoom(principal);
      Session session = new Session(roles.of(principal), connection, limits, clock);
      byId.put(session.id(), session);
      byCarrier.put(carrier, session);
      return session;
    }
  }

  /** Ends a session that holds nothing and whose client does nothing, where one too many begins. */
  private void makeRoom(Principal caller) {
    if (byId.size() < Shares.ofOneCaller(limits.sessions())) {
      return;
    }
    Shares shares = new Shares(limits.sessions(), byId.values());
    if (!shares.isFull(caller) && !shares.areFull()) {
      return;
    }
    Instant resting = clock.instant().minus(PAUSE);
    for (Session session : shares.givingWayTo(caller)) {
      if (session.transactions().written() == 0 && session.endIfIdle(resting)) {
        lapse(session);
        return;
      }
    }
    String who =
        caller
            .name()
            .filter(n -> shares.isFull(caller))
            .map(n -> "'" + n + "'")
            .orElse("this server");
    throw new TooManyRequests(
        who
            + " has "
            + (shares.isFull(caller) ? shares.most(caller) : limits.sessions())
            + " sessions, and all are in use; close some, try later, or raise --sessions of the"
            + " server");
  }

  /** Ends a session at its caller's wish. */
  public void close(Session session) {
    Connection connection = session.connection();
    if (session.hasEnded() && connection != null) {
      connection.settle(session.principal());
    }
    end(session, "CloseSession");
  }

  void disconnected(Connection connection) {
    for (Session session : byId.values()) {
      if (session.connection() == connection && !session.isCarried()) {
        end(session, "Disconnected");
      }
    }
  }

  /** Ends what has been idle for too long, in whole or in part. */
  public void expire() {
    endIdle();
    for (Session session : byId.values()) {
      session.expireParts();
      expireTransactions(session);
    }
  }

  /** What ends from here on ends with the server. */
  public void stopping() {
    stopping = true;
  }

  private void endIdle() {
    Instant limit = idleLimit();
    for (Session session : byId.values()) {
      if (session.endIfIdle(limit)) {
        lapse(session);
      }
    }
  }

  private void lapse(Session session) {
    if (!session.isCarriedByCookie() && session.isMissed()) {
      session.tellCallers();
    }
    end(session, SESSION_IDLE);
  }

  private void end(Session session, String reason) {
    byId.remove(session.id());
    byCarrier.values().remove(session);
    try {
      tell(session, stopping ? SHUTDOWN : reason, session.end());
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

  /** Those among them that hold rows, or deletions, which are not committed. */
  public long written() {
    return byId.values().stream().mapToLong(session -> session.transactions().written()).sum();
  }

  /** Bytes of memory that open transactions keep between their statements. */
  public long held() {
    return byId.values().stream().mapToLong(session -> session.transactions().held()).sum();
  }

  @Override
  public void close() {
    byId.values().forEach(session -> end(session, SHUTDOWN));
  }
}
