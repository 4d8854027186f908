package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
          .isInstanceOfSatisfying(
              BatchUpdateException.class,
              e ->
                  assertThat(e.getUpdateCounts())
                      .containsExactly(Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED))
          .hasMessageContaining("t100");
    }
    assertThat(things(other)).hasSize(50).contains("t1000", "t14949");
  }

  @Test
  void theRowOfABatchThatFailsIsNamed() throws SQLException {
    try (Statement statement = connection.createStatement();
        PreparedStatement update =
            connection.prepareStatement("UPDATE Thing SET small = 100 / ? WHERE name = 't1'");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO Thing (name, small) VALUES (?, ?)")) {
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('t1', 1)");
      assertThatThrownBy(() -> batch(update, row(5), row(0), row(2)))
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("the batch of 3 rows was not applied: row 2: ");
      assertThatThrownBy(() -> batch(insert, row("t2", 1), row(null, 2)))
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("row 2: ");
      assertThat(things(other)).containsExactly("t11");
    }
  }

  /** What frameworks choose their setters by. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theRowOfABatchWithAKeyThatIsThereIsNamed(boolean autoCommit) throws SQLException {
    connection.setAutoCommit(autoCommit);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO Thing (name, small) VALUES (?, ?)")) {
      assertThatThrownBy(() -> batch(insert, row("t1", 1), row("t2", 2), row("t1", 3)))
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("row 3");
      assertThat(batch(insert, row("t1", 1))).containsExactly(1);
      assertThatThrownBy(() -> batch(insert, row("t2", 1), row("t1", 2)))
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("row 2");
    }
  }

  @Test
  void theEscapesOfJdbcAreRead() throws SQLException {
    String from =
        " FROM {oj Thing a LEFT OUTER JOIN Thing b ON a.name = b.name} WHERE a.name = '{oj}'";
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement("SELECT {fn UCASE(?)}" + from)) {
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('{oj}', 1)");
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT {fn UCASE(b.name)}, {d '2013-01-02'}, {ts '2013-01-02 03:04:05'}" + from)) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("{OJ}");
        assertThat(rows.getDate(2)).isEqualTo(java.sql.Date.valueOf("2013-01-02"));
        assertThat(rows.getTimestamp(3))
            .isEqualTo(java.sql.Timestamp.valueOf("2013-01-02 03:04:05"));
      }
      prepared.setString(1, "x");
      try (ResultSet rows = prepared.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("X");
      }
    }
  }

  @Test
  void aParameterIsAnnouncedAsTheColumnThatItGoesTo() throws SQLException {
    List<Integer> types =
        List.of(
            Types.VARCHAR,
            Types.BOOLEAN,
            Types.INTEGER,
            Types.BIGINT,
            Types.BIGINT,
            Types.DECIMAL,
            Types.REAL,
            Types.DOUBLE,
            Types.DATE,
            Types.TIMESTAMP,
            Types.ARRAY,
            Types.VARBINARY);
    String columns =
        "name, flag, small, large, usmall, ularge, single, double, day, at, tags, data";
    String marks = "?" + ", ?".repeat(types.size() - 1);
    for (String sql :
        List.of(
            "INSERT INTO Thing (" + columns + ") VALUES (" + marks + ")",
            "INSERT INTO Thing (" + columns + ") VALUES (" + marks + "), (" + marks + ")",
            "INSERT INTO Thing (" + columns + ") SELECT " + marks,
            "UPSERT INTO Thing (" + columns + ") VALUES (" + marks + ")")) {
      assertThat(announced(sql).subList(0, types.size())).as(sql).isEqualTo(types);
    }
    assertThat(announced("UPDATE Thing SET small = ?, day = ? WHERE name = ? AND at < ?"))
        .containsExactly(Types.INTEGER, Types.DATE, Types.VARCHAR, Types.TIMESTAMP);
    assertThat(announced("SELECT name FROM Thing WHERE small = ? AND day > ? AND double < ?"))
        .containsExactly(Types.INTEGER, Types.DATE, Types.DOUBLE);
  }

  private List<Integer> announced(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      ParameterMetaData parameters = statement.getParameterMetaData();
      List<Integer> types = new ArrayList<>();
      for (int i = 1; i <= parameters.getParameterCount(); i++) {
        types.add(parameters.getParameterType(i));
      }
      return types;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"it's \"here\"", "two  blanks", "no--comment", "/* nor this */", "\"", ";"})
  void aSavepointHasAnyName(String name) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      Savepoint savepoint = connection.setSavepoint(name);
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('t1', 1)");
      connection.rollback(savepoint);
      assertThat(things(connection)).isEmpty();
      assertThat(savepoint.getSavepointName()).isEqualTo(name);
      connection.releaseSavepoint(savepoint);
      assertThatThrownBy(() -> connection.rollback(savepoint)).hasMessageContaining("no savepoint");
    }
    connection.rollback();
  }

  private static long[] batch(PreparedStatement statement, Object[]... rows) throws SQLException {
    for (Object[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        statement.setObject(i + 1, row[i]);
      }
      statement.addBatch();
    }
    return statement.executeLargeBatch();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void eachRowOfABatchHasItsOwnCount(boolean autoCommit) throws SQLException {
    connection.setAutoCommit(autoCommit);
    try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO Thing (name, small) VALUES (?, ?)");
        PreparedStatement upsert =
            connection.prepareStatement("UPSERT INTO Thing (name, small) VALUES (?, ?), (?, ?)");
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE Thing SET large = ? WHERE name LIKE 't%' AND small = ?");
        PreparedStatement merge =
            connection.prepareStatement(
                "MERGE INTO Thing t USING (SELECT name, small FROM Thing WHERE name LIKE ?) s"
                    + " ON t.name = s.name WHEN MATCHED THEN UPDATE SET double = 1.0e0");
        PreparedStatement delete =
            connection.prepareStatement("DELETE FROM Thing WHERE name LIKE 't%' AND small = ?")) {
      assertThat(batch(insert, row("t1", 1), row("t2", 1), row("t3", 2))).containsExactly(1, 1, 1);
      assertThat(batch(upsert, row("t3", 2, "t4", 3), row("t5", 3, "t6", 3))).containsExactly(2, 2);
      assertThat(batch(update, row(10L, 1), row(20L, 7), row(30L, 3), row(40L, 2)))
          .containsExactly(2, 0, 3, 1);
      assertThat(batch(update, row(11L, 1), row(12L, 1))).containsExactly(2, 2);
      assertThat(batch(merge, row("t1"), row("t%"), row("none"))).containsExactly(1, 6, 0);
      if (!autoCommit) {
        connection.commit();
      }
      assertThat(batch(delete, row(1), row(1), row(3), row(9), row(2)))
          .containsExactly(2, 0, 3, 0, 1);
    }
    connection.setAutoCommit(true);
    assertThat(things(other)).isEmpty();
  }

  private static Object[] row(Object... values) {
    return values;
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
  void aSavepointMeansItsOwnMomentOnly() throws SQLException {
    connection.setAutoCommit(false);
    other.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      Savepoint first = connection.setSavepoint("s");
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('t1', 1)");
      Savepoint second = connection.setSavepoint("s");
      Savepoint othersOwn = other.setSavepoint("s");
      statement.executeUpdate("INSERT INTO Thing (name, small) VALUES ('t2', 2)");

      assertGone(first, "a later one of the same name has taken its place");
      assertGone(othersOwn, "a later one of the same name has taken its place");
      assertThat(things(connection)).containsExactly("t11", "t22");
      connection.rollback(second);
      assertThat(things(connection)).containsExactly("t11");

      Savepoint later = connection.setSavepoint("S");
      connection.rollback(second);
      assertGone(later, "it was released or rolled back, or is of another transaction");
      connection.rollback();
      assertGone(second, "it was released or rolled back, or is of another transaction");
      connection.setSavepoint("s");
      assertGone(second, "a later one of the same name has taken its place");
      statement.execute("COMMIT");
      assertGone(second, "it was released or rolled back, or is of another transaction");
    }
    connection.commit();
    other.rollback();
    other.setAutoCommit(true);
    assertThat(things(other)).isEmpty();
  }

  private void assertGone(Savepoint savepoint, String why) {
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            () -> connection.rollback(savepoint), () -> connection.releaseSavepoint(savepoint))) {
      assertThatThrownBy(use)
          .hasMessageContaining("this transaction has no savepoint")
          .hasMessageContaining(why)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42704"));
    }
  }

  /** A server keeps a thousand of a session, and drops the oldest. */
  @Test
  void aPreparedStatementThatTheServerHasDroppedIsPreparedAnew() throws SQLException {
    try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO Thing (name, small) VALUES (?, ?)");
        PreparedStatement query =
            connection.prepareStatement("SELECT COUNT(*) FROM Thing WHERE name LIKE ?")) {
      dropPrepared();
      insert.setString(1, "t1");
      insert.setInt(2, 1);
      assertThat(insert.executeUpdate()).isEqualTo(1);
      assertThat(count(query)).isEqualTo(1);

      connection.setAutoCommit(false);
      insert.setString(1, "t2");
      assertThat(insert.executeUpdate()).isEqualTo(1);
      assertThat(count(query)).isEqualTo(2);
      dropPrepared();
      for (String name : List.of("t3", "t4")) {
        insert.setString(1, name);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1);
      assertThat(count(query)).isEqualTo(4);
      connection.rollback();
    }
    assertThat(things(other)).containsExactly("t11");
  }

  private void dropPrepared() throws SQLException {
    List<PreparedStatement> newer = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      newer.add(connection.prepareStatement("SELECT 1"));
    }
    for (PreparedStatement statement : newer) {
      statement.close();
    }
  }

  private static int count(PreparedStatement query) throws SQLException {
    query.setString(1, "t%");
    try (ResultSet rows = query.executeQuery()) {
      assertThat(rows.next()).isTrue();
      return rows.getInt(1);
    }
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
