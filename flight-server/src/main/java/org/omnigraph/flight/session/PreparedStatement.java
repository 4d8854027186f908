package org.omnigraph.flight.session;

import java.util.Optional;

/**
 * A statement that a client prepared: its text, planned anew at each execution so that it sees the
 * newest data, and the rows of arguments bound last.
 */
public final class PreparedStatement {
  private final String sql;
  private final Optional<Within> within;
  private volatile Bound bound = Bound.NONE;

  /**
   * A statement with nothing bound.
   *
   * @param within where it was prepared, if that was in a transaction
   */
  public PreparedStatement(String sql, Optional<Within> within) {
    this.sql = sql;
    this.within = within;
  }

  /**
   * The transaction that a statement was prepared in, and where its call worked.
   *
   * @param transaction may have ended
   * @param place empty for a statement about the session
   */
  public record Within(Transaction transaction, Optional<Place> place) {}

  /** Where it was prepared, if that was in a transaction. */
  public Optional<Within> within() {
    return within;
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
