package org.omnigraph.benchmark;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.query.PreparedQuery;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;

/**
 * The two queries of the flights data and those of TPC-H, planned here over Lance against DuckDB on
 * tables of its own, in one process.
 */
final class QueriesAgainstDuckDb {
  private static final String LATE_BY_CARRIER =
      "SELECT c.name, COUNT(*) AS n, AVG(f.arr_delay) AS mean"
          + " FROM Flight f JOIN OperatedBy o ON o.src = f.id JOIN Carrier c ON c.id = o.dst"
          + " WHERE f.arr_delay > 60 GROUP BY c.name ORDER BY n DESC";
  private static final String PLANES_FROM_JFK =
      "SELECT p.manufacturer AS m, COUNT(*) AS n"
          + " FROM Airport a JOIN DepartsFrom d ON d.dst = a.id JOIN Flight f ON f.id = d.src"
          + " JOIN FlownBy b ON b.src = f.id JOIN Plane p ON p.id = b.dst"
          + " WHERE a.faa = 'JFK' GROUP BY p.manufacturer ORDER BY n DESC LIMIT 5";

  private QueriesAgainstDuckDb() {}

  /** What is compared: one run of each side in turn. */
  record Comparison(String name, Paired times) {
    List<String> row() {
      return List.of(
          name,
          Report.number(times.medianA() * 1000, 1),
          Report.number(times.medianB() * 1000, 1),
          Report.number(times.medianRatio(), 2));
    }
  }

  /** The two queries of the flights data. */
  static List<Comparison> flights(Graph graph, Path data, int runs) throws Exception {
    try (QueryEngine engine = new QueryEngine(graph.allocator());
        Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
      copyIntoDuckDb(duckdb, data);
      QueryContext context = context("flights", graph);
      return List.of(
          compare("late flights by carrier", LATE_BY_CARRIER, engine, context, duckdb, runs),
          compare("planes that leave JFK", PLANES_FROM_JFK, engine, context, duckdb, runs));
    }
  }

  /** The 22 queries of TPC-H. */
  static List<Comparison> tpch(Graph graph, Path data, int runs) throws Exception {
    List<Comparison> rows = new ArrayList<>();
    try (QueryEngine engine = new QueryEngine(graph.allocator());
        Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
      Tpch.copyIntoDuckDb(duckdb, data);
      for (int number = 1; number <= Tpch.QUERIES; number++) {
        rows.add(
            compare(
                "TPC-H " + number,
                Tpch.query(number),
                engine,
                context("tpch", graph),
                duckdb,
                runs));
      }
    }
    return rows;
  }

  /** The same weight for a query that is slow on both sides and one that is fast. */
  static double geometricMean(List<Comparison> all) {
    return Math.exp(
        all.stream().mapToDouble(c -> Math.log(c.times().medianRatio())).average().orElseThrow());
  }

  static QueryContext context(String name, Graph graph) {
    return new QueryContext(Map.of(name, graph), name, BranchName.MAIN, Optional.empty());
  }

  private static Comparison compare(
      String name,
      String sql,
      QueryEngine engine,
      QueryContext context,
      Connection duckdb,
      int runs)
      throws Exception {
    return new Comparison(
        name, Paired.run(3, runs, () -> ours(engine, context, sql), () -> duckDbs(duckdb, sql)));
  }

  /** Plans, runs and reads a query. */
  static long ours(QueryEngine engine, QueryContext context, String sql) throws Exception {
    long rows = 0;
    try (PreparedQuery query = engine.prepare(context, sql);
        QueryResult result = query.execute(List.of())) {
      ArrowReader reader = result.reader();
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    return requireRows(rows, sql);
  }

  private static long duckDbs(Connection duckdb, String sql) throws SQLException {
    long rows = 0;
    try (Statement statement = duckdb.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        rows++;
      }
    }
    return requireRows(rows, sql);
  }

  private static long requireRows(long rows, String sql) {
    if (rows == 0) {
      throw new IllegalStateException("no rows from " + sql);
    }
    return rows;
  }

  private static void copyIntoDuckDb(Connection duckdb, Path data) throws SQLException {
    try (Statement statement = duckdb.createStatement()) {
      for (Map.Entry<String, String> node :
          Map.of("Airport", "faa", "Carrier", "code", "Plane", "tailnum", "Flight", "key")
              .entrySet()) {
        statement.execute(
            "CREATE TABLE "
                + node.getKey()
                + " AS SELECT "
                + node.getValue()
                + " AS id, * FROM read_parquet('"
                + data.resolve("nodes/" + node.getKey() + ".parquet")
                + "')");
      }
      for (String edge : List.of("DepartsFrom", "ArrivesAt", "OperatedBy", "FlownBy", "Route")) {
        statement.execute(
            "CREATE TABLE "
                + edge
                + " AS SELECT \"from\" AS src, \"to\" AS dst, * EXCLUDE (\"from\", \"to\") FROM read_parquet('"
                + data.resolve("edges/" + edge + ".parquet")
                + "')");
      }
    }
  }
}
