package org.omnigraph.jdbc;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;

/**
 * The savepoints of a connection's open transaction, oldest first. The server knows each by its
 * name only, which one of another transaction or another connection and a later one may have too.
 * So one that is none of this transaction, or no more, is refused here, where it would mean
 * another.
 */
final class Savepoints {
  private final List<OmniGraphSavepoint> known = new ArrayList<>();

  /** One of the same name is gone by that. */
  synchronized void add(OmniGraphSavepoint savepoint) {
    known.removeIf(earlier -> earlier.sqlName().equals(savepoint.sqlName()));
    known.add(savepoint);
  }

  /** The transaction was rolled back to it: it stays, and later ones are gone. */
  synchronized void returnedTo(OmniGraphSavepoint savepoint) {
    known.subList(known.indexOf(savepoint) + 1, known.size()).clear();
  }

  /** It is gone, and later ones with it. */
  synchronized void released(OmniGraphSavepoint savepoint) {
    returnedTo(savepoint);
    known.remove(savepoint);
  }

  /** The transaction has ended, and its savepoints with it. */
  synchronized void clear() {
    known.clear();
  }

  /**
   * The savepoint as one of the open transaction.
   *
   * @throws SQLException 42704 when it is none, 22023 for one of another driver
   */
  synchronized OmniGraphSavepoint require(Savepoint savepoint) throws SQLException {
    if (!(savepoint instanceof OmniGraphSavepoint own)) {
      throw new SQLException("the savepoint is one of another driver", SqlState.BAD_VALUE);
    }
    if (!known.contains(own)) {
      throw new SQLException(
          "this transaction has no savepoint "
              + own.sqlName()
              + (isNameKnown(own)
                  ? " of that moment: a later one of the same name has taken its place"
                  : "; it was released or rolled back, or is of another transaction"),
          SqlState.NOT_FOUND);
    }
    return own;
  }

  private boolean isNameKnown(OmniGraphSavepoint savepoint) {
    return known.stream().anyMatch(one -> one.sqlName().equals(savepoint.sqlName()));
  }
}
