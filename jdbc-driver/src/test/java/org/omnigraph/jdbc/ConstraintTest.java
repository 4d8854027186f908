package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;

/** What JDBC hears of rows that break a constraint. */
class ConstraintTest {
  private static final String SCHEMA =
      """
      node Person {
          name: String @key
          city: String
          email: String? @unique
          age: I32?
          mood: enum(calm, busy)?
          tags: [String]?
          code: String?
          @range(age, 0..200)
          @check(code, "^[a-z]+$")
      }

      node Note {
          text: String
      }

      edge Knows: Person -> Person @card(0..1)
      """;

  @TempDir static Path folder;

  private static String url;

  @BeforeAll
  static void makeGraph() throws SQLException {
    Path directory = folder.resolve("people");
    Graph.init(directory.toString(), SCHEMA, GraphConfig.defaults()).close();
    url = "jdbc:omnigraph:file:" + directory;
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "INSERT INTO Person (name, city, email) VALUES ('ada', 'x', 'a@x'), ('bob', 'x', 'b@x')");
      statement.executeUpdate("INSERT INTO Knows (src, dst) VALUES ('bob', 'ada')");
    }
  }

  private static SQLException failing(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    } catch (SQLException e) {
      return e;
    }
    throw new AssertionError("it did not fail: " + sql);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "23505; INSERT INTO Person (name, city) VALUES ('ada', 'y')",
        "23505; INSERT INTO Person (name, city) VALUES ('new', 'y'), ('new', 'z')",
        "23505; UPSERT INTO Person (name, city) VALUES ('new', 'y'), ('new', 'z')",
        "23505; INSERT INTO Note (id, text) VALUES ('n', 'y'), ('n', 'z')",
        "23505; UPSERT INTO Note (id, text) VALUES ('n', 'y'), ('n', 'z')",
        "23505; INSERT INTO Person (name, city, email) VALUES ('new', 'y', 'a@x')",
        "23505; INSERT INTO Person (name, city, email) VALUES ('n1', 'y', 'c'), ('n2', 'y', 'c')",
        "23505; UPDATE Person SET email = 'same'",
        "23502; INSERT INTO Person (name, city) VALUES (NULL, 'y')",
        "23502; INSERT INTO Person (name, city) VALUES ('new', NULL)",
        "23502; INSERT INTO Person (name) VALUES ('new')",
        "23502; INSERT INTO Person (city) VALUES ('x')",
        "23502; INSERT INTO Person (name, city) SELECT 'new', email FROM (VALUES (CAST(NULL AS VARCHAR))) AS t(email)",
        "23502; UPDATE Person SET city = NULL",
        "23502; UPDATE Person SET city = NULLIF(city, 'x')",
        "23502; INSERT INTO Person (name, city, tags) VALUES ('new', 'y', ARRAY['a', NULL])",
        "23502; INSERT INTO Knows (src) VALUES ('ada')",
        "23503; INSERT INTO Knows (src, dst) VALUES ('ada', 'nobody')",
        "23514; INSERT INTO Person (name, city, age) VALUES ('new', 'y', 201)",
        "23514; UPDATE Person SET mood = 'angry'",
        "23514; INSERT INTO Person (name, city, code) VALUES ('new', 'y', 'A1')",
        "23514; INSERT INTO Person (id, name, city) VALUES ('other', 'new', 'y')",
        "23514; INSERT INTO Knows (src, dst) VALUES ('bob', 'bob')"
      })
  void aBrokenConstraintHasAStateOfItsKind(String state, String sql) throws SQLException {
    SQLException e = failing(sql);
    assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state);
    assertThat((Throwable) e).isInstanceOf(SQLIntegrityConstraintViolationException.class);
    assertThat(e.getErrorCode()).isIn(1, 8);
  }

  @Test
  void aBatchThatRepeatsAKeySaysSo() throws SQLException {
    for (String verb : new String[] {"INSERT", "UPSERT"}) {
      try (Connection connection = DriverManager.getConnection(url);
          PreparedStatement insert =
              connection.prepareStatement(
                  verb + " INTO Person (name, city) VALUES (?, 'x'), (?, 'y')")) {
        for (int i = 0; i < 3; i++) {
          insert.setString(1, "p" + i);
          insert.setString(2, i == 1 ? "p1" : "q" + i);
          insert.addBatch();
        }
        insert.executeBatch();
        throw new AssertionError("it did not fail");
      } catch (BatchUpdateException e) {
        assertThat(e.getSQLState()).as(verb + ": " + e.getMessage()).isEqualTo("23505");
      }
    }
  }

  @Test
  void aNullInABatchSaysSo() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO Person (name, city) VALUES (?, ?)")) {
      for (int i = 0; i < 3; i++) {
        insert.setString(1, "p" + i);
        insert.setString(2, i == 1 ? null : "x");
        insert.addBatch();
      }
      insert.executeBatch();
      throw new AssertionError("it did not fail");
    } catch (BatchUpdateException e) {
      assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo("23502");
    }
  }

  @Test
  void otherRefusalsAreNoConstraints() throws SQLException {
    assertThat(failing("INSERT INTO Person (nothing) VALUES (1)").getSQLState()).isEqualTo("42000");
    assertThat(failing("INSERT INTO Person VALUES (1").getSQLState()).isEqualTo("42000");
  }
}
