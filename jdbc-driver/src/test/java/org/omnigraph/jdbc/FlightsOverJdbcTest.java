package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Statements against a real server and a real graph. */
class FlightsOverJdbcTest {
  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  private static long count(Statement statement, String table) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  @Test
  void countsAndAggregatesComeBack() throws SQLException {
    try (Connection connection = SERVER.connect("/flights?branch=main");
        Statement statement = connection.createStatement()) {
      assertThat(count(statement, "Airport")).isEqualTo(1458);
      assertThat(count(statement, "Carrier")).isEqualTo(16);
      long flights = count(statement, "Flight");
      assertThat(flights).isGreaterThan(6000);
      assertThat(count(statement, "DepartsFrom")).isEqualTo(flights);
      assertThat(count(statement, "OperatedBy")).isEqualTo(flights);
      long sum = 0;
      long last = Long.MAX_VALUE;
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT c.name, COUNT(*) AS n FROM Flight f JOIN OperatedBy o ON o.src = f.id"
                  + " JOIN Carrier c ON c.id = o.dst GROUP BY c.name ORDER BY n DESC")) {
        while (rows.next()) {
          assertThat(rows.getString("name")).isNotBlank();
          assertThat(rows.getLong("n")).isLessThanOrEqualTo(last);
          last = rows.getLong("n");
          sum += last;
        }
      }
      assertThat(sum).isEqualTo(flights);
    }
  }

  @Test
  void aPreparedQueryRunsWithEverNewParameters() throws SQLException {
    try (Connection connection = SERVER.connect("/flights");
        PreparedStatement airport =
            connection.prepareStatement("SELECT name, altitude FROM Airport WHERE faa = ?");
        PreparedStatement late =
            connection.prepareStatement(
                "SELECT COUNT(*) FROM Flight WHERE arr_delay > ? AND day = ? AND scheduled < ?")) {
      for (String faa : List.of("JFK", "LGA", "EWR")) {
        airport.setString(1, faa);
        try (ResultSet rows = airport.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getString(1)).isNotBlank();
          assertThat(rows.next()).isFalse();
        }
      }
      airport.setString(1, "nowhere");
      assertThat(airport.executeQuery().next()).isFalse();

      late.setDouble(1, 60);
      late.setObject(2, LocalDate.of(2013, 1, 2));
      late.setObject(3, LocalDateTime.of(2014, 1, 1, 0, 0));
      ResultSet rows = late.executeQuery();
      assertThat(rows.next()).isTrue();
      long before = rows.getLong(1);
      assertThat(before).isPositive();
      late.setDouble(1, 120);
      rows = late.executeQuery();
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong(1)).isLessThan(before).isPositive();
    }
  }

  @Test
  void eachTypeOfTheGraphIsReadBackRight() throws SQLException {
    try (Connection connection = SERVER.connect("/types?timeZone=UTC");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM Thing WHERE name = 'full'")) {
      ResultSetMetaData columns = row.getMetaData();
      assertThat(columns.getColumnCount()).isEqualTo(16);
      assertThat(row.next()).isTrue();
      assertThat(row.getString("id")).isEqualTo("full");
      assertThat(row.getString("mood")).isEqualTo("busy");
      assertThat(row.getBoolean("flag")).isTrue();
      assertThat(row.getInt("small")).isEqualTo(Integer.MIN_VALUE);
      assertThat(row.getObject("large")).isEqualTo(9_007_199_254_740_993L);
      assertThat(row.getObject("usmall")).isEqualTo(4_294_967_295L);
      assertThat(row.getObject("ularge")).isEqualTo(new BigDecimal("18446744073709551615"));
      assertThat(row.getObject("single")).isEqualTo(1.5f);
      assertThat(row.getObject("double")).isEqualTo(-0.1);
      assertThat(row.getObject("day", LocalDate.class)).isEqualTo("1969-12-31");
      assertThat(row.getString("at")).isEqualTo("2013-03-10 02:30:05.25");
      assertThat(row.getTimestamp("at").toInstant())
          .isEqualTo(Instant.parse("2013-03-10T02:30:05.250Z"));
      assertThat((Float[]) row.getArray("vector").getArray()).containsExactly(0.5f, -1f, 2f);
      assertThat((String[]) row.getArray("tags").getArray()).containsExactly("a", "");
      assertThat((Long[]) ((Array) row.getObject("counts")).getArray())
          .containsExactly(1L, -9_007_199_254_740_993L);
      assertThat(row.getBytes("data")).containsExactly(0, -1, 127);
      assertThat(columns.getColumnType(columns.getColumnCount())).isEqualTo(Types.VARBINARY);
    }
  }

  @Test
  void aMissingValueIsNullInEveryType() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT mood, flag, small, large, usmall, ularge, single, \"double\", day, at,"
                    + " vector, tags, counts, data FROM Thing WHERE name = 'empty'")) {
      assertThat(row.next()).isTrue();
      for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
        assertThat(row.getObject(i)).as(row.getMetaData().getColumnName(i)).isNull();
        assertThat(row.wasNull()).isTrue();
      }
      assertThat(row.next()).isFalse();
    }
  }

  @Test
  void theStartUpOfDBeaverGoesThrough() throws SQLException {
    try (Connection connection = SERVER.connect("/flights")) {
      Browsing.run(connection);
      assertThat(connection.getCatalog()).isEqualTo("flights");
      assertThat(connection.getSchema()).isEqualTo("main");
      assertThat(connection.getMetaData().supportsTransactions()).isTrue();
    }
  }

  /** Report 8: what has no columns would be run as an update, and show no rows. */
  @Test
  void everyKindOfQueryHasRows() throws SQLException {
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      for (String sql : Shapes.QUERIES) {
        assertThat(statement.execute(sql)).as(sql).isTrue();
        assertThat(statement.getResultSet().next()).as(sql).isTrue();
        try (PreparedStatement prepared = connection.prepareStatement(sql)) {
          assertThat(prepared.getMetaData()).as(sql).isNotNull();
          assertThat(prepared.execute()).as(sql).isTrue();
          assertThat(prepared.getResultSet().next()).as(sql).isTrue();
        }
      }
    }
  }

  @Test
  void halfReadResultsClosedTwoHundredTimesLeaveNothing() throws SQLException {
    try (Connection connection = SERVER.connect("/flights")) {
      for (int i = 0; i < 200; i++) {
        try (Statement statement = connection.createStatement()) {
          assertThat(statement.executeQuery("SELECT * FROM Flight").next()).isTrue();
        }
      }
      assertThat(((OmniGraphConnection) connection).session().allocator().getAllocatedMemory())
          .isZero();
      assertThat(connection.createStatement().executeQuery("SELECT * FROM Flight").next()).isTrue();
    }
  }

  @Test
  void errorsNamePlaceAndRemedy() throws SQLException {
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("SELECT nme FROM Airport"))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("42000");
                assertThat(e.getErrorCode()).isEqualTo(1);
              })
          .hasMessageContaining("nme")
          .hasMessageContaining("[INVALID_REQUEST]");
      assertThatThrownBy(() -> connection.prepareStatement("SELEKT 1"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("[INVALID_REQUEST]");
      assertThat(count(statement, "Carrier")).isEqualTo(16);
    }
  }

  @Test
  void aTransactionSeesOneSnapshotAndEnds() throws SQLException {
    try (Connection connection = SERVER.connect("/flights");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThat(count(statement, "Carrier")).isEqualTo(16);
      connection.commit();
      assertThat(count(statement, "Carrier")).isEqualTo(16);
      connection.rollback();
      connection.setAutoCommit(true);
      assertThat(count(statement, "Carrier")).isEqualTo(16);
    }
  }
}
