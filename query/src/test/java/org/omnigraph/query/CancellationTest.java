package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.engine.error.TimedOut;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.query.kernel.DeepStack;
import org.omnigraph.query.kernel.KernelLimits;
import org.omnigraph.query.running.Origin;
import org.omnigraph.query.running.RunningStatement;
import org.omnigraph.query.running.TimeLimit;

/** Statements that would run for days, ended early. */
class CancellationTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  private static final String ENDLESS = "Flight a CROSS JOIN Flight b CROSS JOIN Flight c";
  private static final String AGGREGATE =
      "SELECT SUM(a.distance + b.distance * c.distance) FROM " + ENDLESS;
  private static final String GROUPS =
      "SELECT a.id, b.id, COUNT(*) FROM " + ENDLESS + " GROUP BY a.id, b.id";
  private static final String SORT =
      "SELECT a.distance + b.distance * c.distance FROM " + ENDLESS + " ORDER BY 1 DESC, a.id";
  private static final String WINDOW =
      "SELECT SUM(n) FROM (SELECT ROW_NUMBER() OVER (PARTITION BY a.day ORDER BY b.distance) AS n"
          + " FROM "
          + ENDLESS
          + ")";
  private static final String JOIN =
      "SELECT COUNT(*) FROM Flight a JOIN Flight b ON a.distance + b.distance > a.flight JOIN"
          + " Flight c ON b.distance * c.distance > a.flight + b.flight";
  private static final String RECURSION =
      "WITH RECURSIVE r(n) AS (SELECT CAST(1 AS BIGINT) AS n UNION ALL SELECT MOD(n + 1, 1000) FROM"
          + " r) SELECT COUNT(*) FROM r";
  private static final String ROWS = "SELECT a.id, b.id, c.id FROM " + ENDLESS;
  private static final String UPDATE =
      "UPDATE Carrier SET name = 'x' WHERE (SELECT COUNT(*) FROM " + ENDLESS + ") > 0";
  private static final String INSERT =
      "INSERT INTO Carrier (code, name) SELECT a.id || b.id || c.id, 'x' FROM " + ENDLESS;
  private static final String DELETE =
      "DELETE FROM Route WHERE (SELECT COUNT(*) FROM " + ENDLESS + ") > 0";

  private static final String SCAN = "SELECT * FROM Flight";

  @TempDir private Path spill;
  private final BufferAllocator memory = new RootAllocator();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private QueryEngine engine =
      new QueryEngine(memory, KernelLimits.defaults().withMemory(256L << 20));

  @AfterEach
  void nothingIsLeft() {
    threads.shutdown();
    assertThat(engine.statements().list()).isEmpty();
    engine.close();
    memory.close();
  }

  private RunningStatement begin(String sql) {
    return begin(sql, Optional.empty());
  }

  private RunningStatement begin(String sql, Optional<TimeLimit> limit) {
    return engine.statements().begin(Origin.LOCAL, sql, limit);
  }

  /** Reads everything. */
  private long read(String sql, RunningStatement statement) throws IOException {
    try (PreparedQuery query = engine.prepare(GRAPH.context(), sql, List.of(), statement);
        QueryResult result = query.execute(List.of(), statement)) {
      ArrowReader reader = result.reader();
      long rows = 0;
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      return rows;
    }
  }

  private long change(String sql, RunningStatement statement) {
    return engine
        .prepareUpdate(GRAPH.context(), sql, List.of(), statement)
        .commit(List.of(List.of()), Optional.empty(), statement)
        .affected();
  }

  private long run(String sql, RunningStatement statement) throws IOException {
    return QueryEngine.isUpdate(sql) ? change(sql, statement) : read(sql, statement);
  }

  private static void awaitRunning(RunningStatement statement) {
    while (statement.state() != RunningStatement.State.RUNNING) {
      Thread.yield();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {AGGREGATE, GROUPS, SORT, WINDOW, JOIN, RECURSION, ROWS, UPDATE, INSERT, DELETE})
  void aStatementIsCancelledInEveryOperator(String sql) throws Exception {
    try (RunningStatement statement = begin(sql)) {
      Future<Long> running = threads.submit(() -> run(sql, statement));
      awaitRunning(statement);
      statement.cancel();
      assertThat(statement.state()).isEqualTo(RunningStatement.State.ENDING);

      assertThatThrownBy(running::get).hasCauseInstanceOf(Cancelled.class);
    }
    assertUnchanged();
  }

  @ParameterizedTest
  @ValueSource(strings = {AGGREGATE, SORT, ROWS, UPDATE, INSERT})
  void aStatementIsEndedByItsTimeLimit(String sql) {
    TimeLimit limit = new TimeLimit(Duration.ofMillis(150), "the test");
    try (RunningStatement statement = begin(sql, Optional.of(limit))) {
      assertThatThrownBy(() -> run(sql, statement))
          .isInstanceOf(TimedOut.class)
          .hasMessageContaining("150 ms")
          .hasMessageContaining("the test");
    }
    assertUnchanged();
  }

  private void assertUnchanged() {
    assertThat(GRAPH.graph().commits(BranchName.MAIN)).hasSize(2);
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Carrier WHERE name <> 'x'")).containsExactly("16");
  }

  @Test
  void aTransactionIsAsItWasAfterACancelledStatement() throws Exception {
    try (MutationStaging staging = GRAPH.graph().beginBulk(BranchName.MAIN)) {
      QueryContext inside =
          GRAPH.context().in(new QueryContext.Transaction(staging.base(), Optional.of(staging)));
      String one = "INSERT INTO Carrier (code, name) VALUES ('XX', 'new')";
      engine.prepareUpdate(inside, one).execute(List.of(List.of()), staging);
      for (String sql : List.of(INSERT, UPDATE)) {
        try (RunningStatement statement = begin(sql)) {
          staging.heed(statement.cancellation());
          Future<List<Long>> running =
              threads.submit(
                  () ->
                      engine
                          .prepareUpdate(inside, sql, List.of(), statement)
                          .execute(List.of(List.of()), staging, statement));
          awaitRunning(statement);
          statement.cancel();
          assertThatThrownBy(running::get).hasCauseInstanceOf(Cancelled.class);
        }
      }
      try (PreparedQuery query =
          engine.prepare(inside, "SELECT COUNT(*), MAX(name) FROM Carrier WHERE code > 'WN'")) {
        assertThat(SqlFixture.rows(query)).containsExactly("2|new");
      }
    }
  }

  @Test
  void aStatementThatWaitsForItsTurnIsCancelled() throws Exception {
    try (QueryEngine one =
            new QueryEngine(
                memory, KernelLimits.defaults().withStatements(1, Duration.ofHours(1)));
        PreparedQuery query = one.prepare(GRAPH.context(), ROWS);
        QueryResult first = query.execute(List.of())) {
      assertThat(first.reader().loadNextBatch()).isTrue();
      try (RunningStatement second = begin(ROWS);
          QueryResult waiting = query.execute(List.of(), second)) {
        Future<Boolean> reading = threads.submit(() -> waiting.reader().loadNextBatch());
        while (second.state() != RunningStatement.State.WAITING) {
          Thread.onSpinWait();
        }
        second.cancel();
        assertThatThrownBy(reading::get).hasCauseInstanceOf(Cancelled.class);
      }
    }
  }

  @Test
  void nobodyWaitsForThePlanOfACancelledStatement() {
    String text = "SELECT COUNT(*) FROM Flight WHERE flight = 17 -- planned for the first time";
    try (RunningStatement statement = begin(text)) {
      statement.cancel();
      assertThatThrownBy(() -> engine.prepare(GRAPH.context(), text, List.of(), statement))
          .isInstanceOf(Cancelled.class);
      assertThatThrownBy(() -> engine.prepareUpdate(GRAPH.context(), UPDATE, List.of(), statement))
          .isInstanceOf(Cancelled.class);
    }
  }

  @Test
  void aCancelledStatementGetsNoPlanThatIsKept() {
    engine.prepare(GRAPH.context(), SCAN).close();
    engine.prepareUpdate(GRAPH.context(), UPDATE);
    try (RunningStatement statement = begin(SCAN)) {
      statement.cancel();
      assertThatThrownBy(() -> engine.prepare(GRAPH.context(), SCAN, List.of(), statement))
          .isInstanceOf(Cancelled.class);
      assertThatThrownBy(() -> engine.prepareUpdate(GRAPH.context(), UPDATE, List.of(), statement))
          .isInstanceOf(Cancelled.class);
    }
  }

  @Test
  void workOfACancelledStatementIsNotBegun() {
    AtomicBoolean isBegun = new AtomicBoolean();
    try (RunningStatement statement = begin(SCAN)) {
      statement.cancel();
      assertThatThrownBy(
              () -> DeepStack.call(statement.cancellation(), () -> isBegun.getAndSet(true)))
          .isInstanceOf(Cancelled.class);
    }
    assertThat(isBegun).isFalse();
  }

  @Test
  void theStatementsThatRunAreATable() throws Exception {
    String sql = ROWS + " /* secret */ WHERE a.id <> 'secret'";
    try (PreparedQuery query = engine.prepare(GRAPH.context(), sql);
        RunningStatement statement =
            engine
                .statements()
                .begin(
                    new Origin(Optional.of("ada"), "s1", Optional.of("t1")),
                    sql,
                    Optional.empty());
        QueryResult result = query.execute(List.of(), statement)) {
      assertThat(result.reader().loadNextBatch()).isTrue();
      int rows = result.reader().getVectorSchemaRoot().getRowCount();
      try (PreparedQuery list =
          engine.prepare(
              GRAPH.context(),
              "SELECT statement_id, actor, session, transaction_id, state, row_count, memory_bytes > 0,"
                  + " started_at <= CURRENT_TIMESTAMP, statement FROM omnigraph_catalog.statements")) {
        assertThat(SqlFixture.rows(list))
            .containsExactly(
                statement.id()
                    + "|ada|s1|t1|running|"
                    + rows
                    + "|true|true|"
                    + ROWS
                    + " WHERE a.id <> '…'");
      }
    }
  }

  private void cancelMany(int count, long seed) throws Exception {
    Random random = new Random(seed);
    List<String> all =
        List.of(
            AGGREGATE, GROUPS, SORT, WINDOW, JOIN, RECURSION, ROWS, UPDATE, INSERT, DELETE, SCAN);
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String sql = all.get(random.nextInt(all.size()));
      int patience = 1 << random.nextInt(18);
      boolean byTime = random.nextInt(4) == 0;
      Optional<TimeLimit> limit =
          byTime
              ? Optional.of(new TimeLimit(Duration.ofMillis(random.nextInt(30) + 1), "test"))
              : Optional.empty();
      try (RunningStatement statement = begin(sql, limit)) {
        Future<Long> running = threads.submit(() -> run(sql, statement));
        for (int spin = 0; spin < patience && !running.isDone(); spin++) {
          Thread.onSpinWait();
        }
        if (!byTime) {
          statement.cancel();
        }
        long asked = System.nanoTime();
        try {
          assertThat(running.get()).as(sql).isEqualTo(6_099);
        } catch (ExecutionException e) {
          assertThat(e.getCause())
              .as("statement " + i + " of seed " + seed + ": " + sql)
              .isInstanceOfAny(Cancelled.class, TimedOut.class);
        }
        if (!byTime) {
          waits.add(Duration.ofNanos(System.nanoTime() - asked));
        }
      }
      assertThat(memory.getAllocatedMemory()).as("memory after %s", sql).isZero();
    }
    assertUnchanged();
    Collections.sort(waits);
    System.out.printf(
        "seed %d: of %d cancelled statements, half ended within %d ms, the slowest after %d ms%n",
        seed,
        waits.size(),
        waits.get(waits.size() / 2).toMillis(),
        waits.get(waits.size() - 1).toMillis());
  }

  private static long tasks() throws IOException {
    try (var all = Files.list(Path.of("/proc/self/task"))) {
      return all.count();
    }
  }

  private static long files() throws IOException {
    try (var all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  /** What a statement leaves would be there once for each; a JVM's own threads come and go. */
  private void cancelled(int count) throws Exception {
    engine.close();
    engine =
        new QueryEngine(memory, KernelLimits.defaults().withMemory(256L << 20).spillingTo(spill));
    cancelMany(30, 1);
    long tasks = tasks();
    long files = files();
    cancelMany(count, System.nanoTime());
    assertThat(tasks()).isLessThan(tasks + count / 10);
    assertThat(files()).isLessThan(files + count / 10);
    engine.close();
    assertThat(spill).isEmptyDirectory();
  }

  @Test
  void hundredsOfCancelledStatementsLeaveNothing() throws Exception {
    cancelled(300);
  }

  @Tag("soak")
  @Test
  void tenThousandCancelledStatementsLeaveNothing() throws Exception {
    cancelled(10_000);
  }
}
