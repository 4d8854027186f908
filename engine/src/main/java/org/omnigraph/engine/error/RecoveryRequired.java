package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.OperationId;

/**
 * A write left effects that recovery must settle first. Never replay the request and never clean up
 * by hand.
 */
public final class RecoveryRequired extends GraphException {
  private final OperationId operation;

  public RecoveryRequired(OperationId operation, String reason, @Nullable Throwable cause) {
    super(
        ErrorCode.RECOVERY_REQUIRED,
        "recovery required for operation " + operation + ": " + reason,
        cause);
    this.operation = operation;
  }

  public OperationId operation() {
    return operation;
  }
}
