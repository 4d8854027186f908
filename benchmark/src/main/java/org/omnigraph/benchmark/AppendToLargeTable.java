package org.omnigraph.benchmark;

import java.nio.file.Path;
import java.util.List;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.TypeKey;

/** A strict insert of 8,192 rows into a table of a million rows and into an empty one, in turn. */
final class AppendToLargeTable {
  private static final TypeKey ROW = TypeKey.node("Row");
  private static final int ROWS = 8_192;
  private static final int LARGE = 1_000_000;
  private static final int WARMUPS = 3;

  private AppendToLargeTable() {}

  /** Size of the large table, both times and their ratio. */
  static List<String> measure(Path work, int runs) throws Exception {
    // A type of its own for each run, so that each one's table is empty.
    StringBuilder schema = new StringBuilder("node Row { name: String @key }\n");
    for (int i = 0; i < WARMUPS + runs; i++) {
      schema.append("node Empty").append(i).append(" { name: String @key }\n");
    }
    String uri = work.resolve("append").toString();
    try (Graph graph = Graph.init(uri, schema.toString(), GraphConfig.defaults())) {
      NamedRows.insert(graph, ROW, 0, LARGE);
      int[] run = {0, 0};
      Paired pairs =
          Paired.run(
              WARMUPS,
              runs,
              () -> NamedRows.insert(graph, ROW, LARGE + (long) ROWS * run[0]++, ROWS),
              () -> NamedRows.insert(graph, TypeKey.node("Empty" + run[1]++), 0, ROWS));
      return List.of(
          String.format("%,d", LARGE),
          Report.number(pairs.medianB() * 1e3, 0),
          Report.number(pairs.medianA() * 1e3, 0),
          Report.number(pairs.medianRatio(), 2));
    }
  }
}
