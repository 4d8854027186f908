package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.query.PreparedGq;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;

/** A ring of nodes, each with an edge to the next and to the one after that. */
class LargeHopsTest {
  private static final int NODES = 3_000;

  @RegisterExtension
  static final GqFixture GRAPH =
      GqFixture.of("node N { name: String @key }\nedge Next: N -> N\n", ring());

  private static String ring() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < NODES; i++) {
      lines.append("{\"type\":\"N\",\"data\":{\"name\":\"").append(i).append("\"}}\n");
    }
    for (int i = 0; i < NODES; i++) {
      for (int step = 1; step <= 2; step++) {
        lines.append("{\"edge\":\"Next\",\"from\":\"").append(i).append("\",\"to\":\"");
        lines.append((i + step) % NODES).append("\"}\n");
      }
    }
    return lines.toString();
  }

  @Test
  void manyPairsComeInManyBatches() {
    assertThat(GRAPH.read("match { $a: N $a next{1,10} $b } return { count($b) as n }"))
        .containsExactly(Integer.toString(NODES * 20));
    assertThat(
            GRAPH.read(
                "match { $a: N { name: \"7\" } $a next{100,100} $b } return { count($b) as n }"))
        .containsExactly("2");
    assertThat(
            GRAPH.read(
                "match { $a: N $a next{100,100} $b $b.name = \"7\" } return { $a } order { $a.name }"))
        .containsExactly("2807", "2808");
    assertThat(
            GRAPH.read(
                "match { $a: N { name: \"7\" } $a next{2,2} $b $b next{2,2} $c } return { count($c) as n"
                    + " }"))
        .containsExactly("4");
  }

  @Test
  void aCancelledWalkEndsAndLeavesNothing() throws IOException {
    String walk = "query q() { match { $a: N $a next{1,500} $b } return { $a, $b } }";
    try (PreparedGq query = GRAPH.prepare(walk)) {
      try (QueryResult result = query.execute(Map.of())) {
        result.cancel();
        assertThatThrownBy(() -> result.reader().loadNextBatch()).isInstanceOf(Cancelled.class);
      }
      try (QueryResult result = query.execute(Map.of())) {
        assertThat(result.reader().loadNextBatch()).isTrue();
        result.cancel();
        assertThatThrownBy(
                () -> {
                  while (result.reader().loadNextBatch()) {
                    assertThat(result.reader().getVectorSchemaRoot().getRowCount()).isPositive();
                  }
                })
            .isInstanceOf(Cancelled.class);
      }
      try (QueryResult result = query.execute(Map.of())) {
        assertThat(result.reader().loadNextBatch()).isTrue();
      }
    }
  }

  /** From too little memory for the scan to enough for all, in small steps. */
  @Test
  void aWalkThatNeedsTooMuchMemoryFailsAlone() throws IOException {
    List<String> limits = new ArrayList<>();
    boolean done = false;
    for (long bytes = 1 << 17; !done; bytes += bytes / 4) {
      try (BufferAllocator small = new RootAllocator(bytes);
          QueryEngine engine = new QueryEngine(small);
          PreparedGq query =
              engine.prepareGq(
                  GRAPH.context(),
                  "query q() { match { $a: N $a next{1,9} $b } return { $a, $b } }",
                  Optional.empty());
          QueryResult result = query.execute(Map.of())) {
        done = result.reader().loadNextBatch();
      } catch (ResourceLimitExceeded e) {
        assertThat(e.getSuppressed()).doesNotHaveAnyElementsOfTypes(IllegalStateException.class);
        limits.add(e.getMessage());
      }
    }
    assertThat(limits).anyMatch(message -> message.contains("memory of a traversal"));
  }
}
