package org.omnigraph.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/**
 * Whether a person sits at the other end. The launcher looks and says so in system properties: the
 * JVM itself has no reliable answer for each stream. Without the launcher nobody does.
 */
final class Terminal {
  private Terminal() {}

  /** Standard error is a terminal: progress is welcome there. */
  static boolean isWatched() {
    return Boolean.getBoolean("omnigraph.terminal.err");
  }

  /** Standard input is one too: a question can be answered. */
  static boolean canAsk() {
    return isWatched() && Boolean.getBoolean("omnigraph.terminal.in");
  }

  /** Asks one question; the end of the input is an empty answer. */
  static String ask(PrintWriter err, String question) throws IOException {
    err.print(question);
    err.flush();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    String answer = input.readLine();
    return answer == null ? "" : answer.strip();
  }
}
