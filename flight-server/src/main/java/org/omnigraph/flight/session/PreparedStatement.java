package org.omnigraph.flight.session;

import java.util.Optional;

/**
 * A statement that a client prepared: its text, planned anew at each execution so that it sees the
 * newest data, and the rows of arguments bound last.
 */
public final class PreparedStatement {
  private final String sql;
  private final Optional<Transaction> transaction;
  private volatile Bound bound = Bound.NONE;

  /**
   * A statement with nothing bound.
   *
   * @param transaction the transaction it was prepared in
   */
  public PreparedStatement(String sql, Optional<Transaction> transaction) {
    this.sql = sql;
    this.transaction = transaction;
  }

  /** The transaction it was prepared in; it may have ended. */
  public Optional<Transaction> transaction() {
    return transaction;
  }

  public String sql() {
    return sql;
  }

  /** Replaces the bound arguments. */
  public void bind(Bound rows) {
    bound = rows;
  }

  /** The rows bound last; {@link Bound#NONE} when nothing was ever bound. */
  public Bound bound() {
    return bound;
  }
}
