package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collections;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Statements and bound values that are longer than a message to the server. */
class RequestSizeTest {
  private static final String LONG = "x".repeat(65 << 20);
  private static final String INSERT = "INSERT INTO Thing (name, small, tags) VALUES (?, ?, ?)";

  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  @Test
  void aStatementThatIsTooLongIsRefusedByItsLength() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement()) {
      String insert = "INSERT INTO Thing (name) VALUES ('" + LONG + "')";
      refused(() -> statement.execute(insert), "the statement");
      refused(() -> statement.executeUpdate(insert), "the statement");
      refused(() -> statement.executeQuery("SELECT '" + LONG + "'"), "the statement");
      refused(() -> connection.prepareStatement(insert), "the statement");
      assertThat(statement.execute("SELECT 1")).isTrue();
    }
  }

  @Test
  void aRowThatIsTooLongIsNamedAndNothingOfItsBatchIsKept() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement();
        PreparedStatement query = connection.prepareStatement("SELECT CHAR_LENGTH(?)");
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      query.setString(1, LONG);
      refused(query::executeQuery, "row 1 of the bound values");
      insert.setInt(2, 1);
      insert.setObject(3, null);
      for (String name : new String[] {"w1", "w2", LONG}) {
        insert.setString(1, name);
        insert.addBatch();
      }
      refused(insert::executeBatch, "row 3 of the bound values");
      try (ResultSet row =
          statement.executeQuery("SELECT COUNT(*) FROM Thing WHERE name LIKE 'w%'")) {
        row.next();
        assertThat(row.getInt(1)).isZero();
      }
    }
  }

  @Test
  void aBatchOfMoreThanOneMessageIsOneRequest() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement();
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      String tag = "t".repeat(7 << 20);
      for (int i = 0; i < 10; i++) {
        insert.setString(1, "w" + i);
        insert.setObject(2, i % 2 == 0 ? i : String.valueOf(i));
        insert.setObject(3, i % 3 == 0 ? null : Collections.nCopies(i % 3, tag));
        insert.addBatch();
      }
      int[] counts = new int[10];
      Arrays.fill(counts, 1);
      assertThat(insert.executeBatch()).isEqualTo(counts);
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT small, CARDINALITY(tags) FROM Thing WHERE name LIKE 'w%' ORDER BY name")) {
        for (int i = 0; i < 10; i++) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isEqualTo(i);
          assertThat(rows.getInt(2)).isEqualTo(i % 3);
        }
      }
      assertThat(statement.executeUpdate("DELETE FROM Thing WHERE name LIKE 'w%'")).isEqualTo(10);
    }
  }

  private static void refused(ThrowingCallable call, String what) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("54000"))
        .hasMessageContaining(what + " has")
        .hasMessageContaining("64 MiB");
  }
}
