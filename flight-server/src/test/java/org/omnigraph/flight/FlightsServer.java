package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClientMiddleware;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;

/** A server of one or more graphs with the schema of the flights, made anew for each test. */
final class FlightsServer implements BeforeEachCallback, AfterEachCallback {
  /** What a test wants of its server. */
  @FunctionalInterface
  interface Setup {
    /**
     * Changes the configuration.
     *
     * @param folder for files, removed at the end
     */
    ServerConfig apply(ServerConfig config, Path folder) throws IOException;
  }

  private final List<String> names;
  private final Setup setup;
  private final List<FlightSqlClient> clients = new ArrayList<>();
  private final Map<String, Graph> graphs = new TreeMap<>();
  private Clock clock = Clock.systemUTC();
  private @Nullable RootAllocator memory;
  private @Nullable FlightServer server;
  private @Nullable Path dir;

  FlightsServer(String... names) {
    this((config, folder) -> config, names);
  }

  FlightsServer(ServerLimits limits, String... names) {
    this((config, folder) -> config.bounded(limits), names);
  }

  FlightsServer(Setup setup, String... names) {
    this.setup = setup;
    this.names = List.of(names);
  }

  /** The folder of the flights data in this project. */
  static Path data() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("data/nycflights"))) {
      here = here.getParent();
    }
    return here.resolve("data/nycflights");
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    start();
  }

  /** For all tests of a class; they {@link #stop} it. */
  void start() throws IOException {
    dir = Files.createTempDirectory("flights");
    String schema = Files.readString(data().resolve("schema.pg"));
    for (String name : names) {
      graphs.put(name, Graph.init(dir.resolve(name).toString(), schema, GraphConfig.defaults()));
    }
    memory = new RootAllocator();
    ServerConfig config = ServerConfig.of(Map.of("unused", "unused")).at("localhost", 0);
    server = FlightServer.serve(setup.apply(config, dir), graphs, clock);
  }

  /** What sessions and transactions are idle by. */
  FlightsServer by(Clock other) {
    clock = other;
    return this;
  }

  /** Another server of the same graphs on the same port; the old one has gone without a word. */
  void restart() throws Exception {
    int port = server.port();
    server.close();
    ServerConfig config = ServerConfig.of(Map.of("unused", "unused")).at("localhost", port);
    server = FlightServer.serve(setup.apply(config, dir), graphs, clock);
  }

  /** Fails when a request or a graph still holds memory. */
  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    stop();
  }

  void stop() throws Exception {
    for (FlightSqlClient client : clients) {
      client.close();
    }
    clients.clear();
    server.close();
    assertThat(server.unfinished()).isEmpty();
    for (Graph graph : graphs.values()) {
      graph.close();
    }
    graphs.clear();
    memory.close();
    try (var files = Files.walk(dir)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  Path folder() {
    return dir;
  }

  Graph graph(String name) {
    return graphs.get(name);
  }

  FlightServer server() {
    return server;
  }

  BufferAllocator memory() {
    return memory;
  }

  /** A client with a connection of its own. */
  FlightSqlClient connect(FlightClientMiddleware.Factory... middleware) {
    return connect(server.port(), middleware);
  }

  FlightSqlClient connect(int port, FlightClientMiddleware.Factory... middleware) {
    FlightClient.Builder builder =
        FlightClient.builder(memory, Location.forGrpcInsecure("localhost", port));
    for (FlightClientMiddleware.Factory factory : middleware) {
      builder.intercept(factory);
    }
    FlightSqlClient client = new FlightSqlClient(builder.build());
    clients.add(client);
    return client;
  }

  /** A client that sends a header with every call. */
  FlightSqlClient connectWith(String name, String value) {
    return connect(sending(name, value));
  }

  /** Sends a header with every call. */
  static FlightClientMiddleware.Factory sending(String name, String value) {
    return call ->
        new FlightClientMiddleware() {
          @Override
          public void onBeforeSendingHeaders(CallHeaders outgoing) {
            outgoing.insert(name, value);
          }

          @Override
          public void onHeadersReceived(CallHeaders incoming) {}

          @Override
          public void onCallCompleted(CallStatus status) {}
        };
  }

  static CallOption header(String... namesAndValues) {
    FlightCallHeaders headers = new FlightCallHeaders();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.insert(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new HeaderCallOption(headers);
  }

  /** All rows of the only endpoint, values as text, {@code null} as it is. */
  static List<List<@Nullable String>> rows(
      FlightSqlClient client, FlightInfo info, CallOption... options) throws Exception {
    assertThat(info.getEndpoints()).hasSize(1);
    List<List<@Nullable String>> rows = new ArrayList<>();
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket(), options)) {
      assertThat(stream.getSchema()).as("FlightInfo and stream").isEqualTo(info.getSchema());
      while (stream.next()) {
        for (int i = 0; i < stream.getRoot().getRowCount(); i++) {
          List<@Nullable String> row = new ArrayList<>();
          for (FieldVector vector : stream.getRoot().getFieldVectors()) {
            Object value = vector.getObject(i);
            row.add(value == null ? null : String.valueOf(value));
          }
          rows.add(row);
        }
      }
    }
    return rows;
  }
}
