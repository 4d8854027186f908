package org.omnigraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Set;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;

/** Asks before data beyond this machine is replaced or deleted. */
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
    String what = "load --mode overwrite replaces data in '" + uri + "'";
    if (!given(what, "Replace data in " + uri + "?", uri, attended, err)) {
      throw new InvalidRequest("nothing loaded: the overwrite of '" + uri + "' was not confirmed");
    }
  }

  /** As {@link #toOverwrite}, for a branch that goes. */
  static void toDelete(BranchName branch, String uri, boolean attended, PrintWriter err)
      throws IOException {
    String what = "branch delete removes branch '" + branch + "' of '" + uri + "'";
    if (!given(what, "Delete branch " + branch + " of " + uri + "?", uri, attended, err)) {
      throw new InvalidRequest(
          "nothing deleted: the deletion of branch '" + branch + "' was not confirmed");
    }
  }

  private static boolean given(
      String what, String question, String uri, boolean attended, PrintWriter err)
      throws IOException {
    if (GraphAddress.isLocal(uri)) {
      return true;
    }
    if (!attended) {
      throw new InvalidRequest(what + ", which is not on this machine; pass --yes to do it");
    }
    String answer = Terminal.ask(err, question + " [yes/no] ");
    return YES.contains(answer.toLowerCase(Locale.ROOT));
  }
}
