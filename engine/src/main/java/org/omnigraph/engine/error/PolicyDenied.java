package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/** The caller is not allowed to do this. */
public final class PolicyDenied extends GraphException {
  public PolicyDenied(String message) {
    this(message, null);
  }

  public PolicyDenied(String message, @Nullable Throwable cause) {
    super(ErrorCode.POLICY_DENIED, message, cause);
  }
}
