package org.omnigraph.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;

/**
 * How long a message to the server may be. The server ends the call, and may end the connection, of
 * one that is longer.
 */
final class RequestSize {
  /** The server's 64 MiB, less what goes around a statement or a batch. */
  static final long MOST_BYTES = (64L << 20) - (256L << 10);

  private RequestSize() {}

  /**
   * Refuses a statement that is too long, or no text.
   *
   * @return the statement
   */
  static String requireShort(String sql) throws SQLException {
    if (sql.length() > MOST_BYTES / 3) {
      require(
          "the statement",
          sql.getBytes(StandardCharsets.UTF_8).length,
          "bind values as parameters instead of writing them out, in rows of less, or load them"
              + " from a file");
    }
    return UnicodeText.require("the statement", sql);
  }

  /**
   * Refuses bound values that are too long.
   *
   * @throws SQLException 54000 naming it, its length and the limit
   */
  static void require(String what, long bytes) throws SQLException {
    require(what, bytes, "bind rows of less, or load them from a file");
  }

  private static void require(String what, long bytes, String remedy) throws SQLException {
    if (bytes > MOST_BYTES) {
      throw new SQLNonTransientException(
          what + " has " + bytes + " bytes, more than the 64 MiB of one message; " + remedy,
          SqlState.LIMIT);
    }
  }
}
