package org.omnigraph.flight.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.flight.FlightRuntimeException;
import org.jspecify.annotations.Nullable;
import org.omnigraph.flight.ServerLimits;
import org.omnigraph.flight.auth.Access;
import org.omnigraph.flight.auth.Principal;

/** What one caller holds open. Safe for use by many threads. */
public final class Session {
  private static final int PENDING_RESULTS = 16;
  private static final int POLLED = 16;

  /** A statement about which nobody has asked for so long is ended. */
  public static final Duration POLLED_IDLE = Duration.ofMinutes(1);

  /** A read result that keeps rows of a transaction which has ended. */
  private static final Duration LEFT_IDLE = Duration.ofMinutes(1);

  private final String id = RandomId.next();
  private final String name = RandomId.next().substring(0, 8);
  private final Access access;
  private final @Nullable Connection connection;
  private final Clock clock;
  private final Optional<FlightRuntimeException> refusal;
  private final Set<Connection> over =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  private final Handles<PreparedStatement> statements;
  private final Handles<Result> results;
  private final Handles<Result> pendingResults;
  private final Handles<PolledStatement> polled;
  private final Transactions transactions;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicBoolean known = new AtomicBoolean();
  private volatile SessionOptions options = SessionOptions.NONE;
  private volatile Instant used;
  private volatile boolean carried;
  private volatile boolean held;
  private boolean ended;

  /**
   * A session of a caller.
   *
   * @param connection what it lives by, null when it is carried by a token
   */
  Session(Access access, @Nullable Connection connection, ServerLimits limits, Clock clock) {
    this(access, connection, limits, clock, Optional.empty());
  }

  /**
   * Stands for a session that has ended, and can only be closed.
   *
   * @param refusal what its caller is told who does anything else
   */
  static Session ended(
      Access access,
      @Nullable Connection connection,
      ServerLimits limits,
      Clock clock,
      FlightRuntimeException refusal) {
    return new Session(access, connection, limits, clock, Optional.of(refusal));
  }

  private Session(
      Access access,
      @Nullable Connection connection,
      ServerLimits limits,
      Clock clock,
      Optional<FlightRuntimeException> refusal) {
    this.refusal = refusal;
    this.access = access;
    this.connection = connection;
    this.clock = clock;
    this.carried = connection == null;
    this.used = clock.instant();
    this.transactions = new Transactions(clock, access, () -> dropLeft(Duration.ZERO));
    this.statements =
        new Handles<>(limits.handlesPerSession(), limits.handleIdle(), clock, dropped -> {});
    this.results =
        new Handles<>(limits.handlesPerSession(), limits.handleIdle(), clock, Result::release);
    this.pendingResults =
        new Handles<>(PENDING_RESULTS, limits.handleIdle(), clock, Result::release);
    this.polled = new Handles<>(POLLED, POLLED_IDLE, clock, PolledStatement::abandon);
  }

  /** What its cookie says; once it has held something that stays so. */
  String cookie() {
    if (isMissed()) {
      held = true;
    }
    return Cookies.value(id, held);
  }

  /** The secret that its cookie tells. */
  public String id() {
    return id;
  }

  /** What everybody may call it; no secret. */
  public String name() {
    return name;
  }

  public Principal principal() {
    return access.caller();
  }

  /** What its caller may do. */
  public Access access() {
    return access;
  }

  public SessionOptions options() {
    return options;
  }

  public void choose(SessionOptions chosen) {
    options = chosen;
  }

  public Handles<PreparedStatement> statements() {
    return statements;
  }

  public Handles<Result> results() {
    return results;
  }

  /**
   * Results that may keep rows of a transaction in memory; only the newest few are kept. One that
   * somebody has read goes when its transaction is rolled back, and soon after a commit.
   */
  public Handles<Result> pendingResults() {
    return pendingResults;
  }

  /** Several may keep the same rows, which are the next one's when the first has gone. */
  private void dropLeft(Duration unused) {
    boolean more = true;
    while (more) {
      more = pendingResults.dropIf(Result::isLeft, unused);
    }
  }

  /** Statements that work on while their client asks how far they are. */
  public Handles<PolledStatement> polled() {
    return polled;
  }

  public Transactions transactions() {
    return transactions;
  }

  @Nullable Connection connection() {
    return connection;
  }

  /** The client sends our cookie, so the session outlives its connection. */
  void carry() {
    carried = true;
  }

  boolean isCarried() {
    return carried;
  }

  /** Its client sends our cookie, and hears by that when it has ended. */
  boolean isCarriedByCookie() {
    return carried && connection != null;
  }

  /** True the first time. */
  boolean isEnteredFirst() {
    return known.compareAndSet(false, true);
  }

  void enter() {
    calls.incrementAndGet();
    used = clock.instant();
  }

  void leave() {
    used = clock.instant();
    calls.decrementAndGet();
  }

  private boolean isIdleSince(Instant limit) {
    return calls.get() == 0 && used.isBefore(limit);
  }

  /**
   * Takes it for a call.
   *
   * @param limit one unused since then has ended
   * @return false when it has ended
   */
  synchronized boolean use(Instant limit) {
    ended |= isIdleSince(limit);
    if (!ended) {
      used = clock.instant();
    }
    return !ended;
  }

  /**
   * Takes no call from here on if it is unused since {@code limit}.
   *
   * @return whether it has ended
   */
  synchronized boolean endIfIdle(Instant limit) {
    ended |= isIdleSince(limit);
    return ended;
  }

  /** A call of it came over this connection. */
  void cameOver(@Nullable Connection by) {
    if (by != null) {
      over.add(by);
    }
  }

  /** Whether its client would work elsewhere, or otherwise, if it did not know of its end. */
  boolean isMissed() {
    return !options.equals(SessionOptions.NONE) || transactions.areOpenOrLapsed();
  }

  /** Its callers hear of its end when they call next. */
  void tellCallers() {
    synchronized (over) {
      over.forEach(by -> by.lose(principal()));
    }
  }

  /** Whether it stands for one that has ended. */
  boolean hasEnded() {
    return refusal.isPresent();
  }

  /**
   * Refuses to do anything in a session that has ended.
   *
   * @throws FlightRuntimeException saying so
   */
  public void requireLive() {
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  Instant used() {
    return used;
  }

  void expireParts() {
    polled.expire();
    statements.expire();
    results.expire();
    pendingResults.expire();
    dropLeft(LEFT_IDLE);
  }

  /** Answers where rows were written that are gone with it. */
  List<Target> end() {
    polled.end();
    List<Target> lost = transactions.abandonAll();
    statements.end();
    results.end();
    pendingResults.end();
    return lost;
  }
}
