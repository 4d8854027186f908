package org.omnigraph.benchmark;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.write.CommitOptions;

/**
 * How long the insert of one row takes into a keyed table whose rows each came with a commit of
 * their own: one graph for each length of history, all of them open, written in turn.
 */
final class InsertAfterHistory {
  /** The system property that adds a history of ten thousand commits. */
  private static final String LONG = "long.history";

  private static final String SCHEMA = "node Person { name: String @key }\n";
  private static final TypeKey PERSON = TypeKey.node("Person");
  private static final Schema INPUT =
      new Schema(List.of(Field.nullable("name", ArrowType.Utf8.INSTANCE)));

  private InsertAfterHistory() {}

  /** One row for each length of history: the median time, and its ratio to the first. */
  static List<List<String>> measure(Path work, int runs) {
    List<Integer> histories = new ArrayList<>(List.of(20, 200, 2_000));
    if (Boolean.getBoolean(LONG)) {
      histories.add(10_000);
    }
    List<Graph> graphs = new ArrayList<>();
    try {
      for (int commits : histories) {
        String uri = work.resolve("history-" + commits).toString();
        Graph graph = Graph.init(uri, SCHEMA, GraphConfig.defaults());
        graphs.add(graph);
        for (int i = 0; i < commits; i++) {
          insert(graph, i);
        }
      }
      double[][] millis = new double[graphs.size()][runs];
      for (int run = -2; run < runs; run++) {
        for (int i = 0; i < graphs.size(); i++) {
          double took = insert(graphs.get(i), histories.get(i) + 2 + run);
          if (run >= 0) {
            millis[i][run] = took;
          }
        }
      }
      return rows(histories, millis);
    } finally {
      graphs.forEach(Graph::close);
    }
  }

  private static List<List<String>> rows(List<Integer> histories, double[][] millis) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < millis.length; i++) {
      double[] ratios = new double[millis[i].length];
      for (int run = 0; run < ratios.length; run++) {
        ratios[run] = millis[i][run] / millis[0][run];
      }
      rows.add(
          List.of(
              Report.number(histories.get(i), 0),
              Report.number(median(millis[i]), 1),
              Report.number(median(ratios), 2)));
    }
    return rows;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Commits one new person; answers milliseconds. */
  private static double insert(Graph graph, int number) {
    long start = System.nanoTime();
    try (MutationStaging staging = graph.begin(BranchName.MAIN, Budget.KEYED);
        VectorSchemaRoot batch = VectorSchemaRoot.create(INPUT, graph.allocator())) {
      VarCharVector name = (VarCharVector) batch.getVector(0);
      name.setSafe(0, ("person-" + number).getBytes(StandardCharsets.UTF_8));
      batch.setRowCount(1);
      RowSink sink = staging.rows(PERSON, WriteMode.INSERT);
      sink.open(INPUT);
      sink.add(batch, new DictionaryProvider.MapDictionaryProvider(), RowPlaces.numbered("", 0));
      graph.commit(staging, CommitOptions.ANONYMOUS);
    }
    return (System.nanoTime() - start) / 1e6;
  }
}
