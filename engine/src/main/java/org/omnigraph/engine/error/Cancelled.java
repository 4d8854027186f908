package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/** The caller, a time limit or a shutdown ended the request. */
public non-sealed class Cancelled extends GraphException {
  public Cancelled(String message) {
    this(message, null);
  }

  public Cancelled(String message, @Nullable Throwable cause) {
    super(ErrorCode.CANCELLED, message, cause);
  }
}
