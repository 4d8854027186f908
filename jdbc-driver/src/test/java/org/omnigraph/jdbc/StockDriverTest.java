package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrow's own driver, 18.1 to 18.3: what works with it, and what it cannot do. */
class StockDriverTest {
  @RegisterExtension static final GraphServer SERVER = new GraphServer();
  private static StockDriver driver;

  @BeforeAll
  static void load() throws Exception {
    driver = new StockDriver();
  }

  @AfterAll
  static void closeDriver() throws IOException {
    driver.close();
  }

  private static Connection connect(String graph) throws SQLException {
    return driver.connect(SERVER.server().port(), "graph", graph);
  }

  private static List<String> texts(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  private static List<String> things(Connection connection) throws SQLException {
    return texts(connection, "SELECT name FROM Thing WHERE name LIKE 's%' ORDER BY name");
  }

  @Test
  void queriesAndPreparedQueriesAnswer() throws SQLException {
    try (Connection connection = connect("flights");
        PreparedStatement airport =
            connection.prepareStatement(
                "SELECT name FROM Airport WHERE faa = ? AND altitude < ?")) {
      assertThat(texts(connection, "SELECT COUNT(*) FROM Airport")).containsExactly("1458");
      for (String faa : List.of("JFK", "LGA")) {
        airport.setString(1, faa);
        airport.setInt(2, 100);
        try (ResultSet rows = airport.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getString("name")).isNotBlank();
          assertThat(rows.next()).isFalse();
        }
      }
    }
  }

  /** Report 15: what is left is not written in this version of the driver. */
  @Test
  void everyGetterThatTheDriverHasAnswers() throws SQLException {
    try (Connection connection = connect("flights")) {
      assertThat(Getters.failures(connection.getMetaData()).keySet())
          .containsExactlyInAnyOrder(
              "getUserName",
              "ownInsertsAreVisible",
              "ownUpdatesAreVisible",
              "ownDeletesAreVisible",
              "othersInsertsAreVisible",
              "othersUpdatesAreVisible",
              "othersDeletesAreVisible",
              "insertsAreDetected",
              "updatesAreDetected",
              "deletesAreDetected",
              "supportsResultSetHoldability",
              "supportsTransactionIsolationLevel");
    }
  }

  @Test
  void theSequenceOfDBeaverGoesThrough() throws SQLException {
    try (Connection connection = connect("flights")) {
      Browsing.run(connection);
    }
  }

  /** What it sends is 5; a type of the parameter keeps the fraction. */
  @Test
  void aBoundFractionIsCutOffUnlessItIsCast() throws SQLException {
    for (String parameter : List.of("?", "CAST(? AS DOUBLE)")) {
      try (Connection connection = connect("types");
          PreparedStatement query =
              connection.prepareStatement(
                  "SELECT COUNT(*) FROM (VALUES (4), (5)) AS v(n) WHERE n = " + parameter)) {
        query.setDouble(1, 5.5);
        try (ResultSet rows = query.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getLong(1)).isEqualTo(parameter.equals("?") ? 1 : 0);
        }
      }
    }
  }

  /** Report 2: the driver takes the count of an INSERT for a result; the rows are there once. */
  @Test
  void aChangeIsAppliedOnceWhicheverWayItIsRun() throws SQLException {
    try (Connection connection = connect("types");
        Statement statement = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO Thing (name, small) VALUES (?, ?)")) {
      insert.setString(1, "s1");
      insert.setInt(2, 1);
      assertThat(insert.execute()).isTrue();
      assertThat(things(connection)).containsExactly("s1");
      insert.setString(1, "s2");
      insert.setInt(2, 2);
      assertThat(insert.executeUpdate()).isEqualTo(1);
      statement.execute("INSERT INTO Thing (name, small) VALUES ('s3', 3)");
      assertThat(statement.getUpdateCount()).isEqualTo(1);
      assertThat(statement.executeUpdate("UPDATE Thing SET small = 9 WHERE name LIKE 's%'"))
          .isEqualTo(3);
      assertThat(things(connection)).containsExactly("s1", "s2", "s3");
      assertThat(statement.executeUpdate("DELETE FROM Thing WHERE name LIKE 's%'")).isEqualTo(3);
      assertThat(things(connection)).isEmpty();
    }
  }

  /** A batch is one request, for which the driver has one count. */
  @Test
  void aBatchHasOneCountForAllRows() throws SQLException {
    try (Connection connection = connect("types");
        Statement statement = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO Thing (name, small) VALUES (?, ?)")) {
      for (int i = 0; i < 3; i++) {
        insert.setString(1, "s" + i);
        insert.setInt(2, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(3);
      assertThat(things(connection)).hasSize(3);
      statement.executeUpdate("DELETE FROM Thing WHERE name LIKE 's%'");
    }
  }

  /** The text goes to the session that the driver's cookie carries. */
  @Test
  void aTransactionIsWrittenAsStatements() throws SQLException {
    try (Connection connection = connect("types");
        Connection other = connect("types");
        Statement statement = connection.createStatement()) {
      statement.execute("BEGIN");
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('s1', 1)");
      statement.execute("SAVEPOINT here");
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('s2', 2)");
      statement.execute("ROLLBACK TO SAVEPOINT here");
      assertThat(things(connection)).containsExactly("s1");
      assertThat(things(other)).isEmpty();
      statement.execute("COMMIT");
      assertThat(things(other)).containsExactly("s1");
      statement.execute("BEGIN");
      statement.executeUpdate("DELETE FROM Thing WHERE name = 's1'");
      statement.execute("ROLLBACK");
      assertThat(things(connection)).containsExactly("s1");
      statement.executeUpdate("DELETE FROM Thing WHERE name = 's1'");
    }
  }

  /**
   * The driver's methods do nothing, so the server does not tell it that there are transactions.
   */
  @Test
  void commitAndRollbackAreNotTheDriversAndItIsToldSo() throws SQLException {
    try (Connection connection = connect("types");
        Statement statement = connection.createStatement()) {
      assertThat(connection.getMetaData().supportsTransactions()).isFalse();
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('s1', 1)");
      connection.rollback();
      assertThat(things(connection)).containsExactly("s1");
      statement.executeUpdate("DELETE FROM Thing WHERE name = 's1'");
    }
  }

  /** Report 3: the driver sends a catalog at connect only; USE is a statement. */
  @Test
  void theGraphAndTheBranchAreChosenByHeadersOrByUse() throws SQLException {
    try (Connection connection = driver.connect(SERVER.server().port());
        Statement statement = connection.createStatement()) {
      statement.execute("USE flights.main");
      assertThat(texts(connection, "SELECT COUNT(*) FROM Carrier")).containsExactly("16");
      connection.setCatalog("types");
      assertThat(texts(connection, "SELECT COUNT(*) FROM Carrier")).containsExactly("16");
      statement.execute("USE types.dev");
      assertThat(texts(connection, "SHOW schema")).containsExactly("dev");
      assertThat(texts(connection, "SELECT name FROM Thing")).contains("full");
    }
    try (Connection connection =
        driver.connect(SERVER.server().port(), "graph", "flights", "branch", "nowhere")) {
      assertThatThrownBy(() -> texts(connection, "SELECT COUNT(*) FROM Carrier"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("nowhere");
    }
  }

  /** A form that leaves the branch empty must not write to main. */
  @ParameterizedTest
  @ValueSource(strings = {"branch", "schema", "snapshot", "database"})
  void anEmptyPropertyThatNamesAPlaceIsRefusedByName(String property) throws SQLException {
    assertThatThrownBy(
            () -> {
              try (Connection connection =
                      driver.connect(SERVER.server().port(), "graph", "flights", property, "");
                  Statement statement = connection.createStatement()) {
                statement.executeQuery("SELECT 1").next();
              }
            })
        .isInstanceOf(SQLException.class)
        .hasStackTraceContaining("the header " + property + " is empty");
  }

  /**
   * With the driver's property {@code catalog} its own farewell comes after the end of its channel.
   */
  @Test
  void aCatalogAtConnectWorksButTheDriverFailsToClose() throws SQLException {
    Connection connection = driver.connect(SERVER.server().port(), "catalog", "flights");
    assertThat(texts(connection, "SELECT COUNT(*) FROM Carrier")).containsExactly("16");
    assertThatThrownBy(connection::close)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Channel shutdown");
  }

  /** Report 1: this version of the driver cannot read zoned columns, and the server sends none. */
  @Test
  void timesAreReadAsTheyAreStored() throws SQLException {
    try (Connection connection = connect("types");
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT at, CAST(at AS TIMESTAMP(3)), CAST('2013-03-10T02:30:05.250Z' AS"
                    + " TIMESTAMP(3)) FROM Thing WHERE name = 'full'")) {
      assertThat(row.next()).isTrue();
      for (int i = 1; i <= 3; i++) {
        assertThat(row.getMetaData().getColumnType(i)).isEqualTo(Types.TIMESTAMP);
        assertThat(row.getString(i)).startsWith("2013-03-10 02:30:05.25");
        assertThat(row.getObject(i).toString()).startsWith("2013-03-10");
      }
    }
  }

  /** Report 4. */
  @Test
  void halfReadResultsLeaveNothingInTheServer() throws SQLException {
    for (int i = 0; i < 20; i++) {
      Connection connection = connect("flights");
      Statement statement = connection.createStatement();
      assertThat(statement.executeQuery("SELECT * FROM Flight").next()).isTrue();
      try {
        connection.close();
      } catch (SQLException | IllegalStateException e) {
        assertThat(e).hasStackTraceContaining("Memory was leaked");
      }
    }
    while (SERVER.server().memoryInUse() > 0) {
      Thread.yield();
    }
  }

  /** Report 5: the driver forgets the handles of a statement that is used again. */
  @Test
  void oneStatementRunsEverNewTexts() throws SQLException {
    try (Connection connection = connect("flights");
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < 30; i++) {
        try (ResultSet rows = statement.executeQuery("SELECT " + i)) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isEqualTo(i);
        }
      }
    }
  }

  /** Report 8: what has no columns would be run as an update, and show no rows. */
  @Test
  void everyKindOfQueryHasRows() throws SQLException {
    try (Connection connection = connect("flights");
        Statement statement = connection.createStatement()) {
      for (String sql : Shapes.QUERIES) {
        assertThat(statement.execute(sql)).as(sql).isTrue();
        try (ResultSet rows = statement.getResultSet()) {
          assertThat(rows.next()).as(sql).isTrue();
        }
      }
    }
  }
}
