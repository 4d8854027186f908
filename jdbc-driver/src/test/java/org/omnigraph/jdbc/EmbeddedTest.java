package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;

/** A graph in a directory, opened by the driver inside this process. */
class EmbeddedTest {
  @TempDir static Path folder;

  private static String url;

  @BeforeAll
  static void makeGraph() {
    Path directory = folder.resolve("notes");
    String schema = "node Note {\n  name: String @key\n  text: String?\n}\n";
    try (Graph graph = Graph.init(directory.toString(), schema, GraphConfig.defaults())) {
      graph.createBranch(BranchName.of("dev"), BranchName.MAIN);
    }
    url = "jdbc:omnigraph:file:" + directory;
  }

  private static long count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM Note")) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    }
  }

  private static int run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private static ConnectionTarget target(Connection connection) throws SQLException {
    return connection.unwrap(OmniGraphConnection.class).session().target();
  }

  @Test
  void connectionsToOneDirectoryShareTheGraphAndTheLastOneClosesIt() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("notes"));
    int port;
    try (Connection first = DriverManager.getConnection(url)) {
      port = target(first).port();
      try (Connection second = DriverManager.getConnection("jdbc:omnigraph:file:" + link)) {
        assertThat(target(second).port()).isEqualTo(port);
        assertThat(second.getCatalog()).isEqualTo("notes");
        first.setAutoCommit(false);
        assertThat(run(first, "INSERT INTO Note (name) VALUES ('a'), ('b')")).isEqualTo(2);
        assertThat(count(first)).isEqualTo(2);
        assertThat(count(second)).isZero();
        first.commit();
        assertThat(count(second)).isEqualTo(2);
        first.setAutoCommit(true);
      }
      assertThat(run(first, "DELETE FROM Note")).isEqualTo(2);
    }
    String closed = "jdbc:omnigraph://127.0.0.1:" + port + "/notes?connectTimeout=5";
    assertThatThrownBy(() -> DriverManager.getConnection(closed))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("127.0.0.1:" + port);
    try (Connection again = DriverManager.getConnection(url)) {
      assertThat(count(again)).isZero();
    }
  }

  @Test
  void theUrlNamesABranchOrASnapshot() throws SQLException {
    String commit;
    try (Connection dev = DriverManager.getConnection(url + "?branch=dev")) {
      assertThat(dev.getSchema()).isEqualTo("dev");
      try (Statement statement = dev.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "SELECT head_commit FROM omnigraph_catalog.branches WHERE branch = 'dev'")) {
        assertThat(row.next()).isTrue();
        commit = row.getString(1);
      }
      run(dev, "INSERT INTO Note (name) VALUES ('a')");
      try (Connection main = DriverManager.getConnection(url);
          Connection old = DriverManager.getConnection(url + "?snapshot=" + commit)) {
        assertThat(count(dev)).isEqualTo(1);
        assertThat(count(main)).isZero();
        assertThat(count(old)).isZero();
        assertThat(old.isReadOnly()).isTrue();
      }
      run(dev, "DELETE FROM Note");
    }
    assertThatThrownBy(() -> DriverManager.getConnection(url + "?branch=nowhere"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("nowhere");
  }

  @Test
  void whoOnlyKnowsThePortIsTurnedAway() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      String address = "jdbc:omnigraph://127.0.0.1:" + target(connection).port() + "/notes";
      for (String credentials : new String[] {"", "?token=guess", "?user=sa&password=guess"}) {
        assertThatThrownBy(() -> DriverManager.getConnection(address + credentials))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28000"));
      }
    }
  }

  @Test
  void aDirectoryWithoutAGraphIsNamed() {
    Path nothing = folder.resolve("nothing");
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:omnigraph:file:" + nothing))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08001"))
        .hasMessageContaining(nothing.toString());
    assertThat(nothing).doesNotExist();
  }

  @Test
  void withoutTheEngineTheErrorSaysWhatToAdd() {
    assertThatThrownBy(() -> EmbeddedGraph.open("anywhere", ClassLoader.getPlatformClassLoader()))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("org.omnigraph:flight-server:" + OmniGraphDriver.VERSION);
  }

  @Test
  void whatIsMeantForAServerIsAWarning() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "sa");
    properties.setProperty("password", "");
    try (Connection connection = DriverManager.getConnection(url, properties)) {
      assertThat(connection.getWarnings().getMessage()).contains("means nothing");
      assertThat(count(connection)).isZero();
    }
  }
}
