package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The driver in a pool of HikariCP. */
class PoolTest {
  @RegisterExtension static final GraphServer SERVER = new GraphServer();
  private static final String ALWAYS_VALIDATE = "com.zaxxer.hikari.aliveBypassWindowMs";
  private static final String REQUESTS = "com.zaxxer.hikari.enableRequestBoundaries";
  private static HikariDataSource pool;

  @BeforeAll
  static void fill() {
    pool = new HikariDataSource(config());
  }

  private static HikariConfig config() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(SERVER.url("/types"));
    config.setSchema("main");
    config.setMaximumPoolSize(1);
    return config;
  }

  @AfterAll
  static void closePool() {
    pool.close();
  }

  private static List<String> things(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT name FROM Thing WHERE name LIKE 'p%' ORDER BY name")) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void anOpenTransactionIsRolledBackWhenTheConnectionIsReturned() throws SQLException {
    OmniGraphConnection first;
    try (Connection connection = pool.getConnection()) {
      first = connection.unwrap(OmniGraphConnection.class);
      connection.setAutoCommit(false);
      run(connection, "INSERT INTO Thing (name) VALUES ('p1')");
      assertThat(things(connection)).containsExactly("p1");
    }
    try (Connection connection = pool.getConnection()) {
      assertThat(connection.unwrap(OmniGraphConnection.class)).isSameAs(first);
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(things(connection)).isEmpty();
    }
  }

  @Test
  void branchReadOnlyAndIsolationAreResetWhenTheConnectionIsReturned() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      connection.setSchema("dev");
      run(connection, "INSERT INTO Thing (name) VALUES ('p1')");
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      assertThat(things(connection)).containsExactly("p1");
      assertThatThrownBy(() -> run(connection, "DELETE FROM Thing WHERE name = 'p1'"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("read-only");
    }
    try (Connection connection = pool.getConnection()) {
      assertThat(connection.getSchema()).isEqualTo("main");
      assertThat(connection.isReadOnly()).isFalse();
      assertThat(connection.getTransactionIsolation())
          .isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
      assertThat(things(connection)).isEmpty();
      connection.setSchema("dev");
      run(connection, "DELETE FROM Thing WHERE name = 'p1'");
    }
  }

  @Test
  void whatABorrowerSaysOfItselfIsNotSaidOfTheNext() throws SQLException {
    OmniGraphConnection first;
    try (Connection connection = pool.getConnection()) {
      first = connection.unwrap(OmniGraphConnection.class);
      connection.setClientInfo("ApplicationName", "report");
      assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("report");
    }
    try (Connection connection = pool.getConnection()) {
      assertThat(connection.unwrap(OmniGraphConnection.class)).isSameAs(first);
      assertThat(connection.getClientInfo()).isEmpty();
    }
  }

  @Test
  void nothingThatATextBeganOrChoseReachesTheNextBorrower() throws SQLException {
    OmniGraphConnection first;
    try (Connection connection = pool.getConnection()) {
      first = connection.unwrap(OmniGraphConnection.class);
      run(connection, "USE dev");
      run(connection, "SET read_only = true");
      run(connection, "SET statement_timeout = '1s'");
      run(connection, "SET read_only = false");
      run(connection, "BEGIN");
      run(connection, "INSERT INTO Thing (name) VALUES ('p1')");
      run(connection, "SET read_only = true");
      connection.clearWarnings();
      assertThat(things(connection)).containsExactly("p1");
    }
    try (Connection connection = pool.getConnection()) {
      assertThat(connection.unwrap(OmniGraphConnection.class)).isSameAs(first);
      assertThat(connection.getSchema()).isEqualTo("main");
      assertThat(shown(connection, "read_only")).isEqualTo("false");
      assertThat(shown(connection, "statement_timeout")).isNotEqualTo("1000ms");
      assertThat(things(connection)).isEmpty();
      run(connection, "INSERT INTO Thing (name) VALUES ('p2')");
      connection.setSchema("dev");
      run(connection, "BEGIN");
      run(connection, "INSERT INTO Thing (name) VALUES ('p3')");
    }
    try (Connection connection = pool.getConnection()) {
      assertThat(things(connection)).containsExactly("p2");
      run(connection, "DELETE FROM Thing WHERE name = 'p2'");
      run(connection, "USE dev");
      assertThat(things(connection)).isEmpty();
    }
  }

  @Test
  void aPoolWithASchemaKeepsTheSnapshotOfItsUrl() throws SQLException {
    String first;
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT commit_id FROM omnigraph_catalog.commits WHERE parent_commit IS NULL")) {
      row.next();
      first = row.getString(1);
    }
    HikariConfig config = config();
    config.setJdbcUrl(SERVER.url("/types?snapshot=" + first));
    try (HikariDataSource own = new HikariDataSource(config);
        Connection connection = own.getConnection()) {
      assertThat(connection.isReadOnly()).isTrue();
      assertThat(things(connection)).isEmpty();
      assertThatThrownBy(() -> run(connection, "INSERT INTO Thing (name) VALUES ('p1')"))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void theGraphIsResetWhereThePoolNamesOne() throws SQLException {
    HikariConfig config = config();
    config.setCatalog("types");
    config.setSchema("dev");
    try (HikariDataSource own = new HikariDataSource(config)) {
      try (Connection connection = own.getConnection()) {
        connection.setCatalog("flights");
        assertThat(connection.getCatalog()).isEqualTo("flights");
        assertThat(connection.getSchema()).isEqualTo("main");
      }
      try (Connection connection = own.getConnection()) {
        assertThat(connection.getCatalog()).isEqualTo("types");
        assertThat(connection.getSchema()).isEqualTo("dev");
        connection.setSchema("main");
        connection.setCatalog("flights");
        connection.setCatalog("types");
        assertThat(connection.getSchema()).isEqualTo("main");
      }
      try (Connection connection = own.getConnection()) {
        assertThat(connection.getSchema()).isEqualTo("dev");
      }
    }
  }

  private static String shown(Connection connection, String option) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW " + option)) {
      row.next();
      return row.getString(1);
    }
  }

  @Test
  void aPoolThatTellsOfRequestsGetsTheBranchBackToo() throws SQLException {
    System.setProperty(REQUESTS, "true");
    try (HikariDataSource own = new HikariDataSource(config())) {
      try (Connection connection = own.getConnection()) {
        run(connection, "USE dev");
        run(connection, "BEGIN");
        run(connection, "INSERT INTO Thing (name) VALUES ('p1')");
        assertThat(connection.getSchema()).isEqualTo("dev");
      }
      try (Connection connection = own.getConnection()) {
        assertThat(connection.getSchema()).isEqualTo("main");
        run(connection, "USE dev");
        assertThat(things(connection)).isEmpty();
      }
    } finally {
      System.clearProperty(REQUESTS);
    }
  }

  @Test
  void statementsLeftOpenAreClosedWhenTheConnectionIsReturned() throws SQLException {
    Statement left;
    ResultSet rows;
    try (Connection connection = pool.getConnection()) {
      left = connection.createStatement();
      rows = left.executeQuery("SELECT * FROM Thing");
      assertThat(rows.next()).isTrue();
    }
    assertThat(left.isClosed()).isTrue();
    assertThat(rows.isClosed()).isTrue();
  }

  @Test
  void aConnectionThatIsBrokenIsReplaced() throws Exception {
    System.setProperty(ALWAYS_VALIDATE, "-1"); // not even within the same millisecond
    try (HikariDataSource own = new HikariDataSource(config())) {
      OmniGraphConnection broken;
      try (Connection connection = own.getConnection()) {
        assertThat(connection.isValid(5)).isTrue();
        broken = connection.unwrap(OmniGraphConnection.class);
      }
      broken.session().client().close();
      assertThat(broken.isValid(5)).isFalse();
      try (Connection connection = own.getConnection()) {
        assertThat(connection.unwrap(OmniGraphConnection.class)).isNotSameAs(broken);
        assertThat(things(connection)).isEmpty();
      }
    } finally {
      System.clearProperty(ALWAYS_VALIDATE);
    }
  }

  @Test
  void manyThreadsShareFewConnections() throws Exception {
    HikariConfig config = config();
    config.setMaximumPoolSize(3);
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try (HikariDataSource own = new HikariDataSource(config)) {
      List<Future<Integer>> counts = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        String sql = "SELECT " + i;
        counts.add(
            threads.submit(
                () -> {
                  try (Connection connection = own.getConnection();
                      Statement statement = connection.createStatement();
                      ResultSet row = statement.executeQuery(sql)) {
                    row.next();
                    return row.getInt(1);
                  }
                }));
      }
      for (int i = 0; i < counts.size(); i++) {
        assertThat(counts.get(i).get()).isEqualTo(i);
      }
      assertThat(own.getHikariPoolMXBean().getTotalConnections()).isLessThanOrEqualTo(3);
    } finally {
      threads.shutdownNow();
    }
  }
}
