package org.omnigraph.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.TypeKey;

/** Commits of one row by writers on threads of one process, on one branch. */
final class WritersSideBySide {
  private static final List<Integer> WRITERS = List.of(1, 4, 16);
  private static final int COMMITS = 96;

  private final AtomicLong next = new AtomicLong();

  private WritersSideBySide() {}

  /** One row for each number of writers: commits a second on tables of their own and on one. */
  static List<List<String>> measure(Path work, int runs) throws Exception {
    StringBuilder schema = new StringBuilder();
    for (int i = 0; i < 16; i++) {
      schema.append("node T").append(i).append(" { name: String @key }\n");
    }
    String uri = work.resolve("writers").toString();
    WritersSideBySide writers = new WritersSideBySide();
    List<List<String>> rows = new ArrayList<>();
    try (Graph graph = Graph.init(uri, schema.toString(), GraphConfig.defaults())) {
      writers.rate(graph, 4, true);
      for (int number : WRITERS) {
        double[] own = new double[runs];
        double[] one = new double[runs];
        for (int run = 0; run < runs; run++) {
          own[run] = writers.rate(graph, number, true);
          one[run] = writers.rate(graph, number, false);
        }
        Arrays.sort(own);
        Arrays.sort(one);
        rows.add(
            List.of(
                Integer.toString(number),
                Report.number(own[runs / 2], 0),
                Report.number(one[runs / 2], 0)));
      }
    }
    return rows;
  }

  /** Commits a second. */
  private double rate(Graph graph, int writers, boolean ownTables) throws Exception {
    List<Callable<Long>> work = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      TypeKey type = TypeKey.node("T" + (ownTables ? writer : 0));
      work.add(
          () -> {
            for (int i = 0; i < COMMITS / writers; i++) {
              NamedRows.insert(graph, type, next.getAndIncrement(), 1);
            }
            return 0L;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      long start = System.nanoTime();
      for (Future<Long> done : threads.invokeAll(work)) {
        done.get();
      }
      return COMMITS / ((System.nanoTime() - start) / 1e9);
    } finally {
      threads.shutdown();
    }
  }
}
