package org.omnigraph.flight.session;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.omnigraph.flight.ServerLimits;
import org.omnigraph.flight.auth.Principal;

/** What one caller holds open. Safe for use by many threads. */
public final class Session {
  private static final int PENDING_RESULTS = 16;

  private final String id = RandomId.next();
  private final Principal principal;
  private final @Nullable Connection connection;
  private final Clock clock;
  private final Handles<PreparedStatement> statements;
  private final Handles<Result> results;
  private final Handles<Result> pendingResults;
  private final Transactions transactions;
  private final AtomicInteger calls = new AtomicInteger();
  private volatile SessionOptions options = SessionOptions.NONE;
  private volatile Instant used;
  private volatile boolean carried;

  /**
   * A session of {@code principal}.
   *
   * @param connection what it lives by, null when it is carried by a token
   */
  Session(Principal principal, @Nullable Connection connection, ServerLimits limits, Clock clock) {
    this.principal = principal;
    this.connection = connection;
    this.clock = clock;
    this.carried = connection == null;
    this.used = clock.instant();
    this.transactions = new Transactions(clock);
    this.statements =
        new Handles<>(limits.handlesPerSession(), limits.handleIdle(), clock, dropped -> {});
    this.results =
        new Handles<>(limits.handlesPerSession(), limits.handleIdle(), clock, Result::release);
    this.pendingResults =
        new Handles<>(PENDING_RESULTS, limits.handleIdle(), clock, Result::release);
  }

  /** The value of its cookie. */
  public String id() {
    return id;
  }

  public Principal principal() {
    return principal;
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

  /** Results that may keep rows of a transaction in memory; only the newest few are kept. */
  public Handles<Result> pendingResults() {
    return pendingResults;
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

  void enter() {
    calls.incrementAndGet();
    used = clock.instant();
  }

  void leave() {
    used = clock.instant();
    calls.decrementAndGet();
  }

  boolean isIdleSince(Instant limit) {
    return calls.get() == 0 && used.isBefore(limit);
  }

  Instant used() {
    return used;
  }

  void expireParts(ServerLimits limits) {
    statements.expire();
    results.expire();
    pendingResults.expire();
    transactions.expire(limits.transactionIdle());
  }

  void end() {
    transactions.abandonAll();
    statements.dropAll();
    results.dropAll();
    pendingResults.dropAll();
  }
}
