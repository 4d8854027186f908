package org.omnigraph.jdbc;

import java.sql.SQLException;

/** {@code java.sql.Wrapper} for objects that wrap nothing. */
final class Unwrapping {
  private Unwrapping() {}

  static <T> T unwrap(Object self, Class<T> wanted) throws SQLException {
    if (wanted.isInstance(self)) {
      return wanted.cast(self);
    }
    throw new SQLException(
        self.getClass().getSimpleName() + " is no " + wanted.getName(), SqlState.GENERAL);
  }
}
