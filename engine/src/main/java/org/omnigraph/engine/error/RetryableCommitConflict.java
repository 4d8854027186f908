package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/** A delete or overwrite lost a race before it had any effect. */
public final class RetryableCommitConflict extends GraphException {
  public RetryableCommitConflict(String message) {
    this(message, null);
  }

  public RetryableCommitConflict(String message, @Nullable Throwable cause) {
    super(ErrorCode.RETRYABLE_COMMIT_CONFLICT, message, cause);
  }
}
