package org.omnigraph.benchmark;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.duckdb.DuckDBDriver;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.flight.FlightServer;
import org.omnigraph.flight.ServerConfig;

/**
 * What clients in processes of their own get from a server in this one: reads beside a Flight
 * server in C++ over the same Lance table, ingests beside loads of the same rows, single rows.
 */
final class ClientsAgainstOthers implements AutoCloseable {
  static final int ITEMS = 1_000_000;

  private static final String SCHEMA =
      "node Item { name: String @key  number: I64  share: F64  word: String? }";
  private static final int POINT_READS = 2_000;
  private static final int UNCOUNTED_POINT_READS = 10_000;

  private final Path work;

  /** The same items as a folder of Parquet files, and the one file in it. */
  private final Path folder;

  private final Path parquet;
  private final Path lines;
  private final FlightServer server;
  private final PythonSides python;

  /**
   * Starts everything.
   *
   * @param flights a graph of all flights
   * @param sources the folder of the Python script
   */
  ClientsAgainstOthers(Path work, Path flights, Path sources) throws Exception {
    this.work = Files.createDirectories(work);
    this.folder = work.resolve("input");
    this.parquet = Files.createDirectories(folder.resolve("nodes")).resolve("Item.parquet");
    this.lines = work.resolve("items.jsonl");
    writeItems();
    Path items = work.resolve("items");
    Graph.init(items.toString(), SCHEMA, GraphConfig.defaults()).close();
    List<String> table = table(flights);
    this.server =
        FlightServer.start(
            ServerConfig.of(Map.of("flights", flights.toString(), "items", items.toString()))
                .at(ServerConfig.DEFAULT_HOST, 0));
    List<String> arguments = new ArrayList<>(List.of("grpc://127.0.0.1:" + server.port()));
    arguments.addAll(table);
    arguments.add(parquet.toString());
    this.python = PythonSides.start(sources, work, arguments);
  }

  /** Place and version of the flights' Lance table. */
  private static List<String> table(Path flights) {
    try (Graph graph = Graph.open(flights.toString(), GraphConfig.defaults().asReadOnly());
        TableSnapshot table = graph.open(graph.snapshot(BranchName.MAIN), TypeKey.node("Flight"))) {
      return List.of(
          flights.resolve(table.ref().path()).toString(), Long.toString(table.ref().version()));
    }
  }

  private void writeItems() throws SQLException, IOException {
    try (Connection duck = new DuckDBDriver().connect("jdbc:duckdb:", new java.util.Properties());
        Statement statement = duck.createStatement()) {
      statement.execute(
          "CREATE TABLE item AS SELECT 'item ' || i AS name, i AS number, i / 7.0::DOUBLE AS share,"
              + " CASE WHEN i % 10 = 0 THEN NULL ELSE 'word ' || (i % 1000) END AS word FROM range("
              + ITEMS
              + ") t(i)");
      statement.execute("COPY item TO '" + parquet + "' (FORMAT parquet)");
      try (Writer out = Files.newBufferedWriter(lines);
          ResultSet rows =
              statement.executeQuery(
                  "SELECT '{\"type\":\"Item\",\"data\":' || to_json(item) || '}' FROM item")) {
        while (rows.next()) {
          out.write(rows.getString(1));
          out.write('\n');
        }
      }
    }
  }

  /** Rows of a table: what, ours in ms, the other's in ms, how many times as fast as the other. */
  List<List<String>> reads(int runs) throws Exception {
    for (int i = 0; i < FlightAgainstScan.WARMUPS; i++) {
      python.run("flight_ours");
    }
    return List.of(
        faster(
            "DoGet by pyarrow, against a C++ server over the same scan",
            "flight_ours",
            "flight_plain",
            runs),
        faster("DoGet by pyarrow, against the scan in the client", "flight_ours", "scan", runs),
        faster(
            "ADBC into pandas, against DuckDB into pandas", "pandas_ours", "pandas_duckdb", runs));
  }

  private List<String> faster(String name, String ours, String other, int runs) throws Exception {
    Paired times = Paired.run(10, runs, () -> python.run(ours), () -> python.run(other));
    return row(name, times, 1 / times.medianRatio());
  }

  private static List<String> row(String name, Paired times, double ratio) {
    return List.of(
        name,
        Report.number(times.medianA() * 1e3, 0),
        Report.number(times.medianB() * 1e3, 0),
        Report.number(ratio, 2));
  }

  /** Rows of a table: against what, the ingest in ms, the load in ms, ingest / load. */
  List<List<String>> ingests(int runs) throws Exception {
    List<List<String>> rows = new ArrayList<>();
    try (Graph graph =
        Graph.init(work.resolve("loaded").toString(), SCHEMA, GraphConfig.defaults())) {
      for (var input :
          List.of(
              Map.entry("the same rows as Parquet", folder),
              Map.entry("the same rows as NDJSON", lines))) {
        Paired times =
            Paired.run(1, runs, () -> python.run("ingest"), () -> load(graph, input.getValue()));
        rows.add(row(input.getKey(), times, times.medianRatio()));
      }
    }
    return rows;
  }

  private static long load(Graph graph, Path input) {
    graph.load(
        new LoadRequest(input, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty()),
        LoadProgress.NONE);
    return ITEMS;
  }

  /** One row: connect to the first row in ms, prepared point reads a second on 1, on 16. */
  List<String> single(int runs) throws Exception {
    Paired first = Paired.run(3, runs, () -> python.run("first_row"), () -> 0L);
    pointReads(1, UNCOUNTED_POINT_READS);
    return List.of(
        Report.number(first.medianA() * 1e3, 1),
        Report.number(pointReads(1, POINT_READS), 0),
        Report.number(pointReads(16, POINT_READS), 0));
  }

  /** Prepared reads of one row by its key, a second. */
  private double pointReads(int connections, int count) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    try {
      long start = System.nanoTime();
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        all.add(threads.submit(() -> pointReadsOfOne(count / connections)));
      }
      for (Future<?> one : all) {
        one.get();
      }
      return count / ((System.nanoTime() - start) / 1e9);
    } finally {
      threads.shutdown();
    }
  }

  private Void pointReadsOfOne(int count) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:omnigraph://127.0.0.1:" + server.port() + "/flights");
        PreparedStatement read =
            connection.prepareStatement("SELECT name FROM Airport WHERE faa = ?")) {
      for (int i = 0; i < count; i++) {
        read.setString(1, i % 2 == 0 ? "LGA" : "JFK");
        try (ResultSet rows = read.executeQuery()) {
          if (!rows.next()) {
            throw new IllegalStateException("no row");
          }
        }
      }
    }
    return null;
  }

  @Override
  public void close() {
    python.close();
    server.close();
  }
}
