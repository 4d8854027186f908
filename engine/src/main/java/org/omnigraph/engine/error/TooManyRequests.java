package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/** The caller has too many requests in flight. */
public final class TooManyRequests extends GraphException {
  public TooManyRequests(String message) {
    this(message, null);
  }

  public TooManyRequests(String message, @Nullable Throwable cause) {
    super(ErrorCode.TOO_MANY_REQUESTS, message, cause);
  }
}
