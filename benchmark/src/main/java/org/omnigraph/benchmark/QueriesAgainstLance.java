package org.omnigraph.benchmark;

import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.lance.Dataset;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.query.PreparedQuery;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;

/** Queries of the flights graph here, against the same by what Lance itself offers. */
final class QueriesAgainstLance {
  /** Lance's SQL names one table, so these are joins of a table with itself. */
  private static final List<String> JOINS =
      List.of(
          "SELECT a.dst AS d, COUNT(*) AS n FROM %1$s a JOIN %1$s b ON a.src = b.src GROUP BY a.dst"
              + " ORDER BY n DESC LIMIT 10",
          "SELECT b.dst AS d, COUNT(*) AS n FROM %1$s a JOIN %1$s b ON a.src = b.src WHERE a.dst ="
              + " 'N328AA' GROUP BY b.dst");

  private QueriesAgainstLance() {}

  /** One row a join: what, our median, Lance's median, Lance / ours. */
  static List<List<String>> joins(Graph graph, int runs) throws Exception {
    try (QueryEngine engine = new QueryEngine(graph.allocator());
        Dataset dataset = open(graph, TypeKey.edge("FlownBy"))) {
      QueryContext context = QueriesAgainstDuckDb.context("flights", graph);
      return List.of(
          join("all flights of a plane", JOINS.get(0), engine, context, dataset, runs),
          join("flights of one plane", JOINS.get(1), engine, context, dataset, runs));
    }
  }

  private static List<String> join(
      String name, String sql, QueryEngine engine, QueryContext context, Dataset dataset, int runs)
      throws Exception {
    Paired times =
        Paired.run(
            3,
            runs,
            () -> lances(dataset, String.format(sql, "dataset")),
            () -> QueriesAgainstDuckDb.ours(engine, context, String.format(sql, "FlownBy")));
    return List.of(
        name,
        Report.number(times.medianB() * 1000, 1),
        Report.number(times.medianA() * 1000, 1),
        Report.number(times.medianRatio(), 2));
  }

  private static long lances(Dataset dataset, String sql) throws Exception {
    try (ArrowReader rows = dataset.sql(sql).intoBatchRecords()) {
      return count(rows);
    }
  }

  /** A prepared look-up of one row by its id: our median, Lance's median, ours / Lance's. */
  static List<String> lookUp(Graph graph, int runs) throws Exception {
    try (QueryEngine engine = new QueryEngine(graph.allocator());
        Dataset dataset = open(graph, TypeKey.node("Flight"));
        PreparedQuery query =
            engine.prepare(
                QueriesAgainstDuckDb.context("flights", graph),
                "SELECT * FROM Flight WHERE id = ?")) {
      String id = someId(engine, QueriesAgainstDuckDb.context("flights", graph));
      Paired times =
          Paired.run(
              5,
              runs,
              () -> ours(query, id),
              () -> lances(dataset, graph.allocator(), "id = '" + id + "'"));
      return List.of(
          Report.number(times.medianA() * 1000, 2),
          Report.number(times.medianB() * 1000, 2),
          Report.number(times.medianRatio(), 2));
    }
  }

  private static long ours(PreparedQuery query, String id) throws Exception {
    try (QueryResult result = query.execute(List.of(id))) {
      return one(count(result.reader()));
    }
  }

  private static long lances(Dataset dataset, BufferAllocator allocator, String filter)
      throws Exception {
    try (LanceScanner scanner =
            LanceScanner.create(
                dataset, new ScanOptions.Builder().filter(filter).build(), allocator);
        ArrowReader rows = scanner.scanBatches()) {
      return one(count(rows));
    }
  }

  private static String someId(QueryEngine engine, QueryContext context) throws Exception {
    try (QueryResult result =
        engine.prepare(context, "SELECT MAX(id) FROM Flight").execute(List.of())) {
      result.reader().loadNextBatch();
      VarCharVector ids = (VarCharVector) result.reader().getVectorSchemaRoot().getVector(0);
      return Objects.requireNonNull(ids.getObject(0)).toString();
    }
  }

  private static Dataset open(Graph graph, TypeKey type) {
    String path = graph.snapshot(BranchName.MAIN).table(type).path();
    return Dataset.open().allocator(graph.allocator()).uri(graph.uri() + "/" + path).build();
  }

  private static long count(ArrowReader rows) throws Exception {
    long count = 0;
    while (rows.loadNextBatch()) {
      count += rows.getVectorSchemaRoot().getRowCount();
    }
    return count;
  }

  private static long one(long rows) {
    if (rows != 1) {
      throw new IllegalStateException(rows + " rows have the id");
    }
    return rows;
  }
}
