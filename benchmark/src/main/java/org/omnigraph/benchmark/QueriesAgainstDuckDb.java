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
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;

/**
 * The two queries of the flights data, planned here over Lance against DuckDB on tables of its own,
 * in one process.
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

  /** One row a query: name, our median, DuckDB's median, ratio. */
  static List<List<String>> measure(Graph graph, Path data, int runs) throws Exception {
    List<List<String>> rows = new ArrayList<>();
    try (QueryEngine engine = new QueryEngine(graph.allocator());
        Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
      copyIntoDuckDb(duckdb, data);
      QueryContext context =
          new QueryContext(Map.of("flights", graph), "flights", BranchName.MAIN, Optional.empty());
      rows.add(compare("late flights by carrier", LATE_BY_CARRIER, engine, context, duckdb, runs));
      rows.add(compare("planes that leave JFK", PLANES_FROM_JFK, engine, context, duckdb, runs));
    }
    return rows;
  }

  private static List<String> compare(
      String name,
      String sql,
      QueryEngine engine,
      QueryContext context,
      Connection duckdb,
      int runs)
      throws Exception {
    Paired times =
        Paired.run(3, runs, () -> ours(engine, context, sql), () -> duckDbs(duckdb, sql));
    return List.of(
        name,
        Report.number(times.medianA() * 1000, 0),
        Report.number(times.medianB() * 1000, 0),
        Report.number(times.medianRatio(), 2));
  }

  private static long ours(QueryEngine engine, QueryContext context, String sql) throws Exception {
    long rows = 0;
    try (QueryResult result = engine.prepare(context, sql).execute(List.of())) {
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
