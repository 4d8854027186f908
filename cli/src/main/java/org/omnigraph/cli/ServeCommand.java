package org.omnigraph.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.flight.ServerLimits;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    description = "Serve graphs over Arrow Flight SQL until the process is told to end.",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  private static final String GRAPH = "--graph";

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = ConfigFile.OPTION,
      paramLabel = "FILE",
      description =
          "A YAML file with any of these options, each without its dashes; the command line wins.")
  private @Nullable Path unusedHere; // ConfigFile has read it before the parser runs

  @Option(
      names = GRAPH,
      required = true,
      arity = "1..*",
      paramLabel = "NAME=URI",
      description = "A graph and the name that clients call it by; may be repeated.")
  private List<String> graphs = List.of();

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      showDefaultValue = Visibility.ALWAYS,
      description =
          "The address to listen on. Beyond loopback it needs --token-file or --tls-client-ca.")
  private String host = "";

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "31337",
      showDefaultValue = Visibility.ALWAYS,
      description = "The port to listen on; 0 takes any free one.")
  private int port;

  @Option(
      names = "--port-file",
      paramLabel = "FILE",
      description = "Gets the port once clients can connect; removed at the end.")
  private @Nullable Path portFile;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "Who may connect: one name:secret a line. Read again when it changes.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--role-file",
      paramLabel = "FILE",
      description =
          "Who may do what: one PRINCIPAL ROLE GRAPH BRANCH a line. Without it everybody may do"
              + " everything; with it, what no line gives is denied. Read again when it changes.")
  private @Nullable Path roleFile;

  @ArgGroup(exclusive = false, heading = "%nEncryption:%n")
  private @Nullable TlsOptions tls;

  @Mixin private StorageOptions storage = new StorageOptions();
  @Mixin private BulkBudget bulk = new BulkBudget();
  @Mixin private StatementLimits statements = new StatementLimits();
  @Mixin private SessionLimits sessions = new SessionLimits();
  @Mixin private PrincipalOptions principals = new PrincipalOptions();
  @Mixin private OperationsOptions operations = new OperationsOptions();

  @Override
  public Integer call() throws Exception {
    if (port < 0 || port > 65_535) {
      throw new ParameterException(
          Streams.of(spec).commandLine(),
          "--port is " + port + "; it can be 0 (any free port) to 65535");
    }
    PrintWriter out = Streams.out(spec);
    ServeRun server =
        new ServeRun(
            named(),
            host,
            port,
            Optional.ofNullable(tokenFile),
            Optional.ofNullable(roleFile),
            Optional.ofNullable(tls).map(TlsOptions::files),
            storage.given(Streams.of(spec).commandLine()),
            bulk.budget(Streams.of(spec).commandLine()),
            limits(),
            principals.limits(Streams.of(spec).commandLine()),
            operations.config(Streams.of(spec).commandLine()));
    PrintStream log = System.err;
    if (operations.logsJson(Streams.of(spec).commandLine())) {
      System.setErr(JsonLog.over(log));
    }
    Runnable asBefore = LibraryLog.begin();
    try {
      server.untilToldToEnd(
          Optional.ofNullable(portFile),
          bound -> {
            out.println(
                "serving "
                    + String.join(", ", server.graphs().keySet())
                    + " at "
                    + server.address(bound)
                    + server.metrics(bound).map(url -> ", metrics at " + url).orElse(""));
            out.flush();
          });
    } finally {
      asBefore.run();
      System.setErr(log);
    }
    return 0;
  }

  private ServerLimits limits() {
    return sessions.limits(
        Streams.of(spec).commandLine(),
        ServerLimits.defaults()
            .withStatementTimeout(statements.timeout())
            .withKernel(statements.kernel()));
  }

  private Map<String, String> named() {
    Map<String, String> named = new LinkedHashMap<>();
    for (String graph : graphs) {
      int equals = graph.indexOf('=');
      if (equals < 1 || equals == graph.length() - 1) {
        throw noGraph("'" + graph + "' is not NAME=URI, as in flights=./flights");
      }
      String name = graph.substring(0, equals);
      if (named.put(name, uri(name, graph.substring(equals + 1))) != null) {
        throw noGraph("'" + name + "' is there twice; each graph needs a name of its own");
      }
    }
    return named;
  }

  private String uri(String name, String text) {
    try {
      return GraphAddress.uri(text, null);
    } catch (InvalidRequest e) {
      throw noGraph("'" + name + "': " + e.getMessage());
    }
  }

  private ParameterException noGraph(String what) {
    return new ParameterException(Streams.of(spec).commandLine(), GRAPH + " " + what);
  }
}
