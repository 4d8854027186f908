package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/** A named graph, branch, commit, type or column does not exist. */
public final class NotFound extends GraphException {
  public NotFound(String message) {
    this(message, null);
  }

  public NotFound(String message, @Nullable Throwable cause) {
    super(ErrorCode.NOT_FOUND, message, cause);
  }
}
