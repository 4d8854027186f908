package org.omnigraph.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;

/** How long an open for writing takes when writes were interrupted before it. */
final class OpenWithIntents {
  private static final String SCHEMA = "node Person { name: String @key }\n";
  private static final List<Integer> INTENTS = List.of(0, 1, 100, 1000);

  /** The end of the process that writes. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  private OpenWithIntents() {}

  /** One row for each number of intents: the median time, and its ratio to a clean open. */
  static List<List<String>> measure(Path work, int runs) throws IOException {
    Path graph = work.resolve("interrupted");
    Graph.init(graph.toString(), SCHEMA, GraphConfig.defaults()).close();
    String intent = interrupt(graph, work);
    List<List<String>> rows = new ArrayList<>();
    double clean = 0;
    for (int intents : INTENTS) {
      double[] millis = new double[runs];
      for (int run = 0; run < runs; run++) {
        millis[run] = open(graph, intent, intents);
      }
      Arrays.sort(millis);
      double median = millis[runs / 2];
      clean = intents == 0 ? median : clean;
      rows.add(
          List.of(
              Integer.toString(intents),
              Report.number(median, 0),
              Report.number(median / clean, 1)));
    }
    return rows;
  }

  /** The intent of a write that ended before its first effect; it is gone again. */
  private static String interrupt(Path graph, Path work) throws IOException {
    Path rows = work.resolve("person.jsonl");
    Files.writeString(rows, "{\"type\":\"Person\",\"data\":{\"name\":\"ada\"}}\n");
    Failpoints crash =
        point -> {
          if (point == Failpoint.ARMED) {
            throw new Crash();
          }
        };
    try (Graph open = Graph.open(graph.toString(), GraphConfig.defaults(), crash)) {
      open.load(
          new LoadRequest(rows, LoadMode.APPEND, BranchName.MAIN, Optional.empty()),
          LoadProgress.NONE);
      throw new IllegalStateException("the write was not interrupted");
    } catch (Crash e) {
      try (Stream<Path> files = Files.list(graph.resolve("__recovery"))) {
        Path file = files.findFirst().orElseThrow();
        String body = Files.readString(file);
        Files.delete(file);
        return body.replace(String.valueOf(file.getFileName()).replace(".json", ""), "OPERATION");
      }
    }
  }

  private static double open(Path graph, String intent, int intents) throws IOException {
    for (int i = 0; i < intents; i++) {
      String operation = String.format(Locale.ROOT, "01J%023d", i);
      Files.write(
          graph.resolve("__recovery").resolve(operation + ".json"),
          intent.replace("OPERATION", operation).getBytes(StandardCharsets.UTF_8));
    }
    long start = System.nanoTime();
    Graph.open(graph.toString(), GraphConfig.defaults()).close();
    double millis = (System.nanoTime() - start) / 1e6;
    try (Stream<Path> left = Files.list(graph.resolve("__recovery"))) {
      if (left.findAny().isPresent()) {
        throw new IllegalStateException("an intent was not settled");
      }
    }
    return millis;
  }
}
