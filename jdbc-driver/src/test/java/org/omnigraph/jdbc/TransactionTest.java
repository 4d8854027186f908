package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
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
