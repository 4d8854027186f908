package org.omnigraph.jdbc;

import java.io.IOException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.jspecify.annotations.Nullable;

/**
 * What a server's failure is called in JDBC.
 *
 * <p>The server names its own code beside the Flight status. The code decides the SQLState, the
 * vendor number ({@link SQLException#getErrorCode()}, stable) and the subclass; the message is the
 * server's, followed by the code in brackets. Without a code the Flight status decides.
 */
final class SqlErrors {
  /** The key of the server's own code among the metadata of a failed call. */
  static final String CODE = "x-omnigraph-code";

  /** States after which the server may have done what it was asked for. */
  private static final Set<String> UNHEARD =
      Set.of(
          SqlState.CONNECTION_FAILED,
          SqlState.CANCELLED,
          SqlState.TIMEOUT,
          SqlState.OUTCOME_UNKNOWN);

  /** What the server says of a handle that its session has no more, or has never had. */
  private static final String UNPREPARED = "no such prepared statement";

  /** What the server says to every call of a session that has ended. */
  private static final String ENDED = "connect again";

  private static final String ROW = "x-omnigraph-row";
  private static final String CONSTRAINT = "x-omnigraph-constraint";

  private SqlErrors() {}

  /** The server's codes, each with its vendor number, which never changes. */
  private enum Code {
    INVALID_REQUEST(1, SqlState.SYNTAX_OR_ACCESS),
    UNSUPPORTED(2, SqlState.NOT_SUPPORTED),
    NOT_FOUND(3, SqlState.NOT_FOUND),
    POLICY_DENIED(4, SqlState.DENIED),
    CONFLICT(5, SqlState.WRONG_STATE),
    READ_SET_CHANGED(6, SqlState.SERIALIZATION),
    VERSION_MISMATCH(7, SqlState.SERIALIZATION),
    KEY_CONFLICT(8, SqlState.DUPLICATE),
    MERGE_CONFLICTS(9, SqlState.INTEGRITY),
    RETRYABLE_COMMIT_CONFLICT(10, SqlState.SERIALIZATION),
    PRECONDITION_FAILED(11, SqlState.WRONG_STATE),
    RESOURCE_LIMIT_EXCEEDED(12, SqlState.LIMIT),
    TOO_MANY_REQUESTS(13, SqlState.TOO_MANY),
    EXTERNAL_BLOB_DENIED(14, SqlState.DENIED),
    EXTERNAL_BLOB_UNAVAILABLE(15, SqlState.IO),
    BLOB_RANGE_NOT_SATISFIABLE(16, SqlState.OUT_OF_RANGE),
    CANCELLED(17, SqlState.CANCELLED),
    RECOVERY_REQUIRED(18, SqlState.OUTCOME_UNKNOWN),
    STORAGE_UNAVAILABLE(19, SqlState.IO),
    CORRUPT_STATE(20, SqlState.CORRUPT),
    TIMED_OUT(21, SqlState.TIMEOUT),
    TRANSACTION_BUSY(22, SqlState.IN_USE);

    private final int number;
    private final String state;

    Code(int number, String state) {
      this.number = number;
      this.state = state;
    }
  }

  /** Any failure of a call to the server. */
  static SQLException of(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof SQLException known) {
        return known;
      }
      if (at instanceof FlightRuntimeException flight && !wraps(flight)) {
        return ofStatus(flight.status(), failure);
      }
    }
    return new SQLException(text(failure), SqlState.GENERAL, failure);
  }

  /** Any failure of a call to a server; says which one when it does not answer. */
  static SQLException of(Throwable failure, String address) {
    SQLException e = of(failure);
    return SqlState.CONNECTION_FAILED.equals(e.getSQLState()) && e.getErrorCode() == 0
        ? new SQLTransientConnectionException(
            "the server at " + address + " does not answer: " + e.getMessage(),
            SqlState.CONNECTION_FAILED,
            failure)
        : e;
  }

  /** A failure to reach the server at all, in the words of whoever typed the URL. */
  static SQLException connecting(ConnectionTarget target, Throwable failure) {
    SQLException cause = of(failure);
    boolean unreachable =
        cause instanceof SQLTransientConnectionException || cause instanceof SQLTimeoutException;
    if (SqlState.GENERAL.equals(cause.getSQLState())) {
      return new SQLNonTransientConnectionException(
          "cannot connect to " + target.shown() + ": " + cause.getMessage(),
          SqlState.CANNOT_CONNECT,
          failure);
    }
    if (!unreachable) {
      return cause;
    }
    return new SQLNonTransientConnectionException(
        "cannot connect to "
            + target.shown()
            + (target.encrypted() ? " with TLS" : " without TLS")
            + ": "
            + root(failure)
            + "; is the server running there, and does it speak TLS? (useEncryption=true|false)",
        SqlState.CANNOT_CONNECT,
        failure);
  }

  static SQLFeatureNotSupportedException unsupported(String what) {
    return new SQLFeatureNotSupportedException(
        what + " is not supported by the OmniGraph JDBC driver", SqlState.NOT_SUPPORTED);
  }

  /** Arrow's client reports a refused upload as cancelled, with the refusal as its cause. */
  private static boolean wraps(FlightRuntimeException failure) {
    return failure.status().code() == FlightStatusCode.CANCELLED
        && failure.getCause() instanceof FlightRuntimeException;
  }

  private static SQLException ofStatus(CallStatus status, Throwable failure) {
    String text = status.description() == null ? text(failure) : status.description();
    Code code = code(status.metadata());
    if (code != null) {
      String coded = text + " [" + code.name() + "]";
      String constraint = value(status.metadata(), CONSTRAINT);
      return constraint == null
          ? coded(code, coded, failure)
          : new SQLIntegrityConstraintViolationException(
              coded, state(constraint), code.number, failure);
    }
    return switch (status.code()) {
      case UNAUTHENTICATED ->
          new SQLInvalidAuthorizationSpecException(text, SqlState.UNAUTHENTICATED, failure);
      case UNAUTHORIZED -> new SQLNonTransientException(text, SqlState.DENIED, failure);
      case UNAVAILABLE ->
          new SQLTransientConnectionException(text, SqlState.CONNECTION_FAILED, failure);
      case TIMED_OUT -> new SQLTimeoutException(text, SqlState.TIMEOUT, failure);
      case CANCELLED -> new SQLException(text, SqlState.CANCELLED, failure);
      case UNIMPLEMENTED ->
          withCause(new SQLFeatureNotSupportedException(text, SqlState.NOT_SUPPORTED), failure);
      case INVALID_ARGUMENT ->
          new SQLSyntaxErrorException(text, SqlState.SYNTAX_OR_ACCESS, failure);
      case NOT_FOUND ->
          text.endsWith(ENDED)
              ? new SQLNonTransientConnectionException(text, SqlState.CONNECTION_CLOSED, failure)
              : new SQLSyntaxErrorException(text, SqlState.NOT_FOUND, failure);
      case ALREADY_EXISTS ->
          new SQLIntegrityConstraintViolationException(text, SqlState.DUPLICATE, failure);
      case RESOURCE_EXHAUSTED -> new SQLTransientException(text, SqlState.RESOURCES, failure);
      // A connection that breaks while a call begins has the status of an error nobody knows.
      case INTERNAL, UNKNOWN, OK ->
          isCausedBy(failure, IOException.class)
              ? new SQLTransientConnectionException(text, SqlState.CONNECTION_FAILED, failure)
              : new SQLException(text, SqlState.INTERNAL, failure);
    };
  }

  /** Whether a failure or a cause of it is of a kind. */
  static boolean isCausedBy(Throwable failure, Class<? extends Throwable> kind) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (kind.isInstance(at)) {
        return true;
      }
    }
    return false;
  }

  private static SQLException coded(Code code, String text, Throwable failure) {
    int number = code.number;
    String state = code.state;
    return switch (code) {
      case INVALID_REQUEST, NOT_FOUND -> new SQLSyntaxErrorException(text, state, number, failure);
      case UNSUPPORTED -> new SQLFeatureNotSupportedException(text, state, number, failure);
      case KEY_CONFLICT, MERGE_CONFLICTS ->
          new SQLIntegrityConstraintViolationException(text, state, number, failure);
      case READ_SET_CHANGED, VERSION_MISMATCH, RETRYABLE_COMMIT_CONFLICT ->
          new SQLTransactionRollbackException(text, state, number, failure);
      case TOO_MANY_REQUESTS, TRANSACTION_BUSY, STORAGE_UNAVAILABLE, EXTERNAL_BLOB_UNAVAILABLE ->
          new SQLTransientException(text, state, number, failure);
      case BLOB_RANGE_NOT_SATISFIABLE -> new SQLDataException(text, state, number, failure);
      case TIMED_OUT -> new SQLTimeoutException(text, state, number, failure);
      case POLICY_DENIED,
          CONFLICT,
          PRECONDITION_FAILED,
          RESOURCE_LIMIT_EXCEEDED,
          EXTERNAL_BLOB_DENIED,
          CORRUPT_STATE ->
          new SQLNonTransientException(text, state, number, failure);
      case RECOVERY_REQUIRED, CANCELLED -> new SQLException(text, state, number, failure);
    };
  }

  /** Whether the server may have done what it was asked for; what was not sent has no cause. */
  static boolean isUnheard(SQLException e) {
    return e.getCause() != null && UNHEARD.contains(e.getSQLState());
  }

  /** Whether the server has nothing by the handle of a prepared statement, so that none has run. */
  static boolean isUnprepared(SQLException e) {
    String text = e.getMessage();
    return SqlState.NOT_FOUND.equals(e.getSQLState()) && text != null && text.contains(UNPREPARED);
  }

  /** The number, from 1, of the row of a batch that failed, where the server knows it. */
  static Optional<String> row(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      String row =
          at instanceof FlightRuntimeException flight
              ? value(flight.status().metadata(), ROW)
              : null;
      if (row != null) {
        return Optional.of(row);
      }
    }
    return Optional.empty();
  }

  /** The SQLState of a constraint that rows break, by the server's name of its kind. */
  private static String state(String constraint) {
    return switch (constraint) {
      case "NOT_NULL" -> SqlState.NULL_VALUE;
      case "UNIQUE" -> SqlState.DUPLICATE;
      case "REFERENCE" -> SqlState.NO_SUCH_NODE;
      case "CHECK", "CARDINALITY" -> SqlState.BROKEN_RULE;
      default -> SqlState.INTEGRITY;
    };
  }

  private static @Nullable String value(@Nullable ErrorFlightMetadata metadata, String key) {
    return metadata == null || !metadata.containsKey(key) ? null : metadata.get(key);
  }

  private static @Nullable Code code(@Nullable ErrorFlightMetadata metadata) {
    String name = value(metadata, CODE);
    if (name == null) {
      return null;
    }
    for (Code code : Code.values()) {
      if (code.name().equals(name)) {
        return code;
      }
    }
    return null;
  }

  private static SQLException withCause(SQLException e, Throwable cause) {
    e.initCause(cause);
    return e;
  }

  /** The innermost cause: the outer ones only say that something went wrong. */
  private static String root(Throwable failure) {
    Throwable at = failure;
    while (at.getCause() != null) {
      at = at.getCause();
    }
    return text(at);
  }

  private static String text(Throwable failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }
}
