package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values on their way into a real graph and back. */
class TypesOverJdbcTest {
  /** No clock in Vancouver showed 02:30 on that day. */
  private static final Instant IN_THE_GAP = Instant.parse("2013-03-10T02:30:05.250Z");

  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  @AfterEach
  void removeThings() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM Thing WHERE name LIKE 'v%'");
    }
  }

  private static Calendar utc() {
    return Calendar.getInstance(TimeZone.getTimeZone("UTC"));
  }

  /** Report 6. */
  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/Vancouver"})
  void aTimeWithinAChangeOfClocksIsTheStoredInstant(String zone) throws SQLException {
    try (Connection connection = SERVER.connect("/types?timeZone=" + zone);
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO Thing (name, at) VALUES (?, ?)");
        PreparedStatement find =
            connection.prepareStatement("SELECT at FROM Thing WHERE at = ? AND name LIKE 'v%'")) {
      insert.setString(1, "v1");
      insert.setObject(2, IN_THE_GAP);
      insert.addBatch();
      insert.setString(1, "v2");
      insert.setTimestamp(2, Timestamp.from(IN_THE_GAP), utc());
      insert.addBatch();
      insert.setString(1, "v3");
      insert.setObject(2, OffsetDateTime.ofInstant(IN_THE_GAP, ZoneOffset.ofHours(-7)));
      insert.addBatch();
      insert.setString(1, "v4");
      insert.setObject(2, LocalDateTime.ofInstant(IN_THE_GAP, ZoneOffset.UTC));
      insert.addBatch();
      assertThat(insert.executeBatch()).containsExactly(1, 1, 1, 1);
      find.setObject(1, IN_THE_GAP);
      try (ResultSet rows = find.executeQuery()) {
        for (int i = 0; i < 4; i++) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getObject(1, Instant.class)).isEqualTo(IN_THE_GAP);
          assertThat(rows.getTimestamp(1, utc()).toInstant()).isEqualTo(IN_THE_GAP);
          assertThat(rows.getObject(1, LocalDateTime.class))
              .isEqualTo(LocalDateTime.ofInstant(IN_THE_GAP, ZoneOffset.UTC));
          assertThat(rows.getString(1)).isEqualTo("2013-03-10 02:30:05.25");
          Instant shown = rows.getTimestamp(1).toInstant();
          Instant expected = zone.equals("UTC") ? IN_THE_GAP : IN_THE_GAP.plusSeconds(8 * 3600);
          assertThat(shown).isEqualTo(expected);
        }
        assertThat(rows.next()).isFalse();
      }
    }
  }

  /** Report 6: with UTC a Timestamp goes there and back as the instant that it is. */
  @Test
  void aTimestampComesBackAsItWent() throws SQLException {
    try (Connection connection = SERVER.connect("/types?timeZone=UTC");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO Thing (name, at) VALUES ('v', ?)");
        PreparedStatement read =
            connection.prepareStatement("SELECT at FROM Thing WHERE name = 'v'")) {
      insert.setTimestamp(1, Timestamp.from(IN_THE_GAP));
      assertThat(insert.executeUpdate()).isEqualTo(1);
      try (ResultSet row = read.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getTimestamp(1)).isEqualTo(Timestamp.from(IN_THE_GAP));
        assertThat(row.getObject(1)).isEqualTo(Timestamp.from(IN_THE_GAP));
      }
    }
  }

  @Test
  void aListOfAnyLengthIsBoundToAny() throws SQLException {
    String sql = "SELECT COUNT(*) FROM (VALUES ('a'), ('b'), ('c')) AS t(x) WHERE x = ";
    try (Connection connection = SERVER.connect("/types");
        PreparedStatement any = connection.prepareStatement(sql + "ANY (?)");
        PreparedStatement one = connection.prepareStatement(sql + "?")) {
      any.setArray(1, connection.createArrayOf("VARCHAR", new Object[] {"a", "c", "z"}));
      try (ResultSet row = any.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getLong(1)).isEqualTo(2);
      }
      one.setArray(1, connection.createArrayOf("VARCHAR", new Object[] {"a", "c"}));
      assertThatThrownBy(one::executeQuery)
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("= ANY (?)");
    }
  }

  /** Report 7. */
  @Test
  void nullsListsDecimalsAndDatesGoIntoInferredParameters() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO Thing (name, tags, counts, vector, day, ularge, flag)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?)");
        PreparedStatement read =
            connection.prepareStatement(
                "SELECT tags, counts, vector, day, ularge, flag, CAST(? AS DECIMAL(38, 10))"
                    + " FROM Thing WHERE name = ? AND (day = ? OR CAST(? AS DATE) IS NULL)")) {
      insert.setString(1, "v1");
      insert.setArray(2, connection.createArrayOf("VARCHAR", new Object[] {"a", "b"}));
      insert.setArray(3, connection.createArrayOf("BIGINT", new Object[] {1L, 2L}));
      insert.setArray(4, connection.createArrayOf("REAL", new Object[] {1f, 2f, 3f}));
      insert.setObject(5, LocalDate.of(2013, 3, 10));
      insert.setBigDecimal(6, new BigDecimal("18446744073709551615"));
      insert.setBoolean(7, true);
      insert.addBatch();
      insert.setString(1, "v2");
      for (int i = 2; i <= 7; i++) {
        insert.setNull(i, Types.NULL);
      }
      insert.addBatch();
      assertThat(insert.executeBatch()).containsExactly(1, 1);

      read.setBigDecimal(1, new BigDecimal("1234567890123456789012345678.0123456789"));
      read.setString(2, "v1");
      read.setObject(3, LocalDate.of(2013, 3, 10));
      read.setObject(4, LocalDate.of(2013, 3, 10));
      try (ResultSet row = read.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat((Object[]) row.getArray(1).getArray()).containsExactly("a", "b");
        assertThat((Object[]) row.getArray(2).getArray()).containsExactly(1L, 2L);
        assertThat((Object[]) row.getArray(3).getArray()).containsExactly(1f, 2f, 3f);
        assertThat(row.getObject(4, LocalDate.class)).isEqualTo("2013-03-10");
        assertThat(row.getBigDecimal(5)).isEqualTo("18446744073709551615");
        assertThat(row.getBigDecimal(7)).isEqualTo("1234567890123456789012345678.0123456789");
      }
      read.setNull(1, Types.DECIMAL);
      read.setString(2, "v2");
      read.setNull(3, Types.DATE);
      read.setNull(4, Types.DATE);
      try (ResultSet row = read.executeQuery()) {
        assertThat(row.next()).isTrue();
        for (int i = 1; i <= 7; i++) {
          assertThat(row.getObject(i)).isNull();
        }
      }
    }
  }

  /** Report 7. */
  @Test
  void aValueThatDoesNotFitNamesTheParameterAndItsType() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO Thing (name, flag) VALUES (?, ?)")) {
      insert.setString(1, "v1");
      insert.setString(2, "few");
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("parameter 2")
          .hasMessageContaining("BOOLEAN")
          .hasMessageContaining("few");
    }
  }

  /** Report 4. */
  @Test
  void connectionsThatAreClosedWithHalfReadResultsLeaveNothing() throws SQLException {
    for (int i = 0; i < 50; i++) {
      try (Connection connection = SERVER.connect("/flights")) {
        Statement left = connection.createStatement();
        assertThat(left.executeQuery("SELECT * FROM Flight").next()).isTrue();
        PreparedStatement prepared = connection.prepareStatement("SELECT * FROM Airport");
        assertThat(prepared.executeQuery().next()).isTrue();
      }
    }
    while (SERVER.server().memoryInUse() > 0) {
      Thread.yield();
    }
  }
}
