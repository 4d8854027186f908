package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Queries of the {@code .gq} language through the driver. */
class GqOverJdbcTest {
  private static final String NEAR =
      """
      query near($faa: String, $least: I64) {
        match { $a: Airport { faa: $faa } $a $r:route $b $r.flights >= $least }
        return { $b.name as name, $r.flights as flights }
        order { flights desc }
        limit 2
      }
      """;

  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  private static List<String> rows(ResultSet rows) throws SQLException {
    List<String> texts = new ArrayList<>();
    while (rows.next()) {
      texts.add(rows.getString(1) + "|" + rows.getString(2));
    }
    return texts;
  }

  @Test
  void aPreparedReadTakesParametersByPlace() throws SQLException {
    try (Connection connection = SERVER.connect("/flights");
        PreparedStatement near = connection.prepareStatement(NEAR)) {
      assertThat(near.getParameterMetaData().getParameterCount()).isEqualTo(2);
      assertThat(near.getParameterMetaData().getParameterType(2)).isEqualTo(Types.BIGINT);
      assertThat(near.getMetaData().getColumnName(2)).isEqualTo("flights");
      near.setString(1, "LGA");
      near.setLong(2, 1);
      List<String> many;
      try (ResultSet rows = near.executeQuery()) {
        many = rows(rows);
      }
      near.setLong(2, Integer.MAX_VALUE);
      try (ResultSet rows = near.executeQuery()) {
        assertThat(rows(rows)).isEmpty();
      }
      assertThat(many).hasSize(2).first().asString().contains("|");
    }
  }

  @Test
  void aMutationCountsAndIsPartOfTheTransaction() throws SQLException {
    String things =
        "query things() { match { $t: Thing $t.name starts_with \"gq\" } return { $t, $t.small } order { $t.name } }";
    try (Connection connection = SERVER.connect("/types");
        Connection other = SERVER.connect("/types");
        Statement statement = connection.createStatement();
        Statement outside = other.createStatement()) {
      connection.setAutoCommit(false);
      try (PreparedStatement add =
          connection.prepareStatement(
              "query add($n: String, $s: I32?) { insert Thing { name: $n, small: $s } }")) {
        add.setString(1, "gq1");
        add.setInt(2, 7);
        assertThat(add.executeUpdate()).isEqualTo(1);
        add.setString(1, "gq2");
        add.setNull(2, Types.INTEGER);
        assertThat(add.executeUpdate()).isEqualTo(1);
      }
      assertThat(rows(statement.executeQuery(things))).containsExactly("gq1|7", "gq2|null");
      assertThat(rows(outside.executeQuery(things))).isEmpty();
      connection.rollback();
      assertThat(rows(statement.executeQuery(things))).isEmpty();
      connection.commit();
      connection.setAutoCommit(true);
      assertThat(statement.execute("query add() { insert Thing { name: \"gq3\" } }")).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(1);
      assertThat(rows(outside.executeQuery(things))).containsExactly("gq3|null");
      assertThat(statement.executeUpdate("query gone() { delete Thing where name = \"gq3\" }"))
          .isEqualTo(1);
      assertThatThrownBy(
              () -> statement.executeQuery("query q() { match { $x: No } return { $x } }"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("T1");
    }
  }
}
