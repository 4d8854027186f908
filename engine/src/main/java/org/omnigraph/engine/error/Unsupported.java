package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/**
 * The request is well-formed but names something this product does not do; the message says what,
 * by name.
 */
public final class Unsupported extends GraphException {
  public Unsupported(String message) {
    this(message, null);
  }

  public Unsupported(String message, @Nullable Throwable cause) {
    super(ErrorCode.UNSUPPORTED, message, cause);
  }
}
