package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random patterns on random small graphs against an evaluator that tries every assignment.
 *
 * <p>{@code -Dpatterns.seed} takes the seed that a failure names.
 */
class RandomPatternTest {
  private static final int QUERIES = 15;

  @Test
  void rowsAreThoseOfEveryAssignment() throws IOException {
    run(8);
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
      GqFixture fixture = GqFixture.of(RandomGraph.SCHEMA, graph.lines()).open();
      try {
        for (int i = 0; i < QUERIES; i++) {
          check(fixture, graph, random, "-Dpatterns.seed=" + seed + ", query " + i);
        }
        fixture.requireNoMemory();
      } finally {
        fixture.close();
      }
    }
  }

  private static void check(GqFixture fixture, RandomGraph graph, Random random, String place) {
    Pattern pattern = new PatternGenerator(random).pattern();
    List<Map<String, Object>> matches = new ArrayList<>(new Naive(graph).matches(pattern));
    List<String> nodes = List.copyOf(pattern.types().keySet());
    List<String> edges = PatternGenerator.edges(pattern);
    String returned =
        nodes.stream().map(v -> "$" + v).collect(Collectors.joining(", "))
            + edges.stream().map(w -> ", $" + w + ".w").collect(Collectors.joining());
    String key = nodes.get(random.nextInt(nodes.size()));
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
                "query q() { match { " + pattern.text() + "} return { count($" + key + ") } }"))
        .as("%s: %s\n%s", place, text, graph)
        .containsExactly(Integer.toString(expected.size()));
  }

  private static Comparator<Map<String, Object>> order(
      Pattern pattern, String key, boolean descending) {
    Comparator<Map<String, Object>> byKey =
        Comparator.comparing(
            row -> (Integer) Naive.value(row.get(key), "x"),
            Comparator.nullsFirst(Comparator.naturalOrder()));
    Comparator<Map<String, Object>> order = descending ? byKey.reversed() : byKey;
    List<String> bound = new ArrayList<>(pattern.types().keySet());
    bound.addAll(PatternGenerator.edges(pattern));
    bound.sort(Comparator.comparing(v -> v + ".id"));
    for (String variable : bound) {
      order = order.thenComparing(row -> Naive.id(row.get(variable)));
    }
    return order;
  }

  private static String shown(Map<String, Object> row, List<String> nodes, List<String> edges) {
    List<String> cells = new ArrayList<>();
    nodes.forEach(v -> cells.add(Naive.id(row.get(v))));
    for (String edge : edges) {
      Object weight = Naive.value(row.get(edge), "w");
      cells.add(weight == null ? "∅" : weight.toString());
    }
    return String.join("|", cells);
  }
}
