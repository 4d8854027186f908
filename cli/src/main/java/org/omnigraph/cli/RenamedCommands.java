package org.omnigraph.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Words that commands had before. They still work, and say so on the error stream. */
final class RenamedCommands {
  private static final Map<String, String> NAMES =
      Map.of("read", "query", "change", "mutate", "check", "lint");

  private RenamedCommands() {}

  /** The command line in the words of today. */
  static String[] today(PrintWriter err, String... arguments) {
    List<String> words = new ArrayList<>(List.of(arguments));
    if (words.isEmpty()) {
      return arguments;
    }
    boolean underQuery =
        words.size() > 1
            && words.get(0).equals("query")
            && (words.get(1).equals("lint") || words.get(1).equals("check"));
    String old = underQuery ? "query " + words.remove(1) : words.get(0);
    String name = underQuery ? "lint" : NAMES.get(old);
    if (name == null) {
      return arguments;
    }
    words.set(0, name);
    err.println("warning: '" + old + "' is called '" + name + "' now");
    return words.toArray(String[]::new);
  }
}
