package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/** The storage did not answer, or answered with a failure that is not about the request. */
public final class StorageUnavailable extends GraphException {
  public StorageUnavailable(String message) {
    this(message, null);
  }

  public StorageUnavailable(String message, @Nullable Throwable cause) {
    super(ErrorCode.STORAGE_UNAVAILABLE, message, cause);
  }
}
