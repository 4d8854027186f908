package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.Cancelled;

/** Results that are left, cancelled, repeated or run side by side; memory is checked after each. */
class LifecycleTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  private static final String SCAN = "SELECT * FROM Flight";
  private static final String JOIN =
      "SELECT f.*, o.dst FROM Flight f JOIN OperatedBy o ON o.src = f.id";
  private static final String LONG =
      "SELECT COUNT(*) FROM Flight a CROSS JOIN Flight b CROSS JOIN Flight c WHERE a.distance +"
          + " b.distance > c.distance";

  @ParameterizedTest
  @ValueSource(strings = {SCAN, JOIN, "SELECT COUNT(*) FROM Flight"})
  void aResultThatIsNotReadIsFree(String sql) {
    GRAPH.prepare(sql).execute(List.of()).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {SCAN, JOIN})
  void aResultClosedHalfReadIsFree(String sql) throws Exception {
    try (QueryResult result = GRAPH.prepare(sql).execute(List.of())) {
      assertThat(result.reader().loadNextBatch()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SCAN, JOIN, "SELECT SUM(distance) FROM Flight"})
  void aCancelledResultSaysSo(String sql) {
    try (QueryResult result = GRAPH.prepare(sql).execute(List.of())) {
      result.cancel();
      assertThatThrownBy(() -> result.reader().loadNextBatch()).isInstanceOf(Cancelled.class);
    }
  }

  @Test
  void aRunningStatementCanBeCancelled() throws Exception {
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try (QueryResult result = GRAPH.prepare(LONG).execute(List.of())) {
      Future<?> reading = reader.submit(() -> result.reader().loadNextBatch());
      while (!reading.isDone()) {
        result.cancel();
        Thread.onSpinWait();
      }
      assertThatThrownBy(reading::get).hasCauseInstanceOf(Cancelled.class);
    } finally {
      reader.shutdown();
    }
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Carrier c JOIN OperatedBy o ON o.dst = c.id"))
        .containsExactly("6099");
  }

  @Test
  void aStatementRunsAgainAndAgainOverItsSnapshot() {
    PreparedQuery query = GRAPH.prepare("SELECT COUNT(*) FROM OperatedBy WHERE dst = ?");
    assertThat(SqlFixture.rows(query, "UA")).containsExactly("1067");
    assertThat(SqlFixture.rows(query, "EV")).containsExactly("888");
    assertThat(SqlFixture.rows(query, "UA")).containsExactly("1067");
    assertThat(query.snapshot()).isEqualTo(GRAPH.graph().snapshot(GRAPH.context().branch()));
  }

  @Test
  void eightStatementsRunSideBySide() throws Exception {
    List<String> statements =
        List.of(
            SCAN,
            JOIN,
            "SELECT day, COUNT(*) FROM Flight GROUP BY day",
            "SELECT name FROM Carrier ORDER BY name",
            "SELECT a.faa FROM Airport a WHERE a.id IN (SELECT dst FROM Route)",
            "SELECT COUNT(*) FROM FlownBy",
            "SELECT src, ROW_NUMBER() OVER (PARTITION BY src ORDER BY dst) FROM Route",
            "SELECT p.model FROM Plane p JOIN FlownBy b ON b.dst = p.id");
    List<Integer> alone = statements.stream().map(s -> GRAPH.rows(s).size()).toList();
    ExecutorService threads = Executors.newFixedThreadPool(statements.size());
    try {
      List<Future<Integer>> running = new ArrayList<>();
      for (int round = 0; round < 3; round++) {
        statements.forEach(s -> running.add(threads.submit(() -> GRAPH.rows(s).size())));
      }
      for (int i = 0; i < running.size(); i++) {
        assertThat(running.get(i).get()).isEqualTo(alone.get(i % alone.size()));
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void aResultLargerThanOneBatchComesInOrder() {
    List<String> rows = GRAPH.rows("SELECT id FROM FlownBy ORDER BY id");
    assertThat(rows).hasSize(5112).isSorted();
  }
}
