package org.omnigraph.flight.session;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A statement that a client prepared: its text, planned anew at each execution so that it sees the
 * newest data, and the rows of arguments bound last.
 */
public final class PreparedStatement {
  private final String sql;
  private final Optional<String> transaction;
  private volatile Optional<List<List<@Nullable Object>>> bound = Optional.empty();

  /**
   * A statement with nothing bound.
   *
   * @param transaction the transaction it was prepared in
   */
  public PreparedStatement(String sql, Optional<String> transaction) {
    this.sql = sql;
    this.transaction = transaction;
  }

  /** The transaction it was prepared in; it may have ended. */
  public Optional<String> transaction() {
    return transaction;
  }

  public String sql() {
    return sql;
  }

  /** Replaces the bound arguments: one list a row, each with one value a parameter. */
  public void bind(List<List<@Nullable Object>> rows) {
    bound = Optional.of(List.copyOf(rows));
  }

  /** The rows bound last; empty when nothing was ever bound. */
  public Optional<List<List<@Nullable Object>>> bound() {
    return bound;
  }
}
