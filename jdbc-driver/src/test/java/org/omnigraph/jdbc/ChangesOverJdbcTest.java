package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Statements that change rows and transactions, against a real server. */
class ChangesOverJdbcTest {
  @RegisterExtension static final GraphServer SERVER = new GraphServer();
  private Connection connection;
  private Connection other;

  @BeforeEach
  void connect() throws SQLException {
    connection = SERVER.connect("/types");
    other = SERVER.connect("/types");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    try (Statement statement = other.createStatement()) {
      statement.executeUpdate("DELETE FROM Thing WHERE name LIKE 't%'");
    }
    other.close();
  }

  private static List<String> things(Connection through) throws SQLException {
    List<String> things = new ArrayList<>();
    try (Statement statement = through.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT name, small FROM Thing WHERE name LIKE 't%' ORDER BY name")) {
      while (rows.next()) {
        things.add(rows.getString(1) + rows.getObject(2));
      }
    }
    return things;
  }

  @Test
  void executeUpdateCountsAndCommits() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(
              statement.executeUpdate(
                  "INSERT INTO Thing (name, small) VALUES ('t1', 1), ('t2', 2)"))
          .isEqualTo(2);
      assertThat(statement.execute("UPDATE Thing SET small = small + 10 WHERE name = 't1'"))
          .isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(1);
      assertThat(statement.executeUpdate("DELETE FROM Thing WHERE name = 't2'")).isEqualTo(1);
    }
    assertThat(things(other)).containsExactly("t111");
  }

  @Test
  void batchesCountEachRowAndApplyAsAWhole() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO Thing (name, small) VALUES (?, ?)")) {
      for (int i = 0; i < 50; i++) {
        insert.setString(1, "t" + (100 + i));
        insert.setInt(2, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(50).containsOnly(1);
      insert.setString(1, "t200");
      insert.setNull(2, java.sql.Types.INTEGER);
      insert.addBatch();
      insert.setString(1, "t100");
      insert.setInt(2, 1);
      insert.addBatch();
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("t100");
    }
    assertThat(things(other)).hasSize(50).contains("t1000", "t14949");
  }

  @Test
  void aTransactionSeesItsRowsAndOthersSeeThemAfterTheCommit() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('t1', 1)");
      statement.executeUpdate("UPDATE Thing SET small = 5 WHERE name = 't1'");
      assertThat(things(connection)).containsExactly("t15");
      assertThat(things(other)).isEmpty();
      connection.rollback();
      assertThat(things(connection)).isEmpty();
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('t2', 2)");
      connection.commit();
    }
    assertThat(things(other)).containsExactly("t22");
    connection.setAutoCommit(true);
  }

  @Test
  void savepointsTakeBackAPart() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      Savepoint start = connection.setSavepoint();
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('t1', 1)");
      Savepoint named = connection.setSavepoint("after one");
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('t2', 2)");
      connection.rollback(named);
      assertThat(things(connection)).containsExactly("t11");
      connection.releaseSavepoint(named);
      assertThatThrownBy(() -> connection.rollback(named)).hasMessageContaining("no savepoint");
      connection.rollback(start);
      assertThat(things(connection)).isEmpty();
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('t3', 3)");
      connection.commit();
      assertThat(named.getSavepointName()).isEqualTo("after one");
      assertThatThrownBy(start::getSavepointName).isInstanceOf(SQLException.class);
    }
    assertThat(things(other)).containsExactly("t33");
    assertThat(connection.getMetaData().supportsSavepoints()).isTrue();
  }

  @Test
  void aStatementThatFailsLeavesTheTransactionUsable() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('t1', 1)");
      assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO Thing (name) VALUES ('t1')"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("t1");
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('t2', 2)");
      connection.commit();
    }
    assertThat(things(other)).containsExactly("t11", "t22");
  }
}
