package org.omnigraph.benchmark;

import java.util.ArrayList;
import java.util.List;
import org.omnigraph.engine.Graph;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;

/** What planning alone takes, of statements that were planned before and of those that were not. */
final class PlanningTime {
  private PlanningTime() {}

  /** Medians over the queries of TPC-H: planned anew, and known. */
  static List<String> measure(Graph graph, int runs) throws Exception {
    QueryContext context = QueriesAgainstDuckDb.context("tpch", graph);
    List<Double> anew = new ArrayList<>();
    List<Double> known = new ArrayList<>();
    try (QueryEngine engine = new QueryEngine(graph.allocator())) {
      for (int number = 1; number <= Tpch.QUERIES; number++) {
        String sql = Tpch.query(number);
        int[] texts = {0};
        Paired times =
            Paired.run(
                3,
                runs,
                () -> prepare(engine, context, sql + " ".repeat(++texts[0])),
                () -> prepare(engine, context, sql + " ".repeat(texts[0])));
        anew.add(times.medianA());
        known.add(times.medianB());
      }
    }
    return List.of(
        Report.number(Paired.median(anew) * 1000, 2),
        Report.number(Paired.median(known) * 1000, 2));
  }

  private static long prepare(QueryEngine engine, QueryContext context, String sql) {
    engine.prepare(context, sql).close();
    return 1;
  }
}
