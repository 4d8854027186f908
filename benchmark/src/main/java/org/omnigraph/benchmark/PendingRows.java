package org.omnigraph.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.query.PreparedUpdate;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;

/** A query over the rows that its transaction has written, against the same rows committed. */
final class PendingRows {
  private static final int ROWS = 8_000;
  private static final String SCHEMA =
      """
      node Person {
          name: String @key
          age: I64
          city: String
      }
      """;
  private static final String QUERY =
      "SELECT p.city, COUNT(*), AVG(p.age) FROM Person p JOIN Person q ON q.id = p.id"
          + " WHERE p.age > 20 GROUP BY p.city";

  private PendingRows() {}

  /**
   * What is read, the median over pending rows, that over committed ones, ratio: of rows that stay,
   * and of rows to which each side has added one before each read.
   */
  static List<List<String>> measure(Path work, int runs) throws Exception {
    try (Graph pending = graph(work.resolve("pending"));
        Graph committed = graph(work.resolve("committed"));
        QueryEngine engine = new QueryEngine(pending.allocator())) {
      commit(engine, committed, 0, ROWS);
      try (MutationStaging open = pending.beginBulk(BranchName.MAIN)) {
        insert(engine, pending, open, 0, ROWS);
        QueryContext inside = inside(pending, open);
        QueryContext outside = QueriesAgainstDuckDb.context("people", committed);
        Callable<Long> overPending = () -> QueriesAgainstDuckDb.ours(engine, inside, QUERY);
        Callable<Long> overCommitted = () -> QueriesAgainstDuckDb.ours(engine, outside, QUERY);
        int[] rows = {ROWS};
        Callable<Long> oneMore =
            () -> {
              insert(engine, pending, open, rows[0], 1);
              commit(engine, committed, rows[0], 1);
              return (long) ++rows[0];
            };
        return List.of(
            row("the same rows again", Paired.run(5, runs, overPending, overCommitted)),
            row(
                "one row more each time",
                Paired.run(5, runs, oneMore, overPending, overCommitted)));
      }
    }
  }

  private static List<String> row(String what, Paired times) {
    return List.of(
        what,
        Report.number(times.medianA() * 1000, 1),
        Report.number(times.medianB() * 1000, 1),
        Report.number(times.medianRatio(), 2));
  }

  private static Graph graph(Path place) {
    return Graph.init(place.toString(), SCHEMA, GraphConfig.defaults());
  }

  private static QueryContext inside(Graph graph, MutationStaging open) {
    return QueriesAgainstDuckDb.context("people", graph)
        .in(new QueryContext.Transaction(open.base(), Optional.of(open)));
  }

  private static void commit(QueryEngine engine, Graph graph, int first, int count) {
    try (MutationStaging rows = graph.beginBulk(BranchName.MAIN)) {
      insert(engine, graph, rows, first, count);
      graph.commit(rows, CommitOptions.ANONYMOUS);
    }
  }

  private static void insert(
      QueryEngine engine, Graph graph, MutationStaging open, int first, int count) {
    PreparedUpdate insert =
        engine.prepareUpdate(
            inside(graph, open), "INSERT INTO Person (name, age, city) VALUES (?, ?, ?)");
    List<List<Object>> rows = new ArrayList<>();
    IntStream.range(first, first + count)
        .forEach(i -> rows.add(List.of("p" + i, i % 90L, "city" + i % 50)));
    insert.execute(List.copyOf(rows), open);
  }
}
