package org.omnigraph.flight.session;

import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.FlightStatusCode;

/** Somebody who wants to know what calls are about. Called by any thread; never throws. */
public interface CallListener {
  /**
   * How a call ended.
   *
   * @param status as gRPC names it, {@code OK} among them
   * @param code the engine's own code of a failure
   * @param errorId under which an unexpected failure was logged
   */
  record Outcome(String status, Optional<String> code, Optional<String> errorId) {
    public boolean isOk() {
      return status.equals(FlightStatusCode.OK.name());
    }
  }

  /** The call has ended; once. */
  void ended(CallRecord call, Outcome outcome);

  /** Rows that somebody had written and not committed are gone, without a call that says so. */
  default void rolledBack(CallRecord rollback) {}

  /** All of them, in order. */
  static CallListener all(List<CallListener> listeners) {
    List<CallListener> each = List.copyOf(listeners);
    return new CallListener() {
      @Override
      public void ended(CallRecord call, Outcome outcome) {
        each.forEach(listener -> listener.ended(call, outcome));
      }

      @Override
      public void rolledBack(CallRecord rollback) {
        each.forEach(listener -> listener.rolledBack(rollback));
      }
    };
  }
}
