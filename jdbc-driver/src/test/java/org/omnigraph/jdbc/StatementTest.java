package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class StatementTest extends ScriptedTest {
  @Test
  void aQueryReadsEveryBatchInOrder() throws SQLException {
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 6")) {
      assertThat(rows.isBeforeFirst()).isTrue();
      for (long expected = 0; expected < 6; expected++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getRow()).isEqualTo(expected + 1);
        assertThat(rows.getLong("N")).isEqualTo(expected);
        assertThat(rows.getString("name")).isEqualTo(expected == 4 ? null : "row " + expected);
        assertThat(rows.wasNull()).isEqualTo(expected == 4);
      }
      assertThat(rows.next()).isFalse();
      assertThat(rows.next()).isFalse();
      assertThat(rows.isAfterLast()).isTrue();
      assertThatThrownBy(() -> rows.getLong(1)).hasMessageContaining("no more rows");
    }
  }

  @Test
  void theDriverNamesItselfAndItsVersionInEveryCall() throws SQLException {
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT 6").close();
      assertThat(server.headers)
          .containsEntry(
              "x-omnigraph-client", "jdbc/" + connection.getMetaData().getDriverVersion());
    }
  }

  @Test
  void theUrlsGraphBranchAndSnapshotGoAlongWithEveryCall() throws SQLException {
    try (Connection connection = connect("/flights?branch=dev&snapshot=01J");
        Statement statement = connection.createStatement()) {
      assertThat(connection.getCatalog()).isEqualTo("flights");
      assertThat(connection.getSchema()).isEqualTo("dev");
      statement.executeQuery("SELECT 6").close();
      assertThat(server.headers)
          .containsEntry("x-omnigraph-graph", "flights")
          .containsEntry("x-omnigraph-branch", "dev")
          .containsEntry("x-omnigraph-snapshot", "01J");
      connection.setSchema("dev");
      statement.executeQuery("SELECT 6").close();
      assertThat(server.headers).containsEntry("x-omnigraph-snapshot", "01J");
    }
  }

  @Test
  void executeFindsOutWhetherThereAreRows() throws SQLException {
    server.updates.put("DELETE", 3L);
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      assertThat(statement.execute("DELETE")).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(3);
      assertThat(statement.getResultSet()).isNull();
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
      assertThat(server.log).containsOnlyOnce("update DELETE");

      assertThat(statement.execute("SELECT 6")).isTrue();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
      assertThat(statement.getResultSet().next()).isTrue();
    }
    assertThat(server.openHandles).hasValue(0);
  }

  @Test
  void maxRowsCutsTheResult() throws SQLException {
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      statement.setMaxRows(4);
      ResultSet rows = statement.executeQuery("SELECT 6");
      int count = 0;
      while (rows.next()) {
        count++;
      }
      assertThat(count).isEqualTo(4);
    }
  }

  @Test
  void anUnknownParameterNumberAndAMissingValueAreNamed() throws SQLException {
    server.queries.put("SELECT ?", numbers(1, 1));
    server.parameters.put(
        "SELECT ?", new Schema(List.of(Field.nullable("p1", new ArrowType.Int(32, true)))));
    try (Connection connection = connect("/g");
        PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
      assertThatThrownBy(statement::executeQuery).hasMessageContaining("parameter 1 has no value");
      assertThatThrownBy(() -> statement.setInt(2, 1)).hasMessageContaining("there are 1");
      statement.setInt(1, 7);
      assertThat(statement.executeQuery().next()).isTrue();
      statement.setNull(1, java.sql.Types.INTEGER);
      assertThat(statement.executeQuery().next()).isTrue();
      assertThat(server.bound.get(0)).containsExactly(7);
      assertThat(server.bound.get(1)).containsExactly((Object) null);
    }
  }

  @Test
  void aBatchIsOneRequestAndAServerMayCountItAsAWhole() throws SQLException {
    String sql = "INSERT ?";
    int each = Statement.SUCCESS_NO_INFO;
    server.updates.put(sql, 1L);
    server.parameters.put(sql, new Schema(List.of(Field.nullable("p1", ArrowType.Utf8.INSTANCE))));
    try (Connection connection = connect("/g");
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (String value : List.of("a", "b", "c")) {
        statement.setString(1, value);
        statement.addBatch();
      }
      assertThat(statement.executeBatch()).containsExactly(each, each, each);
      assertThat(server.bound).extracting(row -> row.get(0)).containsExactly("a", "b", "c");
      assertThat(server.log).containsOnlyOnce("update " + sql);
      assertThat(statement.executeBatch()).isEmpty();
      statement.setString(1, "d");
      statement.addBatch();
      assertThat(statement.executeBatch()).containsExactly(1);
    }
  }

  /** Report 5. */
  @Test
  void aStatementThatRunsEverNewTextsHoldsOneHandle() throws SQLException {
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < 200; i++) {
        server.updates.put("INSERT " + i, 1L);
        assertThat(statement.execute("INSERT " + i)).isFalse();
        assertThat(server.openHandles.get()).isLessThanOrEqualTo(1);
      }
    }
    assertThat(server.openHandles).hasValue(0);
  }

  @Test
  void aBatchWithoutParametersRunsAsOftenAsItWasAdded() throws SQLException {
    server.updates.put("INSERT", 2L);
    try (Connection connection = connect("/g");
        PreparedStatement statement = connection.prepareStatement("INSERT")) {
      statement.addBatch();
      statement.addBatch();
      statement.addBatch();
      assertThat(statement.executeBatch()).containsExactly(2, 2, 2);
      assertThat(server.log)
          .containsExactly("prepare INSERT", "update INSERT", "update INSERT", "update INSERT");
    }
  }

  @Test
  void aBatchOfTextsStopsAtTheFirstFailure() throws SQLException {
    server.updates.put("A", 2L);
    server.failures.put(
        "B", ScriptedServer.failing(CallStatus.ALREADY_EXISTS, "KEY_CONFLICT", "b"));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      statement.addBatch("A");
      statement.addBatch("B");
      statement.addBatch("C");
      assertThatThrownBy(statement::executeBatch)
          .isInstanceOfSatisfying(
              BatchUpdateException.class,
              e -> {
                assertThat(e.getUpdateCounts()).containsExactly(2);
                assertThat(e.getSQLState()).isEqualTo("23505");
              })
          .hasMessageContaining("statement 2");
      assertThat(server.log).doesNotContain("update C");
    }
  }

  @Test
  void aStatementThatDoesNotAnswerTimesOut() throws SQLException {
    server.queries.put("SLOW", numbers(1, 1));
    server.gates.put("SLOW", new CountDownLatch(1));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeQuery("SLOW"))
          .isInstanceOf(SQLTimeoutException.class)
          .hasMessageContaining("within 1 s");
      statement.setQueryTimeout(60);
      assertThat(statement.executeQuery("SELECT 6").next()).isTrue();
    }
  }

  @Test
  void anotherThreadCancelsAWaitingStatement() throws Exception {
    server.queries.put("SLOW", numbers(1, 1));
    server.gates.put("SLOW", new CountDownLatch(1));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      CompletableFuture<ResultSet> waiting =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return statement.executeQuery("SLOW");
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      while (!server.log.contains("waiting SLOW")) {
        Thread.onSpinWait();
      }
      statement.cancel();
      assertThatThrownBy(waiting::get)
          .isInstanceOf(ExecutionException.class)
          .rootCause()
          .isNotNull();
      assertThatThrownBy(waiting::get).hasStackTraceContaining("the statement was cancelled");
    }
  }

  @Test
  void cancellingAResultEndsIt() throws SQLException {
    server.queries.put("LONG", numbers(100_000, 100));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery("LONG");
      assertThat(rows.next()).isTrue();
      statement.cancel();
      assertThatThrownBy(
              () -> {
                while (rows.next()) {
                  assertThat(rows.getLong(1)).isNotNegative();
                }
              })
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
      assertThat(statement.executeQuery("SELECT 6").next()).isTrue();
    }
  }

  @Test
  void halfReadResultsLeaveNothingBehind() throws SQLException {
    server.queries.put("LONG", numbers(10_000, 100));
    try (Connection connection = connect("/g")) {
      ServerSession session = ((OmniGraphConnection) connection).session();
      for (int i = 0; i < 200; i++) {
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("LONG");
        for (int row = 0; row <= i; row++) {
          assertThat(rows.next()).isTrue();
        }
        if (i % 2 == 0) {
          rows.close();
        } else {
          statement.close();
        }
      }
      assertThat(session.allocator().getAllocatedMemory()).isZero();
      Statement forgotten = connection.createStatement();
      assertThat(forgotten.executeQuery("LONG").next()).isTrue();
    }
  }

  @Test
  void aClosedConnectionTakesItsStatementsAlong() throws SQLException {
    Connection connection = connect("/g");
    Statement statement = connection.createStatement();
    ResultSet rows = statement.executeQuery("SELECT 6");
    PreparedStatement prepared = connection.prepareStatement("SELECT 6");
    assertThat(connection.isValid(5)).isTrue();
    connection.close();
    connection.close();
    assertThat(connection.isClosed()).isTrue();
    assertThat(statement.isClosed()).isTrue();
    assertThat(rows.isClosed()).isTrue();
    assertThat(prepared.isClosed()).isTrue();
    assertThat(connection.isValid(5)).isFalse();
    assertThat(server.openHandles).hasValue(0);
    assertThatThrownBy(connection::createStatement)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08003"));
  }

  @Test
  void whatIsNotSupportedIsRefusedByName() throws SQLException {
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 6")) {
      assertThat(rows.next()).isTrue();
      assertThatThrownBy(() -> rows.updateInt(1, 1))
          .isInstanceOf(SQLFeatureNotSupportedException.class)
          .hasMessageContaining("changing rows");
      assertThatThrownBy(rows::previous)
          .isInstanceOf(SQLFeatureNotSupportedException.class)
          .hasMessageContaining("other than forward");
      assertThatThrownBy(() -> connection.prepareCall("call x"))
          .isInstanceOf(SQLFeatureNotSupportedException.class)
          .hasMessageContaining("stored procedure");
      assertThatThrownBy(() -> rows.getLong("m")).hasMessageContaining("there are n, Name");
    }
  }

  @Test
  void aPropertyThatMeansNothingIsAWarning() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("fetchMagic", "1");
    try (Connection connection =
        java.sql.DriverManager.getConnection(server.url("/g"), properties)) {
      assertThat((Throwable) connection.getWarnings()).hasMessageContaining("fetchMagic");
      connection.clearWarnings();
      assertThat((Throwable) connection.getWarnings()).isNull();
    }
  }

  @Test
  void whatIsNullOrNoSuchConstantIsNamed() throws SQLException {
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement();
        ResultSet row = connection.createStatement().executeQuery("SELECT 6")) {
      row.next();
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> statement.execute(null),
              () -> statement.executeQuery(null),
              () -> statement.executeUpdate(null),
              () -> statement.addBatch(null),
              () -> connection.prepareStatement(null),
              () -> connection.nativeSQL(null),
              () -> connection.createArrayOf(null, new Object[0]),
              () -> connection.createArrayOf("VARCHAR", null),
              () -> row.getObject(1, (Class<?>) null),
              () -> connection.createStatement(99, 99),
              () -> connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, 99),
              () -> connection.prepareStatement("SELECT 6", 99, ResultSet.CONCUR_READ_ONLY),
              () ->
                  connection.createStatement(
                      ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, 99),
              () -> connection.setTransactionIsolation(99),
              () -> statement.executeUpdate("DELETE", 77),
              () -> statement.executeLargeUpdate("DELETE", 77),
              () -> statement.execute("DELETE", 77),
              () -> connection.prepareStatement("DELETE", 77),
              () -> connection.abort(null))) {
        assertThatThrownBy(call)
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
      }
    }
  }

  @Test
  void aResultWithoutRowsHasNoPlaceBeforeTheFirst() throws SQLException {
    server.queries.put("SELECT NONE", numbers(1, 0));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      for (String sql : List.of("SELECT NONE", "SELECT 6")) {
        ResultSet rows = statement.executeQuery(sql);
        boolean some = sql.equals("SELECT 6");
        assertThat(rows.isBeforeFirst()).isEqualTo(some);
        assertThat(rows.isBeforeFirst()).isEqualTo(some);
        assertThatThrownBy(() -> rows.getLong(1)).hasMessageContaining("call next()");
        assertThat(rows.next()).isEqualTo(some);
        assertThat(rows.isFirst()).isEqualTo(some);
        assertThat(rows.isBeforeFirst()).isFalse();
        assertThat(rows.next()).isEqualTo(some);
        assertThat(rows.getRow()).isEqualTo(some ? 2 : 0);
      }
    }
  }

  @Test
  void escapesAreLeftAloneOnRequest() throws SQLException {
    server.queries.put("SELECT {escape '!'}", numbers(1, 1));
    server.queries.put("SELECT  escape '!' ", numbers(1, 1));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT {escape '!'}").close();
      statement.setEscapeProcessing(false);
      statement.executeQuery("SELECT {escape '!'}").close();
      assertThat(server.log)
          .containsSubsequence("query SELECT  escape '!' ", "query SELECT {escape '!'}");
    }
  }

  @Test
  void afterAnAbortEveryCallSaysThatTheConnectionIsClosed() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    server.queries.put("SLOW", numbers(1, 1));
    server.gates.put("SLOW", gate);
    Connection connection = connect("/g");
    Statement statement = connection.createStatement();
    CompletableFuture<ResultSet> running =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                ResultSet rows = statement.executeQuery("SLOW");
                rows.next();
                return rows;
              } catch (SQLException e) {
                throw new java.util.concurrent.CompletionException(e);
              }
            });
    while (!server.log.contains("waiting SLOW")) {
      Thread.onSpinWait();
    }
    connection.abort(Runnable::run);
    assertThat(connection.isClosed()).isTrue();
    assertThatThrownBy(running::get).cause().satisfies(StatementTest::saysThatItIsClosed);
    gate.countDown();
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            connection::createStatement,
            connection::getAutoCommit,
            () -> statement.executeQuery("SELECT 6"),
            () -> statement.setMaxRows(1))) {
      assertThatThrownBy(call).satisfies(StatementTest::saysThatItIsClosed);
    }
    assertThat(connection.isValid(1)).isFalse();
  }

  private static void saysThatItIsClosed(Throwable e) {
    assertThat(e)
        .isInstanceOf(SQLNonTransientConnectionException.class)
        .hasMessage("the connection is closed");
    assertThat(((SQLException) e).getSQLState()).isEqualTo("08003");
  }
}
