package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/** Another call works in the same transaction, which goes on as if this one had not come. */
public final class TransactionBusy extends GraphException {
  public TransactionBusy(String message) {
    this(message, null);
  }

  public TransactionBusy(String message, @Nullable Throwable cause) {
    super(ErrorCode.TRANSACTION_BUSY, message, cause);
  }
}
