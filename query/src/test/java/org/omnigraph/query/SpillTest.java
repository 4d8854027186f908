package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.query.kernel.KernelLimits;

/** Rows of half a kilobyte each, and statements that may use half of what they take together. */
class SpillTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  private static final int FLIGHTS = 6_099;

  /** Every flight with so many of the airports: a million rows. */
  private static final int MANY = 164;

  private static final long BUDGET = 256L << 20;
  private static final int SOME = 50;
  private static final long SMALL_BUDGET = 80L << 20;

  @TempDir private Path spill;
  private final BufferAllocator memory = new RootAllocator();
  private QueryEngine engine;

  private void start(long budget) {
    engine = new QueryEngine(memory, KernelLimits.defaults().withMemory(budget).spillingTo(spill));
  }

  private static String over(int airports, String query) {
    return "WITH m AS (SELECT f.id || a.id AS k, f.id || a.id || REPEAT('x', 480) AS t"
        + " FROM Flight f CROSS JOIN (SELECT id FROM Airport ORDER BY id LIMIT "
        + airports
        + ") a) "
        + query;
  }

  private static long rowsOf(int airports) {
    return (long) FLIGHTS * airports;
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    assertThat(memory.getAllocatedMemory()).isZero();
    engine.close();
    memory.close();
    assertThat(spill).isEmptyDirectory();
  }

  private List<String> rows(String sql) {
    try (PreparedQuery query = engine.prepare(GRAPH.context(), sql)) {
      return SqlFixture.rows(query);
    }
  }

  /** DuckDB makes the folder when it spills for the first time. */
  private void requireSpilled() throws IOException {
    try (var folders = Files.list(spill)) {
      assertThat(folders).isNotEmpty();
    }
  }

  private void join(int airports) throws IOException {
    long rows = rowsOf(airports);
    assertThat(
            rows(
                over(
                    airports,
                    "SELECT COUNT(*), SUM(CHAR_LENGTH(x.t) + CHAR_LENGTH(y.t) - 2 * CHAR_LENGTH(y.k))"
                        + " FROM m x JOIN m y ON x.k = y.k")))
        .containsExactly(rows + "|" + rows * 960);
    requireSpilled();
  }

  private void sort(int airports) throws IOException {
    long rows = 0;
    String last = "";
    try (PreparedQuery query =
            engine.prepare(GRAPH.context(), over(airports, "SELECT t FROM m ORDER BY 1"));
        QueryResult result = query.execute(List.of())) {
      ArrowReader reader = result.reader();
      while (reader.loadNextBatch()) {
        String first = String.valueOf(reader.getVectorSchemaRoot().getVector(0).getObject(0));
        assertThat(first).isGreaterThan(last);
        last = first;
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    assertThat(rows).isEqualTo(rowsOf(airports));
    requireSpilled();
  }

  private void aggregate(int airports) throws IOException {
    long rows = rowsOf(airports);
    assertThat(
            rows(
                over(
                    airports,
                    "SELECT COUNT(*), SUM(n) FROM (SELECT t, COUNT(*) AS n FROM m GROUP BY t)")))
        .containsExactly(rows + "|" + rows);
    requireSpilled();
  }

  private void window(int airports) throws IOException {
    assertThat(
            rows(
                over(
                    airports,
                    "SELECT COUNT(*), MAX(n), MAX(CHAR_LENGTH(t)) > 480 FROM (SELECT t,"
                        + " ROW_NUMBER() OVER (PARTITION BY SUBSTRING(k FROM CHAR_LENGTH(k) - 2)"
                        + " ORDER BY t DESC) AS n FROM m)")))
        .containsExactly(rowsOf(airports) + "|6099|true");
    requireSpilled();
  }

  @Test
  void aJoinOfAMillionRows() throws IOException {
    start(BUDGET);
    join(MANY);
  }

  @Test
  void anAggregate() throws IOException {
    start(SMALL_BUDGET);
    aggregate(SOME);
  }

  @Tag("soak")
  @Test
  void sortsAggregatesAndWindowsOfAMillionRows() throws IOException {
    start(BUDGET);
    sort(MANY);
    aggregate(MANY);
    window(MANY);
  }

  @Test
  void whatCannotSpillFailsAloneAndNamesTheLimit() throws Exception {
    start(SMALL_BUDGET);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<?> tooLarge =
          threads.submit(() -> rows(over(SOME, "SELECT CHAR_LENGTH(LISTAGG(t, '')) FROM m")));
      int others = 0;
      while (!tooLarge.isDone()) {
        assertThat(rows("SELECT COUNT(*) FROM Flight f JOIN OperatedBy o ON o.src = f.id"))
            .containsExactly("6099");
        others++;
      }
      assertThatThrownBy(tooLarge::get)
          .cause()
          .isInstanceOf(ResourceLimitExceeded.class)
          .hasMessageContaining("memory of a statement: limit " + SMALL_BUDGET)
          .hasMessageContaining("raise the limit");
      assertThat(others).isPositive();
    } finally {
      threads.shutdown();
    }
    assertThat(rows("SELECT COUNT(*) FROM Flight")).containsExactly("6099");
  }
}
