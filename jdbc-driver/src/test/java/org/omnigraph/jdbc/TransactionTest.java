package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.apache.arrow.flight.CallStatus;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransactionTest extends ScriptedTest {
  @BeforeEach
  void updates() {
    server.updates.put("INSERT", 1L);
  }

  @Test
  void aTransactionBeginsAtTheFirstStatementAndCommitsForReal() throws SQLException {
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThat(server.log).isEmpty();
      statement.executeUpdate("INSERT");
      statement.executeQuery("SELECT 6").close();
      connection.commit();
      statement.executeUpdate("INSERT");
      connection.rollback();
      assertThat(server.log)
          .containsExactly(
              "begin t1",
              "update INSERT in t1",
              "query SELECT 6 in t1",
              "commit t1",
              "begin t2",
              "update INSERT in t2",
              "rollback t2");
    }
  }

  @Test
  void aCommitUnderWayIsNotGivenUpWhenItsThreadIsInterrupted() throws Exception {
    CountDownLatch gate = gate("commit t1");
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT");
      FutureTask<Boolean> committing = new FutureTask<>(() -> commit(connection));
      Thread thread = new Thread(committing);
      thread.start();
      awaitCommit();

      thread.interrupt();
      gate.countDown();

      assertThat(committing.get()).as("whether the thread stays interrupted").isTrue();
      assertThat(server.log).doesNotContain("rollback t1");
    }
  }

  @Test
  void abortEndsTheWaitForACommit() throws Exception {
    CountDownLatch gate = gate("commit t1");
    Connection connection = connect("/g");
    try (Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT");
      FutureTask<Boolean> committing = new FutureTask<>(() -> commit(connection));
      new Thread(committing).start();
      awaitCommit();

      connection.abort(Runnable::run);

      assertThatThrownBy(committing::get)
          .cause()
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08003"));
    }
    gate.countDown();
  }

  private CountDownLatch gate(String request) {
    CountDownLatch gate = new CountDownLatch(1);
    server.gates.put(request, gate);
    return gate;
  }

  private void awaitCommit() {
    while (!server.log.contains("waiting commit t1")) {
      Thread.onSpinWait();
    }
  }

  /** Answers whether the thread is interrupted afterwards. */
  private static boolean commit(Connection connection) throws SQLException {
    connection.commit();
    return Thread.currentThread().isInterrupted();
  }

  /**
   * A server waits for the rollback, since an ADBC connection may not have heard of the failure.
   */
  @Test
  void aCommitThatFailsIsRolledBack() throws SQLException {
    server.failures.put("commit t1", failing(CallStatus.UNAVAILABLE, "READ_SET_CHANGED"));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT");
      assertState("40001", connection::commit);
      connection.rollback();
      connection.setAutoCommit(true);
      statement.executeUpdate("INSERT");
      assertThat(server.log)
          .containsExactly(
              "begin t1", "update INSERT in t1", "commit t1", "rollback t1", "update INSERT");
    }
  }

  @Test
  void whatCouldNotBeRolledBackIsSoBeforeTheNextStatement() throws SQLException {
    CallStatus away = CallStatus.UNAVAILABLE.withDescription("away");
    server.failures.put("commit t1", away);
    server.failures.put("rollback t1", away);
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT");
      assertState("08006", connection::commit);
      assertState("08006", connection::rollback);
      assertState("08006", () -> connection.setAutoCommit(true));
      assertState("08006", () -> statement.executeUpdate("INSERT"));
      server.failures.remove("rollback t1");
      server.log.clear();
      statement.executeUpdate("INSERT");
      assertThat(server.log).containsExactly("rollback t1", "begin t2", "update INSERT in t2");
    }
  }

  @Test
  void aTransactionInUseGoesOnWhenItsCommitIsRefused() throws SQLException {
    server.failures.put("commit t1", failing(CallStatus.UNAVAILABLE, "TRANSACTION_BUSY"));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT");
      assertState("55006", connection::commit);
      assertState("55006", () -> connection.setAutoCommit(true));
      server.failures.clear();
      server.log.clear();
      connection.setAutoCommit(true);
      statement.executeUpdate("INSERT");
      assertThat(server.log).containsExactly("commit t1", "update INSERT");
    }
  }

  @Test
  void whatTheServerHasNotIsNotRolledBackTwice() throws SQLException {
    server.failures.put("commit t1", failing(CallStatus.NOT_FOUND, "NOT_FOUND"));
    server.failures.put("rollback t1", failing(CallStatus.NOT_FOUND, "NOT_FOUND"));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT");
      assertState("42704", () -> connection.setAutoCommit(true));
      connection.setAutoCommit(true);
      statement.executeUpdate("INSERT");
      assertThat(server.log)
          .containsExactly(
              "begin t1", "update INSERT in t1", "commit t1", "rollback t1", "update INSERT");
    }
  }

  @Test
  void whatBeginBeganIsRolledBackWhenItsEndFails() throws SQLException {
    server.updates.put("BEGIN", 0L);
    server.updates.put("ROLLBACK", 0L);
    server.failures.put("COMMIT", failing(CallStatus.UNAVAILABLE, "READ_SET_CHANGED"));
    server.failures.put("COMMIT x", failing(CallStatus.INVALID_ARGUMENT, "INVALID_REQUEST"));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("BEGIN");
      assertState("42000", () -> statement.executeUpdate("COMMIT x"));
      assertState("40001", () -> statement.executeUpdate("COMMIT"));
      connection.setAutoCommit(false);
      connection.setAutoCommit(true);
      statement.executeUpdate("BEGIN");
      assertState("40001", connection::commit);
      server.failures.put("COMMIT", failing(CallStatus.UNAVAILABLE, "TRANSACTION_BUSY"));
      statement.executeUpdate("BEGIN");
      assertState("55006", connection::commit);
      assertState("55006", () -> statement.executeUpdate("COMMIT"));
      connection.rollback();
      statement.executeUpdate("INSERT");
      assertThat(server.log)
          .containsExactly(
              "update BEGIN",
              "update COMMIT x",
              "update COMMIT",
              "update ROLLBACK",
              "update BEGIN",
              "update COMMIT",
              "update ROLLBACK",
              "update BEGIN",
              "update COMMIT",
              "update COMMIT",
              "update ROLLBACK",
              "update INSERT");
    }
  }

  @Test
  void aBeginThatNobodyHeardTheAnswerOfIsRolledBack() throws SQLException {
    server.updates.put("ROLLBACK", 0L);
    server.failures.put("BEGIN", CallStatus.UNAVAILABLE.withDescription("away"));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      assertState("08006", () -> statement.executeUpdate("BEGIN"));
      statement.executeUpdate("INSERT");
      assertThat(server.log).containsExactly("update BEGIN", "update ROLLBACK", "update INSERT");
    }
  }

  private static CallStatus failing(CallStatus status, String code) {
    return ScriptedServer.failing(status, code, "why");
  }

  private static void assertState(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  @Test
  void turningAutoCommitOnCommits() throws SQLException {
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT");
      connection.setAutoCommit(true);
      statement.executeUpdate("INSERT");
      assertThat(server.log)
          .containsExactly("begin t1", "update INSERT in t1", "commit t1", "update INSERT");
    }
  }

  @Test
  void closingRollsBack() throws SQLException {
    try (Connection connection = connect("/g")) {
      connection.setAutoCommit(false);
      connection.createStatement().executeUpdate("INSERT");
    }
    assertThat(server.log).endsWith("rollback t1");
  }

  @Test
  void aPreparedStatementMovesIntoTheCurrentTransaction() throws SQLException {
    try (Connection connection = connect("/g");
        PreparedStatement insert = connection.prepareStatement("INSERT")) {
      insert.executeUpdate();
      connection.setAutoCommit(false);
      insert.executeUpdate();
      connection.commit();
      insert.executeUpdate();
      connection.rollback();
      assertThat(server.log)
          .containsExactly(
              "prepare INSERT",
              "update INSERT",
              "begin t2",
              "prepare INSERT in t2",
              "update INSERT",
              "commit t2",
              "begin t4",
              "prepare INSERT in t4",
              "update INSERT",
              "rollback t4");
      assertThat(server.openHandles).hasValue(1);
    }
    assertThat(server.openHandles).hasValue(0);
  }

  @Test
  void commitWithoutATransactionIsRefused() throws SQLException {
    try (Connection connection = connect("/g")) {
      assertThatThrownBy(connection::commit).hasMessageContaining("setAutoCommit(false)");
      assertThatThrownBy(connection::rollback)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25000"));
    }
  }

  @Test
  void theBranchStaysInsideATransaction() throws SQLException {
    try (Connection connection = connect("/g")) {
      connection.setAutoCommit(false);
      connection.createStatement().executeUpdate("INSERT");
      assertThatThrownBy(() -> connection.setSchema("dev"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25001"));
      connection.rollback();
      connection.setSchema("dev");
      assertThat(connection.getSchema()).isEqualTo("dev");
    }
  }

  @Test
  void aReadOnlyConnectionRefusesUpdates() throws SQLException {
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      connection.setReadOnly(true);
      assertThatThrownBy(() -> statement.executeUpdate("INSERT"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
      assertThat(server.log).isEmpty();
    }
  }
}
