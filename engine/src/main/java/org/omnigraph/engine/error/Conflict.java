package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/**
 * The state of the graph stands in the way: it exists already, drift needs repair, a pending intent
 * blocks.
 */
public final class Conflict extends GraphException {
  public Conflict(String message) {
    this(message, null);
  }

  public Conflict(String message, @Nullable Throwable cause) {
    super(ErrorCode.CONFLICT, message, cause);
  }
}
