package org.omnigraph.cli;

import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Where a running command prints: the streams of the command line it was called with. */
final class Streams {
  private Streams() {}

  /** The parser sets the field before it calls a command. */
  static CommandSpec of(@Nullable CommandSpec injected) {
    return Objects.requireNonNull(injected, "not called by the parser");
  }

  static PrintWriter out(@Nullable CommandSpec injected) {
    return of(injected).commandLine().getOut();
  }

  static PrintWriter err(@Nullable CommandSpec injected) {
    return of(injected).commandLine().getErr();
  }
}
