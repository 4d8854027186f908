package org.omnigraph.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

/** The root of all commands, and the program. */
@Command(
    name = "omnigraph",
    header = "Versioned graphs on Lance tables, served over Arrow Flight SQL.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      QuickstartCommand.class,
      InitCommand.class,
      LoadCommand.class,
      SqlCommand.class,
      ServeCommand.class,
      SnapshotCommand.class,
      CommitCommand.class,
      BranchCommand.class,
      SchemaCommand.class,
    },
    footer = {
      "",
      "A graph is addressed by a path, a file:// or an s3:// URI: as an argument, with --store, or in OMNIGRAPH_STORE.",
      "Exit codes: 0 success, 1 failure, 2 wrong usage.",
    })
final class Omnigraph {
  private Omnigraph() {}

  public static void main(String[] arguments) {
    PrintWriter out = utf8(FileDescriptor.out);
    PrintWriter err = utf8(FileDescriptor.err);
    int exit = run(out, err, arguments);
    out.flush();
    err.flush();
    System.exit(exit);
  }

  /** Runs one command to its end and returns its exit code. */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new Omnigraph())
        .setOut(out)
        .setErr(err)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setUsageHelpWidth(110)
        .setParameterExceptionHandler(Failures::usage)
        .setExecutionExceptionHandler(Failures::execution)
        .execute(arguments);
  }

  /** Whatever the locale says: output is read by programs. */
  private static PrintWriter utf8(FileDescriptor descriptor) {
    return new PrintWriter(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
  }
}
