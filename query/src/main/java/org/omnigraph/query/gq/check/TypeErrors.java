package org.omnigraph.query.gq.check;

import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.gq.parse.Position;

/** Makes the errors of the checker. */
final class TypeErrors {
  private TypeErrors() {}

  /** {@code type error: T6: query line 3, column 5: …}. */
  static InvalidRequest refuse(String code, Position position, String message) {
    return new InvalidRequest("type error: " + code + ": " + position + ": " + message);
  }

  /** An error of a rule that has no code. */
  static InvalidRequest refuse(Position position, String message) {
    return new InvalidRequest("type error: " + position + ": " + message);
  }
}
