package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.query.expand.TraversalLimits;

/**
 * Random patterns on random small graphs against an evaluator that tries every assignment.
 *
 * <p>{@code -Dpatterns.seed} takes the seed that a failure names.
 */
class RandomPatternTest {
  private static final int QUERIES = 6;
  private static final TraversalLimits LOOKING_UP = new TraversalLimits(0, 0, Integer.MAX_VALUE);
  private static final TraversalLimits KEEPING = new TraversalLimits(1 << 24, 50_000, 0);

  @Test
  void rowsAreThoseOfEveryAssignment() throws IOException {
    run(6);
  }

  @Test
  @Tag("fuzz")
  void rowsAreThoseOfEveryAssignmentForLong() throws IOException {
    run(Integer.getInteger("patterns.graphs", 500));
  }

  private static void run(int graphs) throws IOException {
    long first = Long.getLong("patterns.seed", System.nanoTime());
    for (long seed = first; seed < first + graphs; seed++) {
      Random random = new Random(seed);
      RandomGraph graph = RandomGraph.of(random);
      RandomGraph committed = random.nextBoolean() ? graph : graph.without(random);
      GqFixture fixture =
          GqFixture.of(RandomGraph.SCHEMA, committed.lines())
              .traversing(random.nextBoolean() ? LOOKING_UP : KEEPING)
              .open();
      try (MutationStaging staging = fixture.graph().beginBulk(BranchName.MAIN)) {
        if (!committed.equals(graph)) {
          fixture.enter(staging);
          write(fixture, staging, graph, committed);
        }
        for (int i = 0; i < QUERIES; i++) {
          check(fixture, graph, random, "-Dpatterns.seed=" + seed + ", query " + i);
        }
        fixture.requireNoMemory();
      } finally {
        fixture.close();
      }
    }
  }

  /** Writes what is not committed, in the transaction that the fixture reads in. */
  private static void write(
      GqFixture fixture, MutationStaging staging, RandomGraph graph, RandomGraph committed) {
    for (RandomGraph.Node node : graph.nodes()) {
      if (!committed.nodes().contains(node)) {
        fixture.write(
            staging,
            "INSERT INTO " + node.type() + " (name, x, s, l) VALUES (?, ?, ?, ?)",
            Arrays.asList(node.name(), node.x(), node.s(), node.l()));
      }
    }
    for (RandomGraph.Edge edge : graph.edges()) {
      if (!committed.edges().contains(edge)) {
        fixture.write(
            staging,
            "INSERT INTO " + edge.type() + " (id, src, dst, w) VALUES (?, ?, ?, ?)",
            Arrays.asList(edge.id(), edge.from().name(), edge.to().name(), edge.w()));
      }
    }
  }

  private static void check(GqFixture fixture, RandomGraph graph, Random random, String place) {
    Pattern pattern = new PatternGenerator(random).pattern();
    List<Map<String, Object>> matches = new ArrayList<>(new Naive(graph).matches(pattern));
    List<String> nodes = List.copyOf(pattern.allTypes().keySet());
    List<String> edges = pattern.allEdges();
    String returned =
        nodes.stream().map(v -> "$" + v).collect(Collectors.joining(", "))
            + edges.stream().map(w -> ", $" + w + ".w").collect(Collectors.joining());
    String key = nodes.get(random.nextInt(pattern.types().size()));
    String counted = nodes.get(nodes.size() - 1);
    boolean descending = random.nextBoolean();
    int limit = random.nextInt(6);
    String text =
        "query q() { match { "
            + pattern.text()
            + "} return { "
            + returned
            + " } order { $"
            + key
            + ".x"
            + (descending ? " desc" : "")
            + " }";
    matches.sort(order(pattern, key, descending));
    List<String> expected =
        matches.stream().map(row -> shown(row, nodes, edges)).collect(Collectors.toList());

    assertThat(fixture.rows(text + " }")).as("%s: %s\n%s", place, text, graph).isEqualTo(expected);
    assertThat(fixture.rows(text + " limit " + limit + " }"))
        .as("%s: %s limit %d\n%s", place, text, limit, graph)
        .isEqualTo(expected.subList(0, Math.min(limit, expected.size())));
    assertThat(
            fixture.rows(
                "query q() { match { "
                    + pattern.text()
                    + "} return { count($"
                    + key
                    + ") as all, count($"
                    + counted
                    + ") as found } }"))
        .as("%s: %s\n%s", place, text, graph)
        .containsExactly(
            expected.size() + "|" + matches.stream().filter(m -> m.get(counted) != null).count());
    assertThat(
            fixture.rows(
                "query q() { match { "
                    + pattern.text()
                    + "} return { $"
                    + key
                    + ".x as g, count($"
                    + key
                    + ") as n, count($"
                    + key
                    + ".s) as texts, sum($"
                    + key
                    + ".x) as sum, avg($"
                    + key
                    + ".x) as avg, min($"
                    + key
                    + ".s) as least, max($"
                    + key
                    + ".s) as most } order { n"
                    + (descending ? " desc" : "")
                    + ", g } }"))
        .as("%s: %s\n%s", place, text, graph)
        .isEqualTo(groups(matches, key, descending));
  }

  /** What the groups by {@code x} of one node are, counted by hand. */
  private static List<String> groups(
      List<Map<String, Object>> matches, String key, boolean descending) {
    Map<Integer, List<RandomGraph.Node>> groups = new HashMap<>();
    for (Map<String, Object> row : matches) {
      RandomGraph.Node node = (RandomGraph.Node) row.get(key);
      groups.computeIfAbsent(node.x(), x -> new ArrayList<>()).add(node);
    }
    Comparator<Integer> bySize = Comparator.comparing(x -> groups.get(x).size());
    List<Integer> order = new ArrayList<>(groups.keySet());
    order.sort(
        (descending ? bySize.reversed() : bySize)
            .thenComparing(Comparator.nullsFirst(Comparator.naturalOrder())));
    return order.stream().map(x -> group(x, groups.get(x))).toList();
  }

  private static String group(Integer x, List<RandomGraph.Node> nodes) {
    List<String> texts =
        nodes.stream()
            .map(RandomGraph.Node::s)
            .filter(Objects::nonNull)
            .sorted(Naive::compare)
            .toList();
    return Stream.of(
            x,
            nodes.size(),
            texts.size(),
            x == null ? null : (double) x * nodes.size(),
            x == null ? null : (double) x,
            texts.isEmpty() ? null : texts.get(0),
            texts.isEmpty() ? null : texts.get(texts.size() - 1))
        .map(cell -> cell == null ? "∅" : cell.toString())
        .collect(Collectors.joining("|"));
  }

  private static Comparator<Map<String, Object>> order(
      Pattern pattern, String key, boolean descending) {
    Comparator<Map<String, Object>> byKey =
        Comparator.comparing(
            row -> (Integer) Naive.value(row.get(key), "x"),
            Comparator.nullsFirst(Comparator.naturalOrder()));
    Comparator<Map<String, Object>> order = descending ? byKey.reversed() : byKey;
    List<String> bound = new ArrayList<>(pattern.allTypes().keySet());
    bound.addAll(pattern.allEdges());
    bound.sort(Comparator.comparing(v -> v + ".id"));
    for (String variable : bound) {
      order =
          order.thenComparing(
              row -> Naive.id(row.get(variable)), Comparator.nullsFirst(Comparator.naturalOrder()));
    }
    return order;
  }

  private static String shown(Map<String, Object> row, List<String> nodes, List<String> edges) {
    List<String> cells = new ArrayList<>();
    nodes.forEach(v -> cells.add(row.get(v) == null ? "∅" : Naive.id(row.get(v))));
    for (String edge : edges) {
      Object weight = Naive.value(row.get(edge), "w");
      cells.add(weight == null ? "∅" : weight.toString());
    }
    return String.join("|", cells);
  }
}
