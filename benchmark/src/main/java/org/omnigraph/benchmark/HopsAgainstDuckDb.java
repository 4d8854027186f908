package org.omnigraph.benchmark;

import java.io.IOException;
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
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.query.PreparedGq;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;

/**
 * Neighbourhoods of two hops on a random graph of a million edges, here over Lance against DuckDB's
 * joins on tables of its own, in one process. Both sides take the same start in each pair, another
 * one in the next.
 */
final class HopsAgainstDuckDb implements AutoCloseable {
  private static final int NODES = 100_000;
  private static final int EDGES = 1_000_000;
  private static final String SCHEMA =
      "node N {\n  name: String @key\n  part: I32\n}\nedge Links: N -> N\n";

  private static final String NEAR =
      "query near($s: String) { match { $a: N { name: $s } $a links{1,2} $b } return { $b.part } }";
  private static final String DUCKDB_NEAR =
      "SELECT n.part FROM N n WHERE n.id IN (SELECT dst FROM Links WHERE src = $1 AND dst <> $1"
          + " UNION SELECT m.dst FROM Links l JOIN Links m ON m.src = l.dst WHERE l.src = $1"
          + " AND m.dst <> $1)";
  private static final String STEPS =
      "query steps($s: String) { match { $a: N { name: $s } $a links $b $b links $c }"
          + " return { $c.part, count($b) as n } }";
  private static final String DUCKDB_STEPS =
      "SELECT c.part, COUNT(*) AS n FROM (SELECT DISTINCT l.dst AS b, m.dst AS c FROM Links l JOIN"
          + " Links m ON m.src = l.dst WHERE l.src = $1) p JOIN N c ON c.id = p.c GROUP BY c.part";
  private static final String MANY =
      "query many($s: I32) { match { $a: N { part: $s } $a links{1,2} $b } return { count($b) as n }"
          + " }";
  private static final String DUCKDB_MANY =
      "SELECT COUNT(*) FROM (SELECT a.id, l.dst FROM N a JOIN Links l ON l.src = a.id WHERE a.part ="
          + " CAST($1 AS INTEGER) AND l.dst <> a.id UNION SELECT a.id, m.dst FROM N a JOIN Links l ON"
          + " l.src = a.id JOIN Links m ON m.src = l.dst WHERE a.part = CAST($1 AS INTEGER) AND m.dst"
          + " <> a.id)";

  private final Random random = new Random(42);
  private final Graph graph;
  private final Connection duckdb;
  private final BufferAllocator allocator = new RootAllocator();
  private final QueryContext context;
  private QueryEngine engine = new QueryEngine(allocator);

  private HopsAgainstDuckDb(Graph graph, Connection duckdb) {
    this.graph = graph;
    this.duckdb = duckdb;
    this.context = new QueryContext(Map.of("g", graph), "g", BranchName.MAIN, Optional.empty());
  }

  /**
   * One row a query: name, our median and DuckDB's in milliseconds, ratio.
   *
   * @param work an empty folder's name
   */
  static List<List<String>> measure(Path work, int runs) throws Exception {
    Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
    Graph graph = graph(work, duckdb);
    try (HopsAgainstDuckDb hops = new HopsAgainstDuckDb(graph, duckdb)) {
      List<List<String>> rows = new ArrayList<>();
      rows.add(hops.compare("{1,2} from one node, cold", NEAR, DUCKDB_NEAR, runs, true));
      rows.add(hops.compare("{1,2} from one node, again", NEAR, DUCKDB_NEAR, runs, false));
      rows.add(hops.compare("{1,2} from 100 nodes, cold", MANY, DUCKDB_MANY, runs, true));
      rows.add(hops.compare("{1,2} from 100 nodes, again", MANY, DUCKDB_MANY, runs, false));
      rows.add(hops.compare("two single hops from one node", STEPS, DUCKDB_STEPS, runs, false));
      return rows;
    }
  }

  private static Graph graph(Path work, Connection duckdb) throws SQLException, IOException {
    Path input = work.resolve("input");
    Files.createDirectories(input.resolve("nodes"));
    Files.createDirectories(input.resolve("edges"));
    try (Statement statement = duckdb.createStatement()) {
      statement.execute(
          "CREATE TABLE N AS SELECT 'node-' || i AS id, CAST(i // 100 AS INTEGER) AS part FROM range("
              + NODES
              + ") t(i)");
      statement.execute(
          "CREATE TABLE Links AS SELECT 'node-' || hash(i, 1) % "
              + NODES
              + " AS src, 'node-' || hash(i, 2) % "
              + NODES
              + " AS dst FROM range("
              + EDGES
              + ") t(i)");
      statement.execute(
          "COPY (SELECT id AS name, part FROM N) TO '" + input.resolve("nodes/N.parquet") + "'");
      statement.execute(
          "COPY (SELECT src AS \"from\", dst AS \"to\" FROM Links) TO '"
              + input.resolve("edges/Links.parquet")
              + "'");
    }
    Graph graph = Graph.init(work.resolve("graph").toString(), SCHEMA, GraphConfig.defaults());
    graph.load(
        new LoadRequest(input, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty()),
        LoadProgress.NONE);
    return graph;
  }

  private List<String> compare(String name, String gq, String sql, int runs, boolean cold)
      throws Exception {
    Object[] start = new Object[1];
    Callable<Long> ours =
        () -> {
          int i = random.nextInt(gq.equals(MANY) ? NODES / 100 : NODES);
          start[0] = gq.equals(MANY) ? (Object) i : "node-" + i;
          return ours(gq, start[0]);
        };
    Paired times =
        Paired.run(
            cold ? 3 : 10,
            runs,
            cold ? this::forget : () -> 0L,
            ours,
            () -> duckDbs(sql, start[0].toString()));
    return List.of(
        name,
        Report.number(times.medianA() * 1000, 1),
        Report.number(times.medianB() * 1000, 1),
        Report.number(times.medianRatio(), 2));
  }

  private long forget() {
    engine.close();
    engine = new QueryEngine(allocator);
    return 0;
  }

  private long ours(String gq, Object start) throws IOException {
    long rows = 0;
    try (PreparedGq query = engine.prepareGq(context, gq, Optional.empty());
        QueryResult result = query.execute(Map.of("s", start))) {
      ArrowReader reader = result.reader();
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    return rows;
  }

  private long duckDbs(String sql, String start) throws SQLException {
    long rows = 0;
    try (PreparedStatement statement = duckdb.prepareStatement(sql)) {
      statement.setString(1, start);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows++;
        }
      }
    }
    return rows;
  }

  @Override
  public void close() throws SQLException {
    engine.close();
    allocator.close();
    graph.close();
    duckdb.close();
  }
}
