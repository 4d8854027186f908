package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/**
 * The request is wrong in itself: a parse, type or validation error. The message names the place
 * and the remedy.
 */
public sealed class InvalidRequest extends GraphException permits BrokenConstraint {
  public InvalidRequest(String message) {
    this(message, null);
  }

  public InvalidRequest(String message, @Nullable Throwable cause) {
    super(ErrorCode.INVALID_REQUEST, message, cause);
  }
}
