package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.query.kernel.KernelLimits;
import org.omnigraph.query.running.RunningStatement;

class MemoryOfAllTest {
  private static final String ENDLESS =
      "SELECT a.id, b.id, c.id FROM Airport a, Airport b, Airport c, Airport d";

  /** Some 20 MB that must be there at once. */
  private static final String ONE_TEXT =
      "SELECT CHAR_LENGTH(LISTAGG(a.name || b.name || a.name, ',')) FROM Airport a, Carrier b,"
          + " Carrier c";

  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  @Test
  void aStatementHasLessWhileOthersRunAndAllAgainWhenTheyHaveEnded() throws Exception {
    KernelLimits limits =
        KernelLimits.defaults().withMemoryOfAll(1L << 30).withStatements(8, Duration.ZERO);
    try (RootAllocator memory = new RootAllocator();
        QueryEngine engine = new QueryEngine(memory, limits);
        PreparedQuery endless = engine.prepare(GRAPH.context(), ENDLESS);
        PreparedQuery oneText = engine.prepare(GRAPH.context(), ONE_TEXT)) {
      Deque<QueryResult> others = new ArrayDeque<>();
      for (int i = 0; i < 7; i++) {
        QueryResult other = endless.execute(List.of(), RunningStatement.unlisted());
        others.add(other);
        assertThat(other.reader().loadNextBatch()).isTrue();
      }

      try (QueryResult refused = oneText.execute(List.of(), RunningStatement.unlisted())) {
        assertThatThrownBy(() -> refused.reader().loadNextBatch())
            .isInstanceOf(ResourceLimitExceeded.class)
            .hasMessageContainingAll(
                "memory of a statement",
                "or try again when fewer run beside it, alone it may have 268435456");
      }
      while (!others.isEmpty()) {
        others.remove().close();
      }

      try (QueryResult answered = oneText.execute(List.of(), RunningStatement.unlisted())) {
        assertThat(answered.reader().loadNextBatch()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM (SELECT DISTINCT f.id || a.faa AS x FROM Flight f, Airport a WHERE a.faa < 'DEN')",
        "SELECT COUNT(*) FROM (SELECT x, COUNT(*) AS n FROM (SELECT f.id || a.faa AS x FROM Flight"
            + " f, Airport a WHERE a.faa < 'DEN') GROUP BY x)",
        "SELECT COUNT(*) FROM (SELECT f.id || a.faa AS x FROM Flight f, Airport a WHERE a.faa <"
            + " 'DEN' ORDER BY a.faa, x OFFSET 1 ROWS)"
      })
  void theLeastMemoryIsEnoughToPutMillionsOfTextsOnDisk(String sql) {
    KernelLimits limits = KernelLimits.defaults().withMemory(KernelLimits.LEAST_MEMORY);
    try (RootAllocator memory = new RootAllocator();
        QueryEngine engine = new QueryEngine(memory, limits);
        PreparedQuery query = engine.prepare(GRAPH.context(), sql)) {
      assertThat(Long.parseLong(SqlFixture.rows(query).get(0))).isGreaterThan(1_000_000);
    }
  }
}
