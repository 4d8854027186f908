package org.omnigraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Set;
import org.omnigraph.engine.error.InvalidRequest;

/** Asks before data beyond this machine is replaced. */
final class Consent {
  private static final Set<String> YES = Set.of("yes", "y");

  private Consent() {}

  /**
   * Returns when the overwrite may go on: at once on a local graph, else after a yes on the
   * terminal.
   *
   * @param attended whether somebody can be asked
   * @throws InvalidRequest when nobody can be asked, or the answer is no
   */
  static void toOverwrite(String uri, boolean attended, PrintWriter err) throws IOException {
    if (GraphAddress.isLocal(uri)) {
      return;
    }
    if (!attended) {
      throw new InvalidRequest(
          "load --mode overwrite replaces data in '"
              + uri
              + "', which is not on this machine; pass --yes to do it");
    }
    String answer = Terminal.ask(err, "Replace data in " + uri + "? [yes/no] ");
    if (!YES.contains(answer.toLowerCase(Locale.ROOT))) {
      throw new InvalidRequest("nothing loaded: the overwrite of '" + uri + "' was not confirmed");
    }
  }
}
