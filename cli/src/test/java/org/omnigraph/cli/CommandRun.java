package org.omnigraph.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** What one command printed and how it ended. */
record CommandRun(int exit, String out, String err) {
  static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    PrintWriter outPrinter = new PrintWriter(out);
    PrintWriter errPrinter = new PrintWriter(err);
    int exit = Omnigraph.run(outPrinter, errPrinter, arguments);
    outPrinter.flush();
    errPrinter.flush();
    return new CommandRun(exit, out.toString(), err.toString());
  }

  /** The same, for a command that must succeed. */
  static CommandRun good(String... arguments) {
    CommandRun run = of(arguments);
    if (run.exit() != 0) {
      throw new AssertionError(List.of(arguments) + " ended with " + run);
    }
    return run;
  }

  JsonNode json() {
    try {
      return new ObjectMapper().readTree(out);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> lines() {
    return out.lines().toList();
  }
}
