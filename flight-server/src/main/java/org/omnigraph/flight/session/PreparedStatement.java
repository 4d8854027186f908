package org.omnigraph.flight.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that a client prepared: its text, planned anew at each execution so that it sees the
 * newest data, and the rows of arguments bound last.
 */
public final class PreparedStatement {
  private final String sql;
  private volatile List<List<@Nullable Object>> bound = List.of();

  public PreparedStatement(String sql) {
    this.sql = sql;
  }

  public String sql() {
    return sql;
  }

  /** Replaces the bound arguments: one list a row, each with one value a parameter. */
  public void bind(List<List<@Nullable Object>> rows) {
    bound = List.copyOf(rows);
  }

  /** The rows bound last; empty when nothing was bound. */
  public List<List<@Nullable Object>> bound() {
    return bound;
  }
}
