package org.omnigraph.engine.error;

import org.jspecify.annotations.Nullable;

/**
 * Every failure a caller can see. The family answers one question: did anything durable happen?
 *
 * <table>
 * <caption>What each member means to the caller</caption>
 * <tr><th>member</th><th>durable trace</th><th>the caller may</th></tr>
 * <tr><td>{@link InvalidRequest}, {@link Unsupported}, {@link NotFound}, {@link PolicyDenied}, {@link KeyConflict}, {@link
 * MergeConflicts}, {@link PreconditionFailed}, {@link ResourceLimitExceeded}, {@link ExternalBlobDenied}, {@link
 * ExternalBlobUnavailable}, {@link BlobRangeNotSatisfiable}</td><td>none</td><td>change the request</td></tr>
 * <tr><td>{@link ReadSetChanged}, {@link VersionMismatch}, {@link RetryableCommitConflict}, {@link
 * TooManyRequests}</td><td>none</td><td>run the whole attempt again, never a part of it</td></tr>
 * <tr><td>{@link TransactionBusy}</td><td>none</td><td>send the call again when the other one has ended</td></tr>
 * <tr><td>{@link Conflict}</td><td>none by this request</td><td>do what the message says, then again</td></tr>
 * <tr><td>{@link Cancelled}, {@link TimedOut}</td><td>none, or a complete commit</td><td>look at the branch's head</td></tr>
 * <tr><td>{@link RecoveryRequired}</td><td>owned by a named operation, or unknown</td><td>wait for recovery; never replay, never
 * clean up</td></tr>
 * <tr><td>{@link StorageUnavailable}, {@link CorruptState}</td><td>none by this request</td><td>retry later; call an
 * operator</td></tr>
 * </table>
 *
 * <p>A message says what happened, to what, and what to do about it.
 */
public abstract sealed class GraphException extends RuntimeException
    permits InvalidRequest,
        Unsupported,
        NotFound,
        PolicyDenied,
        Conflict,
        ReadSetChanged,
        VersionMismatch,
        KeyConflict,
        MergeConflicts,
        RetryableCommitConflict,
        PreconditionFailed,
        ResourceLimitExceeded,
        TooManyRequests,
        TransactionBusy,
        ExternalBlobDenied,
        ExternalBlobUnavailable,
        BlobRangeNotSatisfiable,
        Cancelled,
        TimedOut,
        RecoveryRequired,
        StorageUnavailable,
        CorruptState {
  private final ErrorCode code;

  GraphException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  public ErrorCode code() {
    return code;
  }

  /** The message; never null. */
  @Override
  public String getMessage() {
    String message = super.getMessage();
    return message == null ? code.name() : message;
  }
}
