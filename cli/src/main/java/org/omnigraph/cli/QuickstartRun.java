package org.omnigraph.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.init.Initialization;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.flight.ServerLimits;
import org.omnigraph.flight.operations.OperationsConfig;
import org.omnigraph.flight.quota.PrincipalLimits;

/** The bundled flights graph: made, served, and shown how to reach. */
record QuickstartRun(Path directory, PrintWriter out, PrintWriter err) {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int FIRST_PORT = 31337;
  private static final int PORTS_TRIED = 100;

  /** Makes the graph, or finishes one whose load did not come to an end, or finds it ready. */
  void makeGraph() throws IOException {
    try (Graph graph = openOrInit()) {
      if (isEmpty(graph)) {
        out.println(
            "making a graph of the flights out of New York, 1–7 January 2013, in " + directory);
        out.flush();
        out.println(load(graph));
      } else {
        out.println("the graph in " + directory + " is there already");
      }
    }
  }

  void serve() throws IOException, InterruptedException {
    int port = freePort();
    if (port != FIRST_PORT) {
      out.println("port " + FIRST_PORT + " is taken, so this is port " + port);
    }
    new ServeRun(
            Map.of("flights", directory.toString()),
            LOOPBACK,
            port,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Budget.BULK,
            ServerLimits.defaults(),
            PrincipalLimits.NONE,
            OperationsConfig.defaults())
        .untilToldToEnd(
            Optional.empty(),
            bound -> {
              out.println(Directions.whenServing(directory, bound.port()));
              out.flush();
            });
  }

  void sayHowToServe() {
    out.println(Directions.withoutServer(directory));
  }

  private Graph openOrInit() throws IOException {
    try {
      return Graph.open(directory.toString(), GraphConfig.defaults());
    } catch (NotFound e) {
      requireUnused();
      return Graph.init(directory.toString(), schema(), GraphConfig.defaults());
    }
  }

  private void requireUnused() throws IOException {
    if (!Files.exists(directory) || Files.exists(directory.resolve(Initialization.CLAIM))) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new InvalidRequest(
            "'" + directory + "' holds other files and no graph; choose another folder with --dir");
      }
    }
  }

  private static boolean isEmpty(Graph graph) {
    return graph.snapshot(BranchName.MAIN).tables().values().stream()
        .mapToLong(TableEntry::rowCount)
        .allMatch(rows -> rows == 0);
  }

  private String load(Graph graph) throws IOException {
    Path data = Files.createTempFile("omnigraph-flights", ".jsonl.gz");
    try (InputStream in = resource("first-week.jsonl.gz")) {
      Files.copy(in, data, StandardCopyOption.REPLACE_EXISTING);
      LoadRequest request =
          new LoadRequest(data, LoadMode.OVERWRITE, BranchName.MAIN, Optional.of("quickstart"));
      LoadRun run =
          new LoadRun(
              directory.toString(), GraphConfig.defaults(), request, Optional.empty(), false);
      return run.text(run.load(graph, err));
    } finally {
      Files.deleteIfExists(data);
    }
  }

  private static String schema() throws IOException {
    try (InputStream in = resource("schema.pg")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream resource(String name) {
    InputStream in = QuickstartRun.class.getResourceAsStream("flights/" + name);
    return Objects.requireNonNull(in, "not packaged: flights/" + name);
  }

  /** The first port from the usual one on that nobody listens on now. */
  private static int freePort() throws IOException {
    for (int port = FIRST_PORT; port < FIRST_PORT + PORTS_TRIED; port++) {
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException(
        "no free port from " + FIRST_PORT + " to " + (FIRST_PORT + PORTS_TRIED - 1));
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
