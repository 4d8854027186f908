package org.omnigraph.jdbc;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;

/** The server of a connection, and whether the connection has left it. */
final class Peer {
  private final String address;
  private volatile boolean left;

  Peer(String address) {
    this.address = address;
  }

  void leave() {
    left = true;
  }

  boolean hasLeft() {
    return left;
  }

  /** What a failed call stands for. */
  SQLException failure(Exception e) {
    return left
        ? new SQLNonTransientConnectionException(
            "the connection is closed", SqlState.CONNECTION_CLOSED, e)
        : SqlErrors.of(e, address);
  }
}
