package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/** What is stored contradicts the format; nothing was changed. */
public final class CorruptState extends GraphException {
  public CorruptState(String message) {
    this(message, null);
  }

  public CorruptState(String message, @Nullable Throwable cause) {
    super(ErrorCode.CORRUPT_STATE, message, cause);
  }
}
