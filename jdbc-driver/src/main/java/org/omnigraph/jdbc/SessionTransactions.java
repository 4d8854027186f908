package org.omnigraph.jdbc;

import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one connection, one after the other: those that its methods begin and end,
 * and those that {@code BEGIN} began.
 *
 * <p>One whose end failed is over. The server hears of it: it waits for a rollback where it may
 * have told nobody that a commit failed, and what it has not ended would take later writes in. What
 * it could not be told is said before the next statement runs. Only {@code TRANSACTION_BUSY} ends
 * nothing.
 */
final class SessionTransactions {
  private final ServerSession session;
  private final Savepoints savepoints = new Savepoints();
  private boolean autoCommit = true;
  private @Nullable Transaction open;
  private @Nullable Transaction unsettled;
  private volatile boolean begunByText;
  private volatile boolean textUnsettled;
  private volatile @Nullable Call committing;

  SessionTransactions(ServerSession session) {
    this.session = session;
  }

  boolean autoCommit() {
    return autoCommit;
  }

  /** Those of the transaction that is open. */
  Savepoints savepoints() {
    return savepoints;
  }

  /** Ends the open transaction with a commit when the mode changes, as JDBC asks. */
  void autoCommit(boolean on) throws SQLException {
    if (on != autoCommit) {
      if (begunByText) {
        throw new SQLException(
            "BEGIN has begun a transaction; commit or roll back before setAutoCommit",
            SqlState.ACTIVE_TRANSACTION);
      }
      commit();
      autoCommit = on;
    }
  }

  /** Whether one is open. */
  boolean areOpen() {
    return open != null || begunByText;
  }

  /** Whether one may be open that {@link #commit} or {@link #rollback} ends. */
  boolean mayBeOpen() {
    return !autoCommit || begunByText;
  }

  /** The one to run in, begun now when there is none; null while every statement commits. */
  synchronized @Nullable Transaction current() throws SQLException {
    settle();
    if (autoCommit) {
      return null;
    }
    if (open == null) {
      try (Call call = session.call()) {
        open = call.run(() -> session.client().beginTransaction(session.options()));
      }
    }
    return open;
  }

  /** The one that the connection's methods have begun; null when they have begun none. */
  synchronized @Nullable Transaction open() throws SQLException {
    settle();
    return open;
  }

  synchronized void commit() throws SQLException {
    if (begunByText) {
      endText("COMMIT");
      return;
    }
    settle();
    Transaction ended = open;
    if (ended == null) {
      return;
    }
    try {
      complete(() -> session.client().commit(ended, session.options()));
      forget();
    } catch (SQLException e) {
      if (!goesOn(e)) {
        forget();
        unsettled = ended;
        settle(e);
      }
      throw e;
    }
  }

  synchronized void rollback() throws SQLException {
    if (begunByText) {
      endText("ROLLBACK");
      return;
    }
    Transaction ended = open;
    if (ended == null) {
      settle();
      return;
    }
    forget();
    unsettled = ended;
    sendRollback(ended);
    unsettled = null;
  }

  /** The transaction is open no more. */
  private void forget() {
    open = null;
    savepoints.clear();
  }

  /** An interrupt would leave open whether there is a commit. */
  private void complete(Runnable commit) throws SQLException {
    try (Call call = session.call()) {
      committing = call;
      call.complete(commit);
    } finally {
      committing = null;
    }
  }

  /** Ends the wait for a commit that is under way in another thread. */
  void giveUp() {
    Call call = committing;
    if (call != null) {
      call.cancel();
    }
  }

  private void sendRollback(Transaction ended) throws SQLException {
    try (Call call = session.call()) {
      Interrupts.aside(
          () -> call.perform(() -> session.client().rollback(ended, session.options())));
    } catch (SQLException e) {
      unsettled = isOver(e) ? null : ended;
      throw e;
    }
  }

  /** Runs a statement, which may begin or end a transaction by its words. */
  <T> T run(String sql, Call call, Callable<T> statement) throws SQLException {
    T answer;
    try {
      answer = call.run(statement);
    } catch (SQLException e) {
      ran(sql, e);
      throw e;
    }
    ran(sql, null);
    return answer;
  }

  private synchronized void ran(String sql, @Nullable SQLException failure) {
    if (!autoCommit && SqlWords.end(sql) && (failure == null || !goesOn(failure))) {
      savepoints.clear();
    } else if (autoCommit && SqlWords.end(sql)) {
      textEnded(failure);
    } else if (autoCommit && SqlWords.begin(sql)) {
      begunByText |= failure == null;
      textUnsettled |= !begunByText && failure != null && SqlErrors.isUnheard(failure);
    }
  }

  /** Whether a text has begun something, or may have. */
  boolean hasText() {
    return begunByText || textUnsettled;
  }

  /** Rolls back what a text has begun. */
  synchronized void undoText() throws SQLException {
    if (begunByText) {
      endText("ROLLBACK");
    }
    settle();
  }

  private void endText(String sql) throws SQLException {
    try {
      send(sql);
    } catch (SQLException e) {
      textEnded(e);
      throw e;
    }
    textEnded(null);
  }

  private void textEnded(@Nullable SQLException failure) {
    if (failure == null) {
      begunByText = false;
      savepoints.clear();
    } else if (begunByText && !goesOn(failure)) {
      savepoints.clear();
      begunByText = false;
      textUnsettled = true;
      settle(failure);
    }
  }

  private void send(String sql) throws SQLException {
    complete(() -> session.client().executeUpdate(sql, null, session.options()));
  }

  /** A connection that is being closed settles what it has left then. */
  private void settle(SQLException failure) {
    if (session.hasLeft()) {
      return;
    }
    try {
      settle();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  /** Rolls back what the server may not have ended; what it does not know is no failure. */
  private void settle() throws SQLException {
    Transaction left = unsettled;
    try {
      if (left != null) {
        sendRollback(left);
      }
      if (textUnsettled) {
        send("ROLLBACK");
      }
    } catch (SQLException e) {
      if (!isOver(e)) {
        throw e;
      }
    }
    unsettled = null;
    textUnsettled = false;
  }

  /** Whether an end that failed has ended nothing. */
  private static boolean goesOn(SQLException e) {
    return SqlState.IN_USE.equals(e.getSQLState());
  }

  /** Whether the server says that it has no such transaction, or no such session. */
  private static boolean isOver(SQLException e) {
    return SqlState.NOT_FOUND.equals(e.getSQLState())
        || SqlState.CONNECTION_CLOSED.equals(e.getSQLState())
        || SqlState.SYNTAX_OR_ACCESS.equals(e.getSQLState());
  }

  /** What the server should roll back when the connection ends. */
  synchronized @Nullable Transaction leave() {
    Transaction left = open == null ? unsettled : open;
    open = null;
    unsettled = null;
    return left;
  }
}
