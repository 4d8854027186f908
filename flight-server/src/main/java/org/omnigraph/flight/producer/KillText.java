package org.omnigraph.flight.producer;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.flight.session.CallScope;

/**
 * {@code KILL 17}: ends a statement by its number in {@code omnigraph_catalog.statements}.
 *
 * @param id the number
 */
record KillText(long id) implements SessionText {
  private static final Pattern KILL =
      Pattern.compile(
          "(?:KILL(?: QUERY)?|CANCEL STATEMENT) '?(?<id>\\d{1,18})'?", Pattern.CASE_INSENSITIVE);

  static Optional<KillText> read(String text) {
    Matcher kill = KILL.matcher(text);
    return kill.matches()
        ? Optional.of(new KillText(Long.parseLong(kill.group("id"))))
        : Optional.empty();
  }

  /** Ends only what the same caller has begun, unless that is an admin of everything. */
  @Override
  public void run(Services services, CallScope scope, Optional<String> in) {
    Optional<String> actor = scope.session().principal().name();
    services
        .engine()
        .statements()
        .find(id)
        .filter(
            statement -> statement.origin().actor().equals(actor) || scope.access().isAdminOfAll())
        .orElseThrow(
            () ->
                new NotFound(
                    "you have no statement "
                        + id
                        + " that runs; omnigraph_catalog.statements lists them"))
        .cancel();
  }
}
