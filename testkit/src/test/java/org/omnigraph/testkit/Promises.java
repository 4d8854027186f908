package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.maintenance.RepairReport;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.testkit.GraphHarness.Write;

/** What {@link LoadedProcess processes} have said, held against the graph they wrote to. */
final class Promises {
  private static final Map<String, Object> AFTER = Map.of("name", "after", "batch", "after");

  private final Map<String, Set<String>> batches = new HashMap<>();
  private final Map<String, Long> counters = new HashMap<>();
  private final Set<String> same = new HashSet<>();
  private final Set<String> twice = new HashSet<>();
  private final Set<String> made = new HashSet<>();
  private final Set<String> deleting = new HashSet<>();
  private final Set<String> gone = new HashSet<>();
  private long generation = -1;
  private long lines;

  synchronized void hear(String line) {
    lines++;
    String[] words = line.split(" ");
    switch (words[0]) {
      case "batch" -> batches.computeIfAbsent(words[1], b -> new HashSet<>()).add(words[2]);
      case "counter" -> counters.put(words[1], Long.parseLong(words[2]));
      case "generation" -> generation = Long.parseLong(words[1]);
      case "made" -> made.add(words[1]);
      case "deleting" -> deleting.add(words[1]);
      case "gone" -> gone.add(words[1]);
      case "same" -> {
        if (!same.add(words[1])) {
          twice.add(words[1]);
        }
      }
      default -> throw new IllegalArgumentException(line);
    }
  }

  /** How much was said. */
  synchronized long lines() {
    return lines;
  }

  /** Opens the graph, which settles what was interrupted, and compares. */
  synchronized void check(String root) {
    try (Graph graph = Graph.open(root, GraphConfig.defaults())) {
      // A text that was being written when its process died is no intent; its name has a '#'.
      // Nor is there a directory for them when it died before its first one.
      Path intents = Path.of(root, "__recovery");
      if (Files.exists(intents)) {
        assertThat(intents).isDirectoryNotContaining("regex:.*\\.json");
      }
      assertThat(graph.previewRepair().tables())
          .extracting(RepairReport.TableRepair::classification)
          .containsOnly(RepairReport.Classification.NO_DRIFT);
      assertThat(twice).as("inserted twice").isEmpty();
      checkBranches(graph);
      for (BranchName branch : graph.branches()) {
        checkRows(graph, branch);
      }
      GraphHarness.write(graph, new Write(LoadedProcess.LEFT, WriteMode.UPSERT, List.of(AFTER)));
    }
  }

  private void checkBranches(Graph graph) {
    List<String> there = graph.branches().stream().map(BranchName::value).toList();
    Set<String> expected = new HashSet<>(made);
    expected.removeAll(deleting);
    assertThat(there).contains("main").containsAll(expected);
    assertThat(there).as("deleted").noneMatch(gone::contains);
  }

  private void checkRows(Graph graph, BranchName branch) {
    Snapshot snapshot = graph.snapshot(branch);
    var left = rows(graph, snapshot, LoadedProcess.LEFT);
    var right = rows(graph, snapshot, LoadedProcess.RIGHT);
    var pairs = rows(graph, snapshot, LoadedProcess.PAIR);
    Map<String, Long> whole = count(left);
    whole.keySet().removeAll(Set.of("counter", "same", "after"));
    assertThat(whole.values()).as("half a batch on %s", branch).allMatch(this::isWhole);
    Map<String, Long> others = count(right);
    others.keySet().remove("counter");
    assertThat(others).as("left and right on %s", branch).isEqualTo(whole);
    assertThat(count(pairs)).as("nodes and edges on %s", branch).isEqualTo(whole);
    assertThat(whole.keySet())
        .as("acknowledged on %s", branch)
        .containsAll(batches.getOrDefault(branch.value(), Set.of()));
    if (branch.isMain()) {
      checkMain(left, right);
    }
    checkCounters(left, right);
    checkGeneration(graph, snapshot);
  }

  private boolean isWhole(long rows) {
    return rows == LoadedProcess.BATCH_ROWS;
  }

  private static Map<String, Long> count(SortedMap<String, Map<String, @Nullable Object>> rows) {
    Map<String, Long> count = new HashMap<>();
    rows.values().forEach(row -> count.merge(String.valueOf(row.get("batch")), 1L, Long::sum));
    return count;
  }

  private void checkMain(
      SortedMap<String, Map<String, @Nullable Object>> left,
      SortedMap<String, Map<String, @Nullable Object>> right) {
    counters.forEach(
        (name, value) ->
            assertThat((Long) left.get(name).get("value"))
                .as(name)
                .isGreaterThanOrEqualTo(value)
                .isEqualTo(right.get(name).get("value")));
    for (String number : same) {
      assertThat(left).containsKey("same-" + number);
    }
  }

  private static void checkCounters(
      SortedMap<String, Map<String, @Nullable Object>> left,
      SortedMap<String, Map<String, @Nullable Object>> right) {
    left.forEach(
        (name, row) -> {
          if ("counter".equals(row.get("batch"))) {
            assertThat(right.get(name)).as(name).isEqualTo(row);
          }
        });
  }

  private void checkGeneration(Graph graph, Snapshot snapshot) {
    Set<Object> shown = new HashSet<>();
    rows(graph, snapshot, LoadedProcess.BOARD)
        .values()
        .forEach(row -> shown.add(String.valueOf(row.get("generation"))));
    Set<Object> signs = new HashSet<>();
    rows(graph, snapshot, LoadedProcess.SIGN)
        .values()
        .forEach(row -> signs.add(String.valueOf(row.get("generation"))));
    assertThat(shown).as("generations").isEqualTo(signs).hasSizeLessThanOrEqualTo(1);
    if (snapshot.branch().isMain() && generation >= 0) {
      long now = Long.parseLong(String.valueOf(shown.iterator().next()));
      assertThat(now).isGreaterThanOrEqualTo(generation);
    }
  }

  /** All rows, and no id twice. */
  private static SortedMap<String, Map<String, @Nullable Object>> rows(
      Graph graph, Snapshot snapshot, TypeKey type) {
    SortedMap<String, Map<String, @Nullable Object>> rows = RowReader.rows(graph, snapshot, type);
    assertThat((long) rows.size()).isEqualTo(snapshot.table(type).rowCount());
    return rows;
  }
}
