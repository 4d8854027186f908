package org.omnigraph.flight.producer;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.StatementTimeout;

/**
 * {@code SET statement_timeout = '30s'} and {@code RESET statement_timeout}.
 *
 * @param value as it is written; empty for the server's own
 */
record TimeoutText(Optional<String> value) implements SessionText {
  private static final Pattern SET =
      Pattern.compile(
          "SET (?:SESSION |LOCAL )?\"?statement_timeout\"? ?(?:=|TO\\b) ?"
              + "(?:'(?<text>[^']*)'|(?<number>\\d+(?: ?[a-z]+)?)|(?<none>DEFAULT))",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern RESET =
      Pattern.compile("RESET \"?statement_timeout\"?", Pattern.CASE_INSENSITIVE);

  static Optional<TimeoutText> read(String text) {
    Matcher set = SET.matcher(text);
    if (set.matches()) {
      return Optional.of(
          new TimeoutText(
              Optional.ofNullable(set.group("text"))
                  .or(() -> Optional.ofNullable(set.group("number")))));
    }
    return RESET.matcher(text).matches()
        ? Optional.of(new TimeoutText(Optional.empty()))
        : Optional.empty();
  }

  @Override
  public void run(Services services, CallScope scope, Optional<String> in) {
    new SessionCommands(services).choose(Map.of(StatementTimeout.NAME, value), scope);
  }
}
