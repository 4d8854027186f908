package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A thread that is interrupted hears what came of its statements, and stays interrupted. */
class InterruptTest {
  private static final String INSERT = "INSERT INTO Thing (name) VALUES ('i new')";

  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  private Connection connection;

  private interface Work {
    void run() throws SQLException;
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = SERVER.connect("/types");
  }

  @AfterEach
  void removeThings() throws SQLException {
    connection.close();
    try (Connection other = SERVER.connect("/types")) {
      update(other, "DELETE FROM Thing WHERE name LIKE 'i %'");
    }
  }

  private static void update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  /** What everybody sees. */
  private static List<String> things() throws SQLException {
    try (Connection other = SERVER.connect("/types");
        Statement statement = other.createStatement();
        ResultSet rows = statement.executeQuery("SELECT name FROM Thing WHERE name LIKE 'i %'")) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }

  private static void interrupted(Work work) throws SQLException {
    Thread.currentThread().interrupt();
    try {
      work.run();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private static void assertNotSent(Work work) throws SQLException {
    assertThatThrownBy(() -> interrupted(work))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"))
        .hasMessageContaining("the thread is interrupted; nothing was sent to the server");
    assertThat(things()).isEmpty();
  }

  @Test
  void aStatementOfAnInterruptedThreadIsNotSent() throws SQLException {
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared =
            connection.prepareStatement("INSERT INTO Thing (name) VALUES (?)")) {
      prepared.setString(1, "i new");
      prepared.addBatch();

      assertNotSent(() -> statement.executeUpdate(INSERT));
      assertNotSent(() -> statement.execute(INSERT));
      assertNotSent(() -> statement.executeQuery("SELECT 1"));
      assertNotSent(() -> statement.execute("USE types.main"));
      assertNotSent(prepared::executeUpdate);
      assertNotSent(prepared::executeBatch);
      assertNotSent(() -> connection.prepareStatement(INSERT));
      assertNotSent(() -> connection.getMetaData().getTables(null, null, "%", null));
      assertNotSent(() -> SERVER.connect("/types"));
    }
  }

  @Test
  void anInterruptedThreadCommits() throws SQLException {
    connection.setAutoCommit(false);
    update(connection, INSERT);

    interrupted(connection::commit);

    assertThat(things()).containsExactly("i new");
    update(connection, "INSERT INTO Thing (name) VALUES ('i second')");
    interrupted(() -> connection.setAutoCommit(true));
    assertThat(things()).containsExactlyInAnyOrder("i new", "i second");
  }

  @Test
  void anInterruptedThreadCommitsWhatBeginBegan() throws SQLException {
    update(connection, "BEGIN");
    update(connection, INSERT);

    interrupted(connection::commit);

    assertThat(things()).containsExactly("i new");
  }

  @Test
  void anInterruptedThreadRollsBack() throws SQLException {
    connection.setAutoCommit(false);
    update(connection, INSERT);

    interrupted(connection::rollback);
    connection.commit();

    assertThat(things()).isEmpty();
  }

  @Test
  void anInterruptedThreadAsksWhetherTheServerAnswers() throws SQLException {
    interrupted(() -> assertThat(connection.isValid(20)).isTrue());
  }

  @Test
  void anInterruptedThreadClosesWhatItHasOpen() throws SQLException {
    Statement statement = connection.createStatement();
    PreparedStatement prepared = connection.prepareStatement("SELECT name FROM Thing");
    ResultSet rows = statement.executeQuery("SELECT name FROM Thing");
    assertThat(rows.next()).isTrue();
    ResultSet others = prepared.executeQuery();
    assertThat(others.next()).isTrue();
    assertNotSent(() -> connection.createStatement().executeQuery("SELECT 1"));

    interrupted(rows::close);
    interrupted(connection::close);

    assertThat(others.isClosed()).isTrue();
    assertThat(connection.isClosed()).isTrue();
  }
}
