package org.omnigraph.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.query.PreparedQuery;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;

/**
 * What differs between two snapshots of a table of a million rows, and a join of the two, in turn.
 */
final class ChangesAgainstScans {
  private static final int ROWS = 1_000_000;
  private static final int WARMUPS = 3;

  private ChangesAgainstScans() {}

  /** For several numbers of updated rows: that number, both times and their ratio. */
  static List<List<String>> measure(Path work, int runs) throws Exception {
    List<List<String>> rows = new ArrayList<>();
    String uri = work.resolve("changes").toString();
    String schema = "node Row { name: String @key  n: I64? }\n";
    try (Graph graph = Graph.init(uri, schema, GraphConfig.defaults());
        QueryEngine engine = new QueryEngine(graph.allocator())) {
      NamedRows.insert(graph, TypeKey.node("Row"), 0, ROWS);
      QueryContext context =
          new QueryContext(Map.of("g", graph), "g", BranchName.MAIN, Optional.empty());
      rows.add(one(engine, context, "name = 'row 777777'", 1, runs));
      rows.add(one(engine, context, "name LIKE 'row 777%'", 1_111, runs));
      rows.add(one(engine, context, "name LIKE 'row 7%'", 111_111, runs));
    }
    return rows;
  }

  private static List<String> one(
      QueryEngine engine, QueryContext context, String which, long updated, int runs)
      throws Exception {
    CommitId before = context.current().snapshot(BranchName.MAIN).commit().orElseThrow();
    engine
        .prepareUpdate(context, "UPDATE Row SET n = COALESCE(n, 0) + 1 WHERE " + which)
        .commit(List.of(List.of()), Optional.empty());
    String changes = "SELECT change, id, n FROM table_changes('Row', '" + before + "', 'main')";
    String scans =
        "SELECT a.id, a.n FROM Row AS a FULL JOIN Row FOR SYSTEM_TIME AS OF '"
            + before
            + "' AS b ON a.id = b.id WHERE a.id IS NULL OR b.id IS NULL OR a.n IS DISTINCT FROM b.n"
            + " OR a.name IS DISTINCT FROM b.name";
    Paired pairs =
        Paired.run(
            WARMUPS,
            runs,
            () -> counted(engine, context, changes, updated),
            () -> counted(engine, context, scans, updated));
    return List.of(
        String.format("%,d", updated),
        Report.number(pairs.medianA() * 1e3, 0),
        Report.number(pairs.medianB() * 1e3, 0),
        Report.number(pairs.medianRatio(), 3));
  }

  private static long counted(QueryEngine engine, QueryContext context, String sql, long expected)
      throws Exception {
    long rows = 0;
    try (PreparedQuery query = engine.prepare(context, sql);
        QueryResult result = query.execute(List.of())) {
      while (result.reader().loadNextBatch()) {
        rows += result.reader().getVectorSchemaRoot().getRowCount();
      }
    }
    return rows == expected ? rows : -1;
  }
}
