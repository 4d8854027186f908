package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.query.PreparedGq;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryResult;
import org.omnigraph.query.expand.TraversalLimits;

/** Edges that are looked up for the first statements and stay in memory for the later ones. */
class KeptEdgesTest {
  private static final int NODES = 60;
  private static final int LOOK_UPS = 2;
  private static final long PLENTY = 1 << 24;
  private static final String REACHED =
      "match { $a: N { name: \"5\" } $a next{2,3} $b } return { $b } order { $b.name }";

  private GqFixture graph;

  @BeforeEach
  void open() throws IOException {
    graph = ring(new TraversalLimits(PLENTY, 0, LOOK_UPS));
  }

  @AfterEach
  void close() throws IOException {
    graph.requireNoMemory();
    graph.close();
  }

  /** Each node has an edge to the next one. */
  private static GqFixture ring(TraversalLimits limits) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < NODES; i++) {
      lines.append("{\"type\":\"N\",\"data\":{\"name\":\"").append(i).append("\"}}\n");
      lines.append("{\"edge\":\"Next\",\"from\":\"").append(i).append("\",\"to\":\"");
      lines.append((i + 1) % NODES).append("\"}\n");
    }
    return GqFixture.of("node N { name: String @key }\nedge Next: N -> N\n", lines.toString())
        .traversing(limits)
        .open();
  }

  private void mutate(BranchName branch, String statements) {
    QueryContext on = new QueryContext(Map.of("g", graph.graph()), "g", branch, Optional.empty());
    graph
        .engine()
        .mutateGq(
            on,
            "query m() { " + statements + " }",
            Optional.empty(),
            Map.of(),
            CommitOptions.ANONYMOUS);
  }

  private List<String> read(QueryContext context, String body) {
    try (PreparedGq query =
        graph.engine().prepareGq(context, "query q() { " + body + " }", Optional.empty())) {
      return GqFixture.rows(query, Map.of());
    }
  }

  @Test
  void theFirstStatementsLookUpAndTheNextOneKeepsTheEdges() {
    for (int i = 0; i < LOOK_UPS; i++) {
      assertThat(graph.read(REACHED)).containsExactly("7", "8");
      assertThat(graph.engine().keptBytes()).isZero();
    }
    assertThat(graph.read(REACHED)).containsExactly("7", "8");
    long kept = graph.engine().keptBytes();
    assertThat(kept).isPositive();
    assertThat(graph.read(REACHED)).containsExactly("7", "8");
    assertThat(graph.engine().keptBytes()).isEqualTo(kept);

    graph.engine().forgetEdges();
    assertThat(graph.engine().keptBytes()).isZero();
  }

  @Test
  void eachDirectionIsKeptByItself() {
    String back = "match { $a: N { name: \"5\" } $b next{2,3} $a } return { $b } order { $b.name }";
    String both =
        "match { $a: N { name: \"5\" } $a <next>{2,2} $b } return { $b } order { $b.name }";
    for (int i = 0; i <= 2 * LOOK_UPS; i++) {
      assertThat(graph.read(REACHED)).containsExactly("7", "8");
      assertThat(graph.read(back)).containsExactly("2", "3");
      assertThat(graph.read(both)).containsExactly("3", "7");
    }
    assertThat(graph.engine().keptBytes()).isPositive();
  }

  @Test
  void anotherVersionOrBranchHasItsOwnEdges() {
    BranchName side = BranchName.of("side");
    graph.graph().createBranch(side, BranchName.MAIN);
    QueryContext onSide = new QueryContext(Map.of("g", graph.graph()), "g", side, Optional.empty());
    for (int i = 0; i <= 2 * LOOK_UPS; i++) {
      assertThat(graph.read(REACHED)).containsExactly("7", "8");
      assertThat(read(onSide, REACHED)).containsExactly("7", "8");
    }
    mutate(side, "insert Next { from: \"5\", to: \"30\" }");
    mutate(BranchName.MAIN, "delete Next where from = \"6\"");
    for (int i = 0; i <= LOOK_UPS; i++) {
      assertThat(graph.read(REACHED)).isEmpty();
      assertThat(read(onSide, REACHED)).containsExactly("31", "32", "7", "8");
    }
    graph.graph().deleteBranch(side);
    graph.graph().createBranch(side, BranchName.MAIN);
    mutate(side, "insert Next { from: \"5\", to: \"50\" }");
    for (int i = 0; i <= LOOK_UPS; i++) {
      assertThat(read(onSide, REACHED)).containsExactly("51", "52");
    }
  }

  @Test
  void pendingEdgesAreFoundAndNeverKept() {
    for (int i = 0; i <= LOOK_UPS; i++) {
      assertThat(graph.read(REACHED)).containsExactly("7", "8");
    }
    long kept = graph.engine().keptBytes();
    try (MutationStaging staging = graph.graph().beginBulk(BranchName.MAIN)) {
      QueryContext inside =
          graph.context().in(new QueryContext.Transaction(staging.base(), Optional.of(staging)));
      graph
          .engine()
          .prepareUpdate(inside, "query m() { insert Next { from: \"7\", to: \"40\" } }")
          .execute(List.of(List.of()), staging);
      assertThat(read(inside, REACHED)).containsExactly("40", "7", "8");
      assertThat(read(inside, "match { $a: N $a next{59,59} $b } return { count($a) as n }"))
          .containsExactly("33");
    }
    assertThat(graph.read(REACHED)).containsExactly("7", "8");
    assertThat(graph.engine().keptBytes()).isEqualTo(kept);
  }

  @Test
  void whatFindsNoPlaceIsReadEachTime() throws IOException {
    GqFixture tight = ring(new TraversalLimits(1_000, 0, 0));
    try {
      for (int i = 0; i < 3; i++) {
        assertThat(tight.read(REACHED)).containsExactly("7", "8");
      }
      assertThat(tight.engine().keptBytes()).isZero();
      tight.requireNoMemory();
    } finally {
      tight.close();
    }
  }

  @Test
  void edgesThatAreSearchedStayUntilTheirStatementEnds() throws IOException {
    String all = "query q() { match { $a: N $a next{1,40} $b } return { $a, $b } }";
    for (int i = 0; i <= LOOK_UPS; i++) {
      assertThat(graph.rows(all)).hasSize(NODES * 40);
    }
    try (PreparedGq query = graph.prepare(all);
        QueryResult result = query.execute(Map.of())) {
      assertThat(result.reader().loadNextBatch()).isTrue();
      graph.engine().forgetEdges();
      long rows = result.reader().getVectorSchemaRoot().getRowCount();
      while (result.reader().loadNextBatch()) {
        rows += result.reader().getVectorSchemaRoot().getRowCount();
      }
      assertThat(rows).isEqualTo(NODES * 40L);
    }
    assertThat(graph.engine().keptBytes()).isZero();
  }

  @Test
  void manyThreadsShareTheEdges() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<List<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        int start = i;
        answers.add(
            threads.submit(
                () -> {
                  if (start % 10 == 9) {
                    graph.engine().forgetEdges();
                  }
                  return graph.read(
                      "match { $a: N { name: \"" + start + "\" } $a next{3,3} $b } return { $b }");
                }));
      }
      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).get()).containsExactly(Integer.toString((i + 3) % NODES));
      }
    } finally {
      threads.shutdown();
    }
  }
}
