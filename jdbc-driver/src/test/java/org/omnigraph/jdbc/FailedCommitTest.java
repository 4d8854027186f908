package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionTemplate;

/** A connection is as good as new after a commit of its that somebody else's has made fail. */
class FailedCommitTest {
  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  @AfterEach
  void removeThings() throws SQLException {
    run("DELETE FROM Thing WHERE name LIKE 'c%'");
  }

  /** On a connection of its own. */
  private static void run(String sql) throws SQLException {
    try (Connection connection = SERVER.connect("/types")) {
      run(connection, sql);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> things(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT name FROM Thing WHERE name LIKE 'c%' ORDER BY name")) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }

  /** Reads and writes in the transaction that is open, then lets somebody else commit. */
  private static void conflict(Connection connection, String theirs) throws SQLException {
    assertThat(things(connection)).doesNotContain("c lost");
    run(connection, "INSERT INTO Thing (name) VALUES ('c lost')");
    run("INSERT INTO Thing (name) VALUES ('" + theirs + "')");
  }

  private static void assertLost(ThrowingCallable commit) {
    assertThatThrownBy(commit).isInstanceOf(SQLTransactionRollbackException.class);
  }

  @Test
  void itWritesAgainWithAndWithoutATransaction() throws SQLException {
    try (Connection connection = SERVER.connect("/types")) {
      connection.setAutoCommit(false);
      conflict(connection, "c1");
      assertLost(connection::commit);
      connection.rollback();
      connection.setAutoCommit(true);
      run(connection, "INSERT INTO Thing (name) VALUES ('c2')");
      connection.setAutoCommit(false);
      conflict(connection, "c3");
      assertLost(() -> connection.setAutoCommit(true));
      connection.setAutoCommit(true);
      run(connection, "INSERT INTO Thing (name) VALUES ('c4')");
      connection.setAutoCommit(false);
      conflict(connection, "c5");
      assertLost(() -> run(connection, "COMMIT"));
      run(connection, "INSERT INTO Thing (name) VALUES ('c6')");
      connection.setAutoCommit(true);
      assertThat(things(connection)).containsExactly("c1", "c2", "c3", "c4", "c5", "c6");
    }
  }

  /** Who runs a transaction again by its SQLState may hear of the conflict at any statement. */
  @Test
  void whatFollowsAStatementThatMetAConflictSaysSoToo() throws SQLException {
    try (Connection connection = SERVER.connect("/types")) {
      connection.setAutoCommit(false);
      assertThat(things(connection)).isEmpty();
      run("INSERT INTO Thing (name) VALUES ('c1')");
      assertLost(() -> run(connection, "INSERT INTO Thing (name) VALUES ('c lost')"));
      assertLost(() -> things(connection));
      assertLost(() -> run(connection, "INSERT INTO Thing (name) VALUES ('c lost')"));
      assertLost(() -> connection.setAutoCommit(true));
      connection.setAutoCommit(true);
      run(connection, "INSERT INTO Thing (name) VALUES ('c2')");
      assertThat(things(connection)).containsExactly("c1", "c2");
    }
  }

  @Test
  void itWritesAgainAfterATransactionOfBegin() throws SQLException {
    try (Connection connection = SERVER.connect("/types")) {
      run(connection, "BEGIN");
      conflict(connection, "c1");
      assertLost(connection::commit);
      run(connection, "INSERT INTO Thing (name) VALUES ('c2')");
      run(connection, "BEGIN");
      conflict(connection, "c3");
      assertLost(() -> run(connection, "COMMIT"));
      connection.setAutoCommit(false);
      run(connection, "INSERT INTO Thing (name) VALUES ('c4')");
      connection.commit();
      assertThat(things(connection)).containsExactly("c1", "c2", "c3", "c4");
    }
  }

  @Test
  void theNextBorrowerOfAPoolWritesOnIt() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(SERVER.url("/types"));
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      OmniGraphConnection first;
      try (Connection connection = pool.getConnection()) {
        first = connection.unwrap(OmniGraphConnection.class);
        connection.setAutoCommit(false);
        conflict(connection, "c1");
        assertLost(connection::commit);
      }
      try (Connection connection = pool.getConnection()) {
        assertThat(connection.unwrap(OmniGraphConnection.class)).isSameAs(first);
        run(connection, "INSERT INTO Thing (name) VALUES ('c2')");
      }
      JdbcTemplate jdbc = new JdbcTemplate(pool);
      TransactionTemplate template =
          new TransactionTemplate(new DataSourceTransactionManager(pool));
      assertThatThrownBy(
              () ->
                  template.executeWithoutResult(
                      status ->
                          jdbc.execute(
                              (Connection connection) -> {
                                conflict(connection, "c3");
                                return true;
                              })))
          .isInstanceOf(TransactionSystemException.class);
      assertThat(jdbc.update("INSERT INTO Thing (name) VALUES ('c4')")).isEqualTo(1);
      assertThat(jdbc.execute((Connection connection) -> things(connection)))
          .containsExactly("c1", "c2", "c3", "c4");
    }
  }
}
