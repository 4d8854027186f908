package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that would run for days, on a real server, ended through JDBC. */
class CancellationTest {
  private static final String MANY =
      "Airport a CROSS JOIN Airport b CROSS JOIN Airport c CROSS JOIN Airport d CROSS JOIN Airport e";
  private static final String QUERY =
      "SELECT SUM(CHAR_LENGTH(a.name || b.name || c.name || d.name || e.name)) FROM " + MANY;
  private static final String UPDATE =
      "UPDATE Carrier SET name = 'x' WHERE (SELECT COUNT(*) FROM " + MANY + ") > 0";
  private static final String LISTED =
      "SELECT COUNT(*) FROM omnigraph_catalog.statements WHERE statement LIKE '%CROSS JOIN%' AND"
          + " statement NOT LIKE '%omnigraph_catalog%'";
  private static final String RUNNING = LISTED + " AND state = 'running'";

  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void end() throws SQLException {
    threads.shutdown();
    awaitEnd();
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      assertThat(number(statement, "SELECT COUNT(*) FROM Carrier WHERE name = 'x'")).isZero();
    }
  }

  private static long number(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  private static void awaitEnd() throws SQLException {
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      while (number(statement, LISTED) > 0) {
        Thread.yield();
      }
    }
  }

  private static void awaitRunning() throws SQLException {
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      while (number(statement, RUNNING) == 0) {
        Thread.yield();
      }
    }
  }

  private static boolean run(Statement statement, String sql) throws SQLException {
    if (statement.execute(sql)) {
      try (ResultSet rows = statement.getResultSet()) {
        return rows.next();
      }
    }
    return false;
  }

  @ParameterizedTest
  @CsvSource({"true, may have been applied", "false, was not applied"})
  void aCancelledBatchSaysWhetherItMayBeDone(boolean autoCommit, String outcome) throws Exception {
    String sql = "UPDATE Carrier SET name = ? WHERE (SELECT COUNT(*) FROM " + MANY + ") > 0";
    try (Connection connection = SERVER.connect("/flights");
        PreparedStatement statement = connection.prepareStatement(sql)) {
      connection.setAutoCommit(autoCommit);
      statement.setString(1, "x");
      statement.addBatch();
      Future<?> cancelling = onceRunning(statement::cancel);

      assertThatThrownBy(statement::executeBatch)
          .hasMessageContaining(outcome)
          .hasMessageContaining("the statement was cancelled")
          .isInstanceOfSatisfying(
              BatchUpdateException.class,
              e -> assertThat(e.getUpdateCounts()).containsExactly(Statement.EXECUTE_FAILED));
      cancelling.get();
      if (!autoCommit) {
        connection.rollback();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {QUERY, UPDATE})
  void anInterruptEndsAStatementAndIsKept(String sql) throws Exception {
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement(sql)) {
      assertInterrupted(() -> run(statement, sql));
      awaitEnd();
      assertInterrupted(() -> run(prepared));
    }
  }

  private static void run(PreparedStatement statement) throws SQLException {
    if (statement.execute()) {
      try (ResultSet rows = statement.getResultSet()) {
        rows.next();
      }
    }
  }

  /** Does something in another thread when the server runs a statement. */
  private Future<?> onceRunning(Interrupts.Work work) {
    return threads.submit(
        () -> {
          awaitRunning();
          work.run();
          return null;
        });
  }

  private void assertInterrupted(ThrowingCallable work) throws Exception {
    Thread caller = Thread.currentThread();
    Future<?> interrupting = onceRunning(caller::interrupt);
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"))
        .hasMessage("the thread was interrupted while it waited for the server");
    assertThat(Thread.interrupted()).isTrue();
    interrupting.get();
  }

  @ParameterizedTest
  @ValueSource(strings = {QUERY, UPDATE})
  void anotherThreadCancelsAndTheTransactionGoesOn(String sql) throws Exception {
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('ZZ', 'new')");
      Future<Boolean> running = threads.submit(() -> run(statement, sql));
      awaitRunning();
      statement.cancel();

      assertThatThrownBy(running::get)
          .cause()
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
      assertThat(statement.executeUpdate("UPDATE Carrier SET name = 'newer' WHERE code = 'ZZ'"))
          .isEqualTo(1);
      assertThat(number(statement, "SELECT COUNT(*) FROM Carrier WHERE name = 'newer'"))
          .isEqualTo(1);
      connection.rollback();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {QUERY, UPDATE})
  void aQueryTimeoutEndsTheWorkOfTheServer(String sql) throws SQLException {
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> run(statement, sql)).isInstanceOf(SQLTimeoutException.class);
      statement.setQueryTimeout(0);
      assertThat(number(statement, "SELECT COUNT(*) FROM Carrier")).isPositive();
    }
  }

  @Test
  void theServerEndsAStatementAfterTheTimeOfTheConnectionOrTheSession() throws SQLException {
    try (Connection connection = SERVER.connect("/flights?statementTimeout=400ms");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> run(statement, QUERY))
          .isInstanceOfSatisfying(
              SQLTimeoutException.class, e -> assertThat(e.getSQLState()).isEqualTo("HYT00"))
          .hasMessageContaining("400 ms");
    }
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      statement.execute("SET statement_timeout = 300");
      assertThatThrownBy(() -> run(statement, UPDATE))
          .isInstanceOf(SQLTimeoutException.class)
          .hasMessageContaining("300 ms");
    }
  }
}
