package org.omnigraph.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.omnigraph.engine.Warmup;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/** The root of all commands, and the program. */
@Command(
    name = "omnigraph",
    header = "Versioned graphs on Lance tables, served over Arrow Flight SQL.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "A graph is addressed by a path, a file:// or an s3:// URI: as an argument, with --store, or"
          + " in OMNIGRAPH_STORE.",
      "Exit codes: 0 success, 1 failure, 2 wrong usage, 4 a condition on the head that does not hold.",
    })
final class Omnigraph {
  private static final Map<String, Supplier<Object>> COMMANDS = commands();

  /** Those that read nothing but the log of a graph. */
  private static final Set<String> LOG_COMMANDS =
      Set.of("snapshot", "commit list", "commit show", "branch list");

  private Omnigraph() {}

  public static void main(String[] arguments) {
    PrintWriter out = utf8(FileDescriptor.out);
    PrintWriter err = utf8(FileDescriptor.err);
    int exit = run(preparation(arguments), out, err, arguments);
    out.flush();
    err.flush();
    System.exit(exit);
  }

  private static Preparation preparation(String... arguments) {
    String first = arguments.length == 0 ? "" : arguments[0];
    String second = arguments.length < 2 ? "" : arguments[1];
    if (!COMMANDS.containsKey(first)) {
      return Preparation.NONE;
    }
    return Preparation.start(
        LOG_COMMANDS.contains(first) || LOG_COMMANDS.contains(first + " " + second)
            ? Warmup.log()
            : Warmup.graph());
  }

  /** Runs one command to its end and returns its exit code. */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return run(Preparation.NONE, out, err, arguments);
  }

  private static int run(
      Preparation preparation, PrintWriter out, PrintWriter err, String... words) {
    String[] arguments = RenamedCommands.today(err, words);
    CommandLine parser = parser(arguments).setOut(out).setErr(err);
    ConfigFile.Expanded expanded;
    try {
      expanded = ConfigFile.expanded(parser, arguments);
    } catch (ParameterException e) {
      return Failures.usage(e, words);
    }
    return parser
        .setExecutionStrategy(
            parsed -> {
              preparation.await();
              return new CommandLine.RunLast().execute(parsed);
            })
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setUsageHelpWidth(110)
        .setParameterExceptionHandler((e, all) -> Failures.usage(expanded.placed(e), all))
        .setExecutionExceptionHandler(Failures::execution)
        .execute(expanded.arguments());
  }

  /**
   * The parser with the one command that is called, because building the model of all of them takes
   * a good part of a short command's time; with all of them when the first word is none.
   */
  private static CommandLine parser(String... arguments) {
    CommandLine parser = new CommandLine(new Omnigraph());
    String first = arguments.length == 0 ? "" : arguments[0];
    COMMANDS.forEach(
        (name, command) -> {
          if (name.equals(first) || !COMMANDS.containsKey(first)) {
            parser.addSubcommand(name, command.get());
          }
        });
    return parser;
  }

  private static Map<String, Supplier<Object>> commands() {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("quickstart", QuickstartCommand::new);
    commands.put("init", InitCommand::new);
    commands.put("load", LoadCommand::new);
    commands.put("export", ExportCommand::new);
    commands.put("sql", SqlCommand::new);
    commands.put("query", QueryCommand::new);
    commands.put("mutate", MutateCommand::new);
    commands.put("lint", LintCommand::new);
    commands.put("serve", ServeCommand::new);
    commands.put("snapshot", SnapshotCommand::new);
    commands.put("commit", CommitCommand::new);
    commands.put("branch", BranchCommand::new);
    commands.put("schema", SchemaCommand::new);
    commands.put("repair", RepairCommand::new);
    return commands;
  }

  /** Whatever the locale says: output is read by programs. */
  private static PrintWriter utf8(FileDescriptor descriptor) {
    return new PrintWriter(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
  }
}
