package org.omnigraph.flight.error;

import java.security.SecureRandom;
import java.util.HexFormat;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.memory.OutOfMemoryException;
import org.omnigraph.engine.error.BrokenConstraint;
import org.omnigraph.engine.error.ErrorCode;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.Unsupported;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what a failure is called on the wire. The engine's own code travels beside the status, since
 * Flight has fewer names than the engine.
 */
public final class FlightErrors {
  /** The trailer that carries the {@link ErrorCode}. */
  public static final String CODE_TRAILER = "x-omnigraph-code";

  /** The trailer that carries the id under which the server logged an unexpected failure. */
  public static final String ID_TRAILER = "x-omnigraph-error-id";

  /** The trailer that carries the number, from 1, of the row of arguments that failed. */
  public static final String ROW_TRAILER = "x-omnigraph-row";

  /** The trailer that carries the {@link BrokenConstraint.Kind} of a constraint that rows break. */
  public static final String CONSTRAINT_TRAILER = "x-omnigraph-constraint";

  private static final Logger LOG = LoggerFactory.getLogger(FlightErrors.class);
  private static final SecureRandom RANDOM = new SecureRandom();

  private FlightErrors() {}

  /**
   * As {@link #of(Throwable)}, for one row of arguments among several.
   *
   * @param row counted from 1
   */
  public static FlightRuntimeException ofRow(Throwable failure, long row) {
    FlightRuntimeException seen = of(failure);
    insert(seen, ROW_TRAILER, String.valueOf(row));
    return seen;
  }

  /**
   * A statement that cannot be prepared since something in it is not done here. Drivers written in
   * Go take {@code UNIMPLEMENTED} for a server that prepares nothing, and pass over the reason.
   */
  public static FlightRuntimeException ofPrepared(Unsupported failure) {
    return withCode(CallStatus.INVALID_ARGUMENT, failure.code(), failure.getMessage());
  }

  /** The failure as a Flight client sees it; what nobody expected is logged here. */
  public static FlightRuntimeException of(Throwable failure) {
    if (failure instanceof FlightRuntimeException known) {
      return known;
    }
    if (failure instanceof ServerStopping) {
      return CallStatus.UNAVAILABLE.withDescription(failure.getMessage()).toRuntimeException();
    }
    if (failure instanceof GraphException known) {
      return known(known);
    }
    if (failure instanceof OutOfMemoryException || failure instanceof OutOfMemoryError) {
      LOG.warn("memory for requests is used up (--memory of the server): {}", failure.getMessage());
      return withCode(
          CallStatus.RESOURCE_EXHAUSTED,
          ErrorCode.RESOURCE_LIMIT_EXCEEDED,
          "the server's memory for requests (--memory) is used up; read fewer columns or rows, end"
              + " transactions that have written much, or try again");
    }
    return unexpected(failure);
  }

  /**
   * As {@link #of(Throwable)}, for the commit of a transaction that has found no memory and is
   * rolled back: what it wrote is not there to be committed again.
   */
  public static FlightRuntimeException ofCommit(OutOfMemoryException failure) {
    LOG.warn("no memory for a commit (--memory of the server): {}", failure.getMessage());
    return withCode(
        CallStatus.RESOURCE_EXHAUSTED,
        ErrorCode.RESOURCE_LIMIT_EXCEEDED,
        "the server's memory for requests (--memory) is used up, and the transaction was rolled"
            + " back; run it again from its beginning when less runs beside it");
  }

  private static FlightRuntimeException known(GraphException failure) {
    if (isForTheOperator(failure.code())) {
      LOG.warn("{}: {}", failure.code(), failure.getMessage(), failure);
    }
    FlightRuntimeException seen =
        withCode(status(failure.code()), failure.code(), failure.getMessage());
    if (failure instanceof BrokenConstraint broken) {
      insert(seen, CONSTRAINT_TRAILER, broken.kind().name());
    }
    return seen;
  }

  private static void insert(FlightRuntimeException seen, String trailer, String value) {
    ErrorFlightMetadata metadata = seen.status().metadata();
    if (metadata != null) {
      metadata.insert(trailer, value);
    }
  }

  /** What the caller can mend is not news to the server's log. */
  private static boolean isForTheOperator(ErrorCode code) {
    return code == ErrorCode.STORAGE_UNAVAILABLE
        || code == ErrorCode.CORRUPT_STATE
        || code == ErrorCode.RECOVERY_REQUIRED;
  }

  private static FlightRuntimeException withCode(
      CallStatus status, ErrorCode code, String message) {
    ErrorFlightMetadata metadata = new ErrorFlightMetadata();
    metadata.insert(CODE_TRAILER, code.name());
    return status.withDescription(message).withMetadata(metadata).toRuntimeException();
  }

  private static FlightRuntimeException unexpected(Throwable failure) {
    byte[] bits = new byte[8];
    RANDOM.nextBytes(bits);
    String id = HexFormat.of().formatHex(bits);
    LOG.error("unexpected failure {}", id, failure);
    ErrorFlightMetadata metadata = new ErrorFlightMetadata();
    metadata.insert(ID_TRAILER, id);
    return CallStatus.INTERNAL
        .withDescription(
            "the server failed in a way nobody expected; its log has the details under error id "
                + id)
        .withMetadata(metadata)
        .toRuntimeException();
  }

  /**
   * Flight has no "aborted": what the caller may run again as a whole is {@code UNAVAILABLE}. What
   * nobody may replay is {@code INTERNAL}.
   */
  static CallStatus status(ErrorCode code) {
    return switch (code) {
      case INVALID_REQUEST, MERGE_CONFLICTS, PRECONDITION_FAILED, BLOB_RANGE_NOT_SATISFIABLE ->
          CallStatus.INVALID_ARGUMENT;
      case UNSUPPORTED -> CallStatus.UNIMPLEMENTED;
      case NOT_FOUND, EXTERNAL_BLOB_UNAVAILABLE -> CallStatus.NOT_FOUND;
      case POLICY_DENIED, EXTERNAL_BLOB_DENIED -> CallStatus.UNAUTHORIZED;
      case CONFLICT, KEY_CONFLICT -> CallStatus.ALREADY_EXISTS;
      case READ_SET_CHANGED,
          VERSION_MISMATCH,
          RETRYABLE_COMMIT_CONFLICT,
          TRANSACTION_BUSY,
          STORAGE_UNAVAILABLE ->
          CallStatus.UNAVAILABLE;
      case RESOURCE_LIMIT_EXCEEDED, TOO_MANY_REQUESTS -> CallStatus.RESOURCE_EXHAUSTED;
      case CANCELLED -> CallStatus.CANCELLED;
      case TIMED_OUT -> CallStatus.TIMED_OUT;
      case RECOVERY_REQUIRED, CORRUPT_STATE -> CallStatus.INTERNAL;
    };
  }
}
