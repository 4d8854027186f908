package org.omnigraph.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The order of joins is the best of all where they are few, and found in bounded steps always. */
class JoinSearchTest {
  /**
   * Inputs that pairs of conditions join.
   *
   * @param rows of each input
   * @param edges pairs of inputs, with the share of pairs of rows that their condition keeps
   */
  private record Graph(List<Double> rows, List<Edge> edges) implements JoinSearch.Sizes {
    record Edge(long left, long right, double share) {}

    Graph with(int left, int right, double share) {
      edges.add(new Edge(1L << left, 1L << right, share));
      return this;
    }

    static Graph of(int count, double rows) {
      Graph graph = new Graph(new ArrayList<>(), new ArrayList<>());
      for (int i = 0; i < count; i++) {
        graph.rows.add(rows);
      }
      return graph;
    }

    @Override
    public double rows(int input) {
      return rows.get(input);
    }

    @Override
    public boolean areConnected(long left, long right) {
      return edges.stream()
          .anyMatch(
              e ->
                  ((e.left & left) != 0 && (e.right & right) != 0)
                      || ((e.left & right) != 0 && (e.right & left) != 0));
    }

    @Override
    public double share(long inputs) {
      return edges.stream()
          .filter(e -> ((e.left | e.right) & ~inputs) == 0)
          .mapToDouble(Edge::share)
          .reduce(1, (a, b) -> a * b);
    }
  }

  @Test
  void theSelectiveInputComesFirst() {
    Graph chain = Graph.of(3, 1000).with(0, 1, 1e-3).with(1, 2, 1e-3);
    chain.rows.set(2, 1.0);
    JoinSearch.Tree best = JoinSearch.best(3, chain);
    assertThat(List.of(best.left().inputs(), best.right().inputs())).contains(0b110L);
  }

  @Test
  void fewInputsGetTheBestOrderOfAll() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      int count = 2 + random.nextInt(5);
      Graph graph = Graph.of(count, 1);
      for (int i = 0; i < count; i++) {
        graph.rows.set(i, 1 + random.nextInt(10_000) * 1.0);
        if (i > 0) {
          graph.with(random.nextInt(i), i, 1.0 / (1 + random.nextInt(1000)));
        }
      }
      assertThat(JoinSearch.best(count, graph).cost())
          .as("seed %d, round %d", seed, round)
          .isEqualTo(cheapest((1L << count) - 1, graph), offset(1e-3));
    }
  }

  /** By trying every tree. */
  private static double cheapest(long set, Graph graph) {
    if (Long.bitCount(set) == 1) {
      return 0;
    }
    double best = Double.POSITIVE_INFINITY;
    for (long left = (set - 1) & set; left > 0; left = (left - 1) & set) {
      long right = set ^ left;
      if (graph.areConnected(left, right)) {
        best = Math.min(best, cheapest(left, graph) + cheapest(right, graph));
      }
    }
    double rows = graph.share(set);
    for (int i = 0; i < graph.rows.size(); i++) {
      rows *= (set & (1L << i)) != 0 ? graph.rows(i) : 1;
    }
    return best + Math.max(1, rows);
  }

  @Test
  void whatNothingConnectsIsMultipliedLast() {
    Graph two = Graph.of(4, 100).with(0, 1, 0.01).with(2, 3, 0.01);
    JoinSearch.Tree best = JoinSearch.best(4, two);
    assertThat(List.of(best.left().inputs(), best.right().inputs()))
        .containsExactlyInAnyOrder(0b0011L, 0b1100L);
  }

  @Test
  void aJoinOfTwentyTablesIsPlannedInBoundedSteps() {
    Graph clique = Graph.of(20, 1000);
    Graph star = Graph.of(20, 1000);
    Graph chain = Graph.of(20, 1000);
    for (int i = 1; i < 20; i++) {
      star.with(0, i, 1e-3);
      chain.with(i - 1, i, 1e-3);
      for (int j = 0; j < i; j++) {
        clique.with(j, i, 0.5);
      }
    }
    for (Graph graph : List.of(clique, star, chain, Graph.of(20, 2))) {
      assertThat(JoinSearch.steps(20, graph)).isLessThan(JoinSearch.MOST_PAIRS);
      assertThat(Long.bitCount(JoinSearch.best(20, graph).inputs())).isEqualTo(20);
    }
    assertThat(JoinSearch.steps(9, Graph.of(9, 2))).isLessThan(JoinSearch.MOST_PAIRS);
  }
}
