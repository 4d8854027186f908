package org.omnigraph.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.TypeKey;

/**
 * How long the insert of one row takes into a keyed table whose rows each came with a commit of
 * their own, what of that Lance takes for the table alone, and how long opening such a graph takes:
 * one graph for each length of history, all of them open, written in turn.
 */
final class InsertAfterHistory implements AutoCloseable {
  /** The system property that adds a history of ten thousand commits. */
  private static final String LONG = "long.history";

  private static final String SCHEMA = "node Person { name: String @key }\n";
  private static final TypeKey PERSON = TypeKey.node("Person");
  private static final int WARMUPS = 5;
  private static final int OPENS = 5;

  private final BufferAllocator allocator = new RootAllocator();
  private final List<History> histories = new ArrayList<>();

  /** A graph after a number of commits. */
  private static final class History {
    final int commits;
    final String uri;
    final Graph graph;
    final RawCommits raw;
    final double[] insert;
    final double[] lance;
    int inserted;

    History(int commits, Path work, BufferAllocator allocator, int runs) throws IOException {
      Path root = work.resolve("history-" + commits);
      this.commits = commits;
      this.uri = root.toString();
      this.insert = new double[runs];
      this.lance = new double[runs];
      this.graph = Graph.init(uri, SCHEMA, GraphConfig.defaults());
      while (inserted < commits) {
        insert();
      }
      Path table = RawCommits.only(root.resolve("nodes"));
      this.raw = RawCommits.beside(table, work.resolve("raw-" + commits), allocator);
    }

    /** Commits one new person; answers milliseconds. */
    double insert() {
      long start = System.nanoTime();
      NamedRows.insert(graph, PERSON, inserted++, 1);
      return (System.nanoTime() - start) / 1e6;
    }
  }

  private InsertAfterHistory() {}

  /**
   * One row for each length of history: the median times of an insert, of Lance's part and of the
   * rest, each with its ratio to the first, and of an open.
   */
  static List<List<String>> measure(Path work, int runs) throws IOException {
    List<Integer> lengths = new ArrayList<>(List.of(20, 200, 2_000));
    if (Boolean.getBoolean(LONG)) {
      lengths.add(10_000);
    }
    try (InsertAfterHistory measured = new InsertAfterHistory()) {
      for (int commits : lengths) {
        measured.histories.add(new History(commits, work, measured.allocator, runs));
      }
      return measured.rows(runs);
    }
  }

  private List<List<String>> rows(int runs) {
    for (int run = -WARMUPS; run < runs; run++) {
      for (History history : histories) {
        // The first of each only wakes what the other graphs have pushed aside.
        history.insert();
        double insert = history.insert();
        history.raw.commit();
        double lance = history.raw.commit();
        if (run >= 0) {
          history.insert[run] = insert;
          history.lance[run] = lance;
        }
      }
    }
    return histories.stream().map(this::row).toList();
  }

  private List<String> row(History history) {
    History first = histories.get(0);
    double[] rest = difference(history);
    return List.of(
        String.format("%,d", history.commits),
        Report.number(median(history.insert), 1),
        Report.number(ratio(history.insert, first.insert), 2),
        Report.number(median(history.lance), 1),
        Report.number(ratio(history.lance, first.lance), 2),
        Report.number(median(rest), 1),
        Report.number(ratio(rest, difference(first)), 2),
        Report.number(open(history.uri), 0));
  }

  private static double[] difference(History history) {
    double[] rest = new double[history.insert.length];
    Arrays.setAll(rest, run -> history.insert[run] - history.lance[run]);
    return rest;
  }

  private static double ratio(double[] times, double[] first) {
    double[] ratios = new double[times.length];
    Arrays.setAll(ratios, run -> times[run] / first[run]);
    return median(ratios);
  }

  /** The median time of opening a graph by a handle that knows nothing of it; milliseconds. */
  private static double open(String uri) {
    double[] millis = new double[OPENS];
    for (int i = 0; i < OPENS; i++) {
      long start = System.nanoTime();
      Graph.open(uri, GraphConfig.defaults()).close();
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    return median(millis);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  @Override
  public void close() {
    for (History history : histories) {
      history.raw.close();
      history.graph.close();
    }
    allocator.close();
  }
}
