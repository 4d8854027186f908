package org.omnigraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import org.omnigraph.engine.error.ErrorCode;
import org.omnigraph.engine.error.GraphException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one place where failures become words and exit codes. */
final class Failures {
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int LOST_CONDITIONAL_WRITE = 4;

  private Failures() {}

  static int usage(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("error: " + failure.getMessage());
    UnmatchedArgumentException.printSuggestions(failure, err);
    err.println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return USAGE;
  }

  static int execution(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    err.println("error: " + text(failure));
    if (debug()) {
      failure.printStackTrace(err);
    }
    return exitCode(failure);
  }

  private static int exitCode(Exception failure) {
    boolean lost =
        failure instanceof GraphException known && known.code() == ErrorCode.PRECONDITION_FAILED;
    return lost ? LOST_CONDITIONAL_WRITE : FAILED;
  }

  private static String text(Exception failure) {
    if (failure instanceof GraphException known) {
      return known.getMessage();
    }
    if (failure instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
      return text(unchecked.getCause());
    }
    if (failure instanceof IOException io) {
      return ioText(io);
    }
    return "internal error: " + failure + (debug() ? "" : " (OMNIGRAPH_DEBUG=1 shows where)");
  }

  /** The messages of the file system's exceptions are bare paths. */
  private static String ioText(IOException failure) {
    String kind = failure.getClass().getSimpleName().replace("Exception", "");
    String words = kind.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(java.util.Locale.ROOT);
    return words.equals("io")
        ? String.valueOf(failure.getMessage())
        : words + ": " + failure.getMessage();
  }

  private static boolean debug() {
    return !System.getenv().getOrDefault("OMNIGRAPH_DEBUG", "").isEmpty();
  }
}
