package org.omnigraph.flight.session;

import org.omnigraph.query.QueryResult;
import org.omnigraph.query.running.RunningStatement;

/**
 * A query that runs already, before anybody reads it.
 *
 * @param rows whose reader has loaded its first batch, unless it has none
 * @param hasRows whether there is a first batch
 */
public record Begun(QueryResult rows, boolean hasRows, RunningStatement statement)
    implements AutoCloseable {
  @Override
  public void close() {
    statement.cancel();
    try {
      rows.close();
    } finally {
      statement.close();
    }
  }
}
