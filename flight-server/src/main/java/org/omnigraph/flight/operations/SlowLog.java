package org.omnigraph.flight.operations;

import java.time.Duration;
import java.util.stream.Collectors;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.flight.session.CallListener;
import org.omnigraph.flight.session.CallRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A warning for each call that took long: its statement, the shape of its plan, its times. */
final class SlowLog implements CallListener {
  static final String NAME = "omnigraph.slow";

  private static final Logger LOG = LoggerFactory.getLogger(NAME);

  private final Duration threshold;

  SlowLog(Duration threshold) {
    this.threshold = threshold;
  }

  @Override
  public void ended(CallRecord call, Outcome outcome) {
    Duration elapsed = call.elapsed();
    if (elapsed.compareTo(threshold) >= 0 && call.text().isPresent() && LOG.isWarnEnabled()) {
      LOG.warn("{}", line(call, outcome, elapsed));
    }
  }

  private static String line(CallRecord call, Outcome outcome, Duration elapsed) {
    String phases =
        call.phases().stream()
            .map(phase -> ", " + phase.name() + " " + phase.time().toMillis() + " ms")
            .collect(Collectors.joining());
    return call.kind()
        + " of "
        + call.caller().flatMap(Principal::name).orElse("anonymous")
        + " in session "
        + call.session()
        + call.target().map(t -> " on " + t.graph() + "/" + t.branch()).orElse("")
        + " took "
        + elapsed.toMillis()
        + " ms ("
        + call.waited().toMillis()
        + " ms waiting"
        + phases
        + "), "
        + call.rows()
        + " rows, "
        + outcome.status()
        + ": "
        + call.text().orElse("")
        + (call.shape().isEmpty() ? "" : " | plan: " + call.shape());
  }
}
