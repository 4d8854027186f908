package org.omnigraph.jdbc;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A moment of a transaction, known to the server by a name.
 *
 * @param number counts all of them, so that no two are equal
 * @param name null for one that is called by its number
 */
record OmniGraphSavepoint(int number, @Nullable String name) implements Savepoint {
  private static final AtomicInteger MADE = new AtomicInteger();

  static OmniGraphSavepoint unnamed() {
    return new OmniGraphSavepoint(MADE.incrementAndGet(), null);
  }

  static OmniGraphSavepoint named(@Nullable String name) throws SQLException {
    if (name == null || name.isEmpty() || name.length() > 128) {
      throw new SQLException(
          "a savepoint's name has 1 to 128 characters, it was '" + name + "'", SqlState.BAD_VALUE);
    }
    UnicodeText.require("a savepoint's name", name);
    return new OmniGraphSavepoint(MADE.incrementAndGet(), name);
  }

  /** As statements spell it. */
  String sqlName() {
    return '"' + (name == null ? "jdbc " + number : name.replace("\"", "\"\"")) + '"';
  }

  @Override
  public int getSavepointId() throws SQLException {
    if (name != null) {
      throw new SQLException("the savepoint has a name and no number", SqlState.BAD_VALUE);
    }
    return number;
  }

  @Override
  public String getSavepointName() throws SQLException {
    if (name == null) {
      throw new SQLException("the savepoint has a number and no name", SqlState.BAD_VALUE);
    }
    return name;
  }
}
