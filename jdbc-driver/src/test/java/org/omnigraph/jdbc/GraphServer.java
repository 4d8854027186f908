package org.omnigraph.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.flight.FlightServer;
import org.omnigraph.flight.ServerConfig;

/**
 * A real server for the tests of one class: the flights of a week as {@code flights}, and one node
 * of every type as {@code types}; each with a branch {@code dev}. Ends with an empty memory.
 */
final class GraphServer implements BeforeAllCallback, AfterAllCallback {
  private static final String TYPES =
      """
      node Thing {
          name: String @key
          mood: enum(calm, busy)?
          flag: Bool?
          small: I32?
          large: I64?
          usmall: U32?
          ularge: U64?
          single: F32?
          double: F64?
          day: Date?
          at: DateTime?
          vector: Vector(3)?
          tags: [String]?
          counts: [I64]?
          data: Blob?
      }
      """;
  private static final String THINGS =
      """
      {"type":"Thing","data":{"name":"full","mood":"busy","flag":true,"small":-2147483648,\
      "large":9007199254740993,"usmall":4294967295,"ularge":18446744073709551615,"single":1.5,\
      "double":-0.1,"day":"1969-12-31","at":"2013-03-10T02:30:05.250Z","vector":[0.5,-1,2],\
      "tags":["a",""],"counts":[1,-9007199254740993],"data":"base64:AP9/"}}
      {"type":"Thing","data":{"name":"empty"}}
      {"type":"Thing","data":{"name":"old","day":"0001-01-01","at":"1582-10-04T23:59:59Z"}}
      """;

  private final Map<String, String> graphs = new LinkedHashMap<>();
  private Path folder;
  private FlightServer server;

  static Path data() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("data/nycflights"))) {
      here = here.getParent();
    }
    return here.resolve("data/nycflights");
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    folder = Files.createTempDirectory("graph-server");
    Path things = Files.writeString(folder.resolve("things.jsonl"), THINGS);
    graph(
        "flights",
        Files.readString(data().resolve("schema.pg")),
        data().resolve("first-week.jsonl.gz"));
    graph("types", TYPES, things);
    server = FlightServer.start(ServerConfig.of(graphs).at("127.0.0.1", 0));
  }

  private void graph(String name, String schema, Path rows) {
    String uri = folder.resolve(name).toString();
    try (Graph graph = Graph.init(uri, schema, GraphConfig.defaults())) {
      graph.load(
          new LoadRequest(rows, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty()),
          LoadProgress.NONE);
      graph.createBranch(BranchName.of("dev"), BranchName.MAIN);
    }
    graphs.put(name, uri);
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    server.close();
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  FlightServer server() {
    return server;
  }

  /** Of the graph {@code flights}. */
  Path directory() {
    return Path.of(graphs.get("flights"));
  }

  String url(String rest) {
    return "jdbc:omnigraph://127.0.0.1:" + server.port() + rest;
  }

  Connection connect(String rest) throws SQLException {
    return DriverManager.getConnection(url(rest));
  }
}
