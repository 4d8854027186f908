package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omnigraph.engine.error.TooManyRequests;
import org.omnigraph.query.kernel.KernelLimits;
import org.omnigraph.query.running.Origin;
import org.omnigraph.query.running.RunningStatement;

class MemoryOfOneCallerTest {
  private static final String ROWS =
      "SELECT a.id, b.id, c.id FROM Airport a, Airport b, Airport c, Airport d";

  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  @ParameterizedTest
  @CsvSource({
    // memory of a statement and of a caller in MiB; what a statement has then, and how many run
    "64, 128, 64, 2",
    "64, 191, 64, 2",
    "64, 64, 64, 1",
    "64, 32, 32, 1",
    "64, 1, 32, 1",
    "64, 1000000, 64, 32",
  })
  void statementsTogetherHaveWhatTheirCallerMay(long statement, long caller, long each, int most) {
    KernelLimits limits =
        KernelLimits.defaults().withMemory(statement << 20).withMemoryOfOne(caller << 20);

    assertThat(limits.memory()).isEqualTo(each << 20);
    assertThat(limits.statementsOfOne()).isEqualTo(most);
  }

  @Test
  void whoHasAllItsMemoryInUseIsRefusedAndNobodyElse() throws Exception {
    KernelLimits limits =
        KernelLimits.defaults()
            .withStatements(4, Duration.ZERO)
            .withMemory(64 << 20)
            .withMemoryOfOne(64 << 20);
    try (RootAllocator memory = new RootAllocator();
        QueryEngine engine = new QueryEngine(memory, limits);
        PreparedQuery query = engine.prepare(GRAPH.context(), ROWS)) {
      try (RunningStatement first = begin(engine, "ada");
          QueryResult rows = query.execute(List.of(), first)) {
        assertThat(rows.reader().loadNextBatch()).isTrue();
        try (RunningStatement second = begin(engine, "ada");
            QueryResult refused = query.execute(List.of(), second)) {
          assertThatThrownBy(() -> refused.reader().loadNextBatch())
              .isInstanceOf(TooManyRequests.class)
              .hasMessageContainingAll(
                  "of 'ada'", "all places that one caller may have (1 of 4, fewer");
        }
        try (RunningStatement other = begin(engine, "bob");
            QueryResult answered = query.execute(List.of(), other)) {
          assertThat(answered.reader().loadNextBatch()).isTrue();
        }
      }
      try (RunningStatement again = begin(engine, "ada");
          QueryResult answered = query.execute(List.of(), again)) {
        assertThat(answered.reader().loadNextBatch()).isTrue();
      }
    }
  }

  /** Each step of it has a query of its own. */
  @Test
  void aMergeOfSeveralStepsTakesOneTurnAtATime() {
    KernelLimits limits = KernelLimits.defaults().withStatements(1, Duration.ZERO);
    try (RootAllocator memory = new RootAllocator();
        QueryEngine engine = new QueryEngine(memory, limits);
        RunningStatement statement = begin(engine, "ada")) {
      PreparedUpdate merge =
          engine.prepareUpdate(
              GRAPH.context(),
              "MERGE INTO Carrier USING (SELECT DISTINCT SUBSTRING(code, 1, 1) || 'A' AS code FROM"
                  + " Carrier) AS given ON Carrier.code = given.code"
                  + " WHEN MATCHED THEN UPDATE SET name = 'old'"
                  + " WHEN NOT MATCHED THEN INSERT (code, name) VALUES (given.code, 'new')");
      merge.commit(List.of(List.of()), Optional.of("ada"), statement);
    }

    assertThat(GRAPH.rows("SELECT DISTINCT name FROM Carrier WHERE code LIKE '%A' ORDER BY name"))
        .containsExactlyInAnyOrder("new", "old");
  }

  private static RunningStatement begin(QueryEngine engine, String actor) {
    Origin origin = new Origin(Optional.of(actor), "session", Optional.empty());
    return engine.statements().begin(origin, ROWS, Optional.empty());
  }
}
