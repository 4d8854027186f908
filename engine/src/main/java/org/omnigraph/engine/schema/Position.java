package org.omnigraph.engine.schema;

import org.omnigraph.engine.error.InvalidRequest;

/**
 * A place in a schema text.
 *
 * @param line from 1
 * @param column in code points, from 1
 */
record Position(int line, int column) {
  /** The error for something wrong at this place. */
  InvalidRequest refuse(String message) {
    return new InvalidRequest("schema line " + line + ", column " + column + ": " + message);
  }
}
