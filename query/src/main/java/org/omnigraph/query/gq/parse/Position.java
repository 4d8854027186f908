package org.omnigraph.query.gq.parse;

import org.omnigraph.engine.error.InvalidRequest;

/**
 * A place in the text of a query file.
 *
 * @param line from 1
 * @param column in code points, from 1
 */
public record Position(int line, int column) {
  /** The error for text at this place that is no query. */
  InvalidRequest refuse(String message) {
    return new InvalidRequest("parse error: " + this + ": " + message);
  }

  @Override
  public String toString() {
    return "query line " + line + ", column " + column;
  }
}
