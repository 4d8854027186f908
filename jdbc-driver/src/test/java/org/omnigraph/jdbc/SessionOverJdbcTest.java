package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;

/** Statements about the session through the driver. */
class SessionOverJdbcTest {
  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  private static String text(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  @Test
  void useShowAndResetAreStatementsLikeOthers() throws SQLException {
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      String empty =
          text(
              statement,
              "SELECT commit_id FROM omnigraph_catalog.commits WHERE parent_commit IS NULL");
      assertThat(text(statement, "SHOW schema")).isEqualTo("main");
      assertThat(statement.execute("USE \"main@" + empty + "\"")).isFalse();
      assertThat(text(statement, "SELECT COUNT(*) FROM Carrier")).isEqualTo("0");
      assertThat(text(statement, "SHOW snapshot")).isEqualTo(empty);
      statement.execute("USE flights.main");
      assertThat(text(statement, "SELECT COUNT(*) FROM Carrier")).isEqualTo("16");
      assertThat(
              text(
                  statement,
                  "SELECT COUNT(*) FROM table_changes('Carrier', '" + empty + "', 'main')"))
          .isEqualTo("16");
      assertThat(text(statement, "EXPLAIN SELECT * FROM Carrier")).isEqualTo("Logical plan");
      assertThatThrownBy(() -> statement.execute("SET colour = 'red'"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("the options are catalog");
    }
  }

  @Test
  void aPreparedStatementReadsTheSnapshotThatIsBound() throws SQLException {
    String before =
        "SELECT commit_id, created_at FROM omnigraph_catalog.commits WHERE parent_commit IS NULL";
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement();
        ResultSet first = statement.executeQuery(before)) {
      assertThat(first.next()).isTrue();
      String sql =
          "SELECT COUNT(*) FROM Carrier FOR SYSTEM_TIME AS OF ? WHERE code <> ? HAVING COUNT(*) > -1";
      try (PreparedStatement counted = connection.prepareStatement(sql)) {
        assertThat(counted.getParameterMetaData().getParameterType(1)).isEqualTo(Types.VARCHAR);
        counted.setString(2, "none");
        counted.setString(1, first.getString(1));
        assertThat(count(counted)).isZero();
        counted.setTimestamp(1, first.getTimestamp(2));
        assertThat(count(counted)).isZero();
        counted.setObject(1, first.getObject(2, LocalDateTime.class));
        assertThat(count(counted)).isZero();
        counted.setString(1, "now");
        assertThat(count(counted)).isEqualTo(16);
        counted.setTimestamp(1, new Timestamp(0));
        assertThatThrownBy(() -> count(counted))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("it begins at");
      }
      try (PreparedStatement changed =
          connection.prepareStatement("SELECT COUNT(*) FROM table_changes('Carrier', ?, ?)")) {
        changed.setString(1, first.getString(1));
        changed.setString(2, "main");
        assertThat(count(changed)).isEqualTo(16);
      }
    }
  }

  private static long count(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  @Test
  void theSchemaAndTheCatalogFollowUse() throws SQLException {
    for (String url : new String[] {"/flights", "/flights?branch=main&statementTimeout=60s"}) {
      try (Connection connection = SERVER.connect(url);
          Statement statement = connection.createStatement()) {
        statement.execute("-- another branch\nUSE dev");
        assertThat(statement.getUpdateCount()).isZero();
        assertThat(connection.getSchema()).isEqualTo("dev");
        assertThat(text(statement, "SHOW schema")).isEqualTo("dev");
        assertThat(statement.executeUpdate("USE types.main")).isZero();
        assertThat(connection.getCatalog()).isEqualTo("types");
        assertThat(connection.getSchema()).isEqualTo("main");
        assertThat(text(statement, "SELECT COUNT(*) FROM Thing")).isEqualTo("3");
        assertThatThrownBy(() -> statement.execute("USE nowhere"))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("nowhere");
        assertThat(connection.getSchema()).isEqualTo("main");
        try (PreparedStatement use = connection.prepareStatement("USE dev")) {
          assertThat(use.execute()).isFalse();
        }
        assertThat(connection.getSchema()).isEqualTo("dev");
        connection.setSchema("main");
        assertThat(text(statement, "SHOW schema")).isEqualTo("main");
        connection.setSchema(null);
        assertThat(text(statement, "SHOW schema")).isEqualTo("main");
        statement.execute("SET statement_timeout = '5s'");
        assertThat(text(statement, "SHOW statement_timeout")).isEqualTo("5000ms");
        assertThat(text(statement, "SELECT COUNT(*) FROM Thing")).isEqualTo("3");
      }
    }
  }

  @Test
  void aSnapshotIsReadOnlyAndIsLeftByUse() throws SQLException {
    String empty;
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      empty =
          text(
              statement,
              "SELECT commit_id FROM omnigraph_catalog.commits WHERE parent_commit IS NULL");
      statement.execute("USE \"dev@" + empty + "\"");
      assertThat(connection.getSchema()).isEqualTo("dev");
      assertThat(connection.isReadOnly()).isTrue();
      assertThat(text(statement, "SELECT COUNT(*) FROM Carrier")).isEqualTo("0");
      try (ResultSet tables =
          connection.getMetaData().getTables(null, connection.getSchema(), "Carrier", null)) {
        assertThat(tables.next()).isTrue();
      }
      statement.execute("USE dev");
      assertThat(connection.isReadOnly()).isFalse();
    }
    try (Connection connection = SERVER.connect("/flights?snapshot=" + empty);
        Statement statement = connection.createStatement()) {
      assertThat(connection.isReadOnly()).isTrue();
      assertThat(text(statement, "SELECT COUNT(*) FROM Carrier")).isEqualTo("0");
      statement.execute("RESET snapshot");
      assertThat(connection.isReadOnly()).isFalse();
      assertThat(text(statement, "SELECT COUNT(*) FROM Carrier")).isEqualTo("16");
    }
  }

  @Test
  void aSnapshotOfTheUrlIsLeftByNoMethod() throws SQLException {
    String empty;
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      empty =
          text(
              statement,
              "SELECT commit_id FROM omnigraph_catalog.commits WHERE parent_commit IS NULL");
    }
    for (String url : new String[] {"?snapshot=" + empty, "?branch=main@" + empty}) {
      try (Connection connection = SERVER.connect("/flights" + url);
          Statement statement = connection.createStatement()) {
        connection.setSchema("main");
        connection.setSchema(null);
        connection.setSchema(connection.getSchema());
        connection.setCatalog(connection.getCatalog());
        for (ThrowingCallable leave :
            List.<ThrowingCallable>of(
                () -> connection.setSchema("dev"),
                () -> connection.setCatalog("types"),
                () -> connection.setCatalog(null))) {
          assertThatThrownBy(leave)
              .isInstanceOfSatisfying(
                  SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55000"))
              .hasMessageContaining("the URL names a snapshot");
        }
        assertThat(connection.isReadOnly()).isTrue();
        assertThat(text(statement, "SELECT COUNT(*) FROM Carrier")).isEqualTo("0");
        statement.execute("USE dev");
        connection.setSchema("main");
        assertThat(text(statement, "SELECT COUNT(*) FROM Carrier")).isEqualTo("16");
      }
    }
  }

  @Test
  void theReadOnlyModeFollowsSet() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement()) {
      statement.execute("SET read_only = true");
      assertThat(connection.isReadOnly()).isTrue();
      statement.execute("SET read_only = false");
      assertThat(connection.isReadOnly()).isFalse();
      statement.execute("SET read_only = true");
      statement.execute("RESET read_only");
      assertThat(connection.isReadOnly()).isFalse();
    }
  }

  @Test
  void aSavepointHasAName() throws SQLException {
    try (Connection connection = SERVER.connect("/types")) {
      connection.setAutoCommit(false);
      for (String name : new String[] {null, "", "a\ud83d"}) {
        assertThatThrownBy(() -> connection.setSavepoint(name))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("a savepoint's name");
      }
    }
  }

  @Test
  void aReadOnlyConnectionWritesByNoRoute() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement();
        PreparedStatement prepared =
            connection.prepareStatement("INSERT INTO Thing (name) VALUES ('r')")) {
      connection.setReadOnly(true);
      String insert = "INSERT INTO Thing (name) VALUES ('r')";
      for (ThrowingCallable route :
          List.<ThrowingCallable>of(
              () -> statement.execute(insert),
              () -> statement.executeUpdate(insert),
              () -> statement.executeQuery(insert),
              () -> statement.executeQuery("query add() { insert Thing { name: \"r\" } }"),
              prepared::executeUpdate,
              prepared::execute)) {
        assertThatThrownBy(route)
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
      }
      statement.execute("USE dev");
      assertThat(text(statement, "SELECT COUNT(*) FROM Thing WHERE name = 'r'")).isEqualTo("0");
      connection.setReadOnly(false);
    }
  }

  /** Report 3. */
  @Test
  void theCatalogAndTheSchemaChangeAfterConnect() throws SQLException {
    try (Connection connection = SERVER.connect("/flights?branch=dev");
        Statement statement = connection.createStatement()) {
      assertThat(text(statement, "SHOW schema")).isEqualTo("dev");
      connection.setCatalog("types");
      assertThat(text(statement, "SHOW catalog")).isEqualTo("types");
      assertThat(text(statement, "SHOW schema")).isEqualTo("main");
      connection.setSchema("dev");
      assertThat(text(statement, "SHOW schema")).isEqualTo("dev");
    }
  }

  @Test
  void aPoolMayAskForTheEndOfARequest() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement()) {
      connection.beginRequest();
      statement.execute("USE dev");
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT INTO Thing (name) VALUES ('r')");
      connection.endRequest();
      assertThat(connection.getSchema()).isEqualTo("main");
      connection.rollback();
      statement.execute("USE dev");
      assertThat(text(statement, "SELECT COUNT(*) FROM Thing WHERE name = 'r'")).isEqualTo("0");
      connection.rollback();
      connection.endRequest();
      assertThat(connection.getSchema()).isEqualTo("dev");
    }
  }

  @Test
  void commitAndRollbackEndWhatBeginBegan() throws SQLException {
    String count = "SELECT COUNT(*) FROM Thing WHERE name = 'b'";
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement();
        PreparedStatement begin = connection.prepareStatement("START TRANSACTION")) {
      assertThatThrownBy(connection::rollback).hasMessageContaining("nothing to roll back");
      begin.execute();
      statement.executeUpdate("INSERT INTO Thing (name) VALUES ('b')");
      assertThatThrownBy(() -> connection.setAutoCommit(false))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25001"));
      assertThatThrownBy(() -> connection.setSchema("dev")).hasMessageContaining("transaction");
      connection.rollback();
      assertThat(text(statement, count)).isEqualTo("0");
      statement.executeUpdate("BEGIN");
      statement.executeUpdate("INSERT INTO Thing (name) VALUES ('b')");
      connection.setSavepoint("s");
      connection.commit();
      assertThatThrownBy(connection::commit).hasMessageContaining("nothing to commit");
      statement.execute("BEGIN");
      statement.execute("DELETE FROM Thing WHERE name = 'b'");
      statement.execute("COMMIT");
      assertThatThrownBy(connection::commit).hasMessageContaining("nothing to commit");
      assertThat(text(statement, count)).isEqualTo("0");
      connection.setAutoCommit(false);
      statement.execute("BEGIN");
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  @Test
  void aStatementWithoutRowsIsNoQueryAndIsNotRun() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement()) {
      for (String sql :
          List.of(
              "INSERT INTO Thing (name) VALUES ('q')",
              "/* SELECT */ INSERT INTO Thing (name) VALUES ('q')",
              "query add() { insert Thing { name: \"q\" } }",
              "BEGIN")) {
        assertThatThrownBy(() -> statement.executeQuery(sql))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42000"))
            .hasMessageContaining("use executeUpdate");
      }
      assertThatThrownBy(connection::commit).hasMessageContaining("nothing to commit");
      assertThat(
              text(
                  statement,
                  "WITH q AS (SELECT name FROM Thing WHERE name = 'q') SELECT COUNT(*) FROM q"))
          .isEqualTo("0");
      assertThat(text(statement, "(SELECT COUNT(*) FROM Thing)")).isEqualTo("3");
    }
  }

  @Test
  void aBranchMayHaveAnyLetters() throws SQLException {
    try (Graph graph = Graph.open(SERVER.directory().toString(), GraphConfig.defaults())) {
      graph.createBranch(BranchName.of("müll/日本"), BranchName.MAIN);
    }
    String count = "SELECT COUNT(*) FROM Carrier WHERE name = 'mine'";
    try (Connection connection = SERVER.connect("/flights?branch=m%C3%BCll/%E6%97%A5%E6%9C%AC");
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('ZM', 'mine')");
      assertThat(connection.getSchema()).isEqualTo("müll/日本");
    }
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      connection.setSchema("müll/日本");
      assertThat(text(statement, count)).isEqualTo("1");
      connection.setSchema("main");
      assertThat(text(statement, count)).isEqualTo("0");
      statement.execute("USE \"müll/日本\"");
      assertThat(connection.getSchema()).isEqualTo("müll/日本");
      assertThat(text(statement, count)).isEqualTo("1");
      statement.execute("SET statement_timeout = '60s'");
      assertThat(text(statement, count)).isEqualTo("1");
      assertThatThrownBy(() -> connection.setSchema("größe"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("'größe'");
    }
  }

  @Test
  void inATransactionTheLimitChangesAndThePlaceDoesNot() throws SQLException {
    try (Connection connection = SERVER.connect("/types?branch=dev");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT INTO Thing (name) VALUES ('limited')");
      statement.execute("SET statement_timeout = '1min'");
      assertThatThrownBy(() -> statement.execute("USE main"))
          .hasMessageContaining("COMMIT or ROLLBACK this one first");
      assertThat(text(statement, "SHOW schema")).isEqualTo("dev");
      assertThat(text(statement, "SHOW statement_timeout")).isEqualTo("60000ms");
      assertThat(text(statement, "SELECT COUNT(*) FROM Thing WHERE name = 'limited'"))
          .isEqualTo("1");
      connection.rollback();
      assertThat(text(statement, "SELECT COUNT(*) FROM Thing WHERE name = 'limited'"))
          .isEqualTo("0");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\n", "-- c\n", "/* c */"})
  void manyBlanksAndCommentsMayStandBeforeAStatement(String gap) throws SQLException {
    String before = gap.repeat(20_000);
    String update = before + "UPDATE Thing SET small = 1 WHERE name = 'nobody'";
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement(update)) {
      assertThat(text(statement, before + "SELECT COUNT(*) FROM Thing")).isEqualTo("3");
      assertThat(statement.executeUpdate(update)).isZero();
      assertThat(statement.execute(update)).isFalse();
      assertThat(prepared.executeUpdate()).isZero();
      statement.execute(before + "USE dev");
      assertThat(connection.getSchema()).isEqualTo("dev");
      statement.execute(before + "BEGIN");
      assertThat(statement.executeUpdate(update)).isZero();
      statement.execute(before + "COMMIT");
    }
  }
}
