package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A bound value is compared, cast and stored as what it is, not as what it stands beside. */
class ArgumentsOverJdbcTest {
  private static final String OF_THREE =
      "SELECT COUNT(*) FROM (VALUES (1), (2), (3)) AS t(x) WHERE x ";
  private static final String THINGS = "SELECT COUNT(*) FROM Thing WHERE ";

  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  @AfterEach
  void removeThings() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM Thing WHERE name LIKE 'v%'");
    }
  }

  static Stream<Arguments> questions() {
    return Stream.of(
        arguments(OF_THREE + "= ?", 2.7, "0"),
        arguments(OF_THREE + "= ?", 2.0, "1"),
        arguments(OF_THREE + "= ?", new BigDecimal("2.7"), "0"),
        arguments(OF_THREE + "< ?", 1L << 40, "3"),
        arguments(OF_THREE + "< ?", new BigDecimal(2.1), "2"),
        arguments(OF_THREE + "< ?", "3", "2"),
        arguments(OF_THREE + "= ANY(?)", List.of(2.7, 3.0), "1"),
        arguments(OF_THREE + "= ANY(?)", List.of(2, 3L), "2"),
        arguments(OF_THREE + "= ANY(?)", Arrays.asList(2, 3.5, null), "1"),
        arguments(THINGS + "ularge = ?", 1.5, "0"),
        arguments(THINGS + "day < ?", LocalDateTime.of(1969, 12, 31, 12, 0), "2"),
        arguments(THINGS + "day = ?", "1969-12-30T23:30:00-05:00", "1"),
        arguments(THINGS + "single = ?", 1.5, "1"),
        arguments(THINGS + "data = ?", new byte[] {0, -1, 127}, "1"),
        arguments("SELECT CASE WHEN ? > 2 THEN 'more' ELSE 'less' END", 2.5, "more"),
        arguments("SELECT CAST(? AS INTEGER)", 2.75, "3"),
        arguments("SELECT TRY_CAST(? AS INTEGER)", "x", null),
        arguments("SELECT CAST(? AS DATE)", "2020-07-01T23:30:00-05:00", "2020-07-02"),
        arguments("SELECT CAST(? AS VARCHAR)", 1e20, "1e+20"),
        arguments("SELECT CAST(? AS VARCHAR)", 0.1f, "0.1"),
        arguments("SELECT ?", LocalTime.of(10, 30), "10:30:00"),
        arguments("SELECT CAST(? AS VARCHAR)", Time.valueOf("10:00:00"), "10:00:00"),
        arguments(
            "SELECT TIME '10:00:00'::VARCHAR || ?",
            LocalTime.of(1, 2, 3, 4_000_000),
            "10:00:0001:02:03.004"),
        arguments("SELECT ?", new BigDecimal("1.20"), "1.20"));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void anArgumentIsComparedAndCastAsItIs(String sql, Object value, String expected)
      throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, value);
      try (ResultSet row = statement.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString(1)).isEqualTo(expected);
      }
    }
  }

  static Stream<Arguments> stored() {
    return Stream.of(
        arguments("small", 2.0, "2"),
        arguments("small", "2", "2"),
        arguments("large", new BigDecimal("5.00"), "5"),
        arguments("ularge", "5", "5"),
        arguments("double", new BigDecimal(0.1), "0.1"),
        arguments("double", 1, "1.0"),
        arguments("day", "2020-01-01T23:30:00-05:00", "2020-01-02"),
        arguments("at", LocalDate.of(2020, 7, 1), "2020-07-01 00:00:00"),
        arguments("at", Instant.parse("2020-07-01T10:00:00.123999123Z"), "2020-07-01 10:00:00.123"),
        arguments(
            "at",
            LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_999),
            "9999-12-31 23:59:59.999"),
        arguments("vector", new double[] {1, 2.5, 3}, "[1.0, 2.5, 3.0]"),
        arguments("vector", List.of(1, 2.5, 3f), "[1.0, 2.5, 3.0]"),
        arguments("tags", List.of("a", 1), "[a, 1]"),
        arguments("tags", List.of(), "[]"),
        arguments("counts", List.of(1, 2L), "[1, 2]"),
        arguments("mood", "busy", "busy"));
  }

  @ParameterizedTest
  @MethodSource("stored")
  void anArgumentIsStoredWhereNothingOfItIsLost(String column, Object value, String expected)
      throws SQLException {
    try (Connection connection = SERVER.connect("/types")) {
      insert(connection, column, value);
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery("SELECT " + column + " FROM Thing WHERE name = 'v'")) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString(1)).isEqualTo(expected);
      }
    }
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        arguments("small", 2.7),
        arguments("small", "2.7"),
        arguments("small", true),
        arguments("small", 1L << 40),
        arguments("small", Double.NaN),
        arguments("counts", List.of(1.7)),
        arguments("tags", new byte[] {65, 66}),
        arguments("mood", new byte[] {65, 66}),
        arguments("flag", 2),
        arguments("vector", List.of(1, 2)),
        arguments("data", "text"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void anArgumentThatWouldLoseSomethingIsRefused(String column, Object value) throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> insert(connection, column, value)).isInstanceOf(SQLException.class);
      try (ResultSet row =
          statement.executeQuery("SELECT COUNT(*) FROM Thing WHERE name LIKE 'v%'")) {
        assertThat(row.next()).isTrue();
        assertThat(row.getInt(1)).isZero();
      }
    }
  }

  private static void insert(Connection connection, String column, Object value)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO Thing (name, " + column + ") VALUES ('v', ?)")) {
      insert.setObject(1, value);
      insert.executeUpdate();
    }
  }

  static Stream<Object> farTimes() {
    return Stream.of(
        LocalDateTime.MAX,
        LocalDateTime.MIN,
        LocalDateTime.ofEpochSecond(18446744073709552L, 0, ZoneOffset.UTC),
        LocalDateTime.of(300_000, 1, 1, 0, 0, 0, 1_000),
        LocalDateTime.of(300_000, 1, 1, 0, 0),
        Instant.MAX,
        Instant.MIN,
        OffsetDateTime.MAX,
        OffsetDateTime.MIN,
        ZonedDateTime.of(LocalDateTime.MAX, ZoneOffset.ofHours(-5)),
        LocalDate.MAX,
        LocalDate.MIN,
        new Date(Long.MAX_VALUE),
        new Date(Long.MIN_VALUE),
        new Timestamp(Long.MAX_VALUE),
        new Timestamp(Long.MIN_VALUE),
        new java.util.Date(Long.MAX_VALUE),
        List.of(LocalDateTime.MAX),
        List.of(Instant.MIN));
  }

  /** The numbers of their days or milliseconds would be those of other times. */
  @ParameterizedTest
  @MethodSource("farTimes")
  void aTimeOfAYearThatThereIsNotIsRefusedByItsParameter(Object time) throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        PreparedStatement find =
            connection.prepareStatement("SELECT COUNT(*) FROM Thing WHERE name = ? OR at < ?");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO Thing (name, at) VALUES ('v', ?)")) {
      find.setString(1, "x");
      assertOutOfRange(
          "parameter 2: ",
          () -> {
            find.setObject(2, time);
            find.executeQuery();
          });
      assertOutOfRange(
          "parameter 1: ",
          () -> {
            insert.setObject(1, time);
            insert.addBatch();
            insert.executeBatch();
          });
      find.setObject(2, LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000));
      try (ResultSet row = find.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getInt(1)).isEqualTo(2);
      }
    }
  }

  private static void assertOutOfRange(String parameter, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22008"))
        .hasMessageContainingAll(parameter, "is out of the range of", "1 to 9999");
  }

  @Test
  void theRowsOfABatchMayHaveValuesOfDifferentTypes() throws SQLException {
    Object[][] rows = {
      {"v1", 1, 1.5, List.of("a")},
      {"v2", "2", 2, List.of()},
      {"v3", new BigDecimal("3.0"), null, null},
      {"v4", null, 2.5f, new String[] {"x"}},
      {"v5", 5L, new BigDecimal("0.25"), null}
    };
    try (Connection connection = SERVER.connect("/types");
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO Thing (name, small, double, tags) VALUES (?, ?, ?, ?)");
        Statement statement = connection.createStatement()) {
      for (Object[] row : rows) {
        for (int i = 0; i < row.length; i++) {
          insert.setObject(i + 1, row[i]);
        }
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1, 1, 1, 1);
      try (ResultSet stored =
          statement.executeQuery(
              "SELECT small, double, tags FROM Thing WHERE name LIKE 'v%' ORDER BY name")) {
        for (Object[] expected :
            new Object[][] {
              {1, 1.5, List.of("a")},
              {2, 2.0, List.of()},
              {3, null, null},
              {null, 2.5, List.of("x")},
              {5, 0.25, null}
            }) {
          assertThat(stored.next()).isTrue();
          Array tags = stored.getArray(3);
          assertThat(
                  Arrays.asList(
                      stored.getObject(1),
                      stored.getObject(2),
                      tags == null ? null : Arrays.asList((Object[]) tags.getArray())))
              .containsExactly(expected);
        }
      }
    }
  }

  static Stream<Arguments> typed() {
    return Stream.of(
        arguments("7", Types.INTEGER, "7"),
        arguments(7.0, Types.BIGINT, "7"),
        arguments(true, Types.SMALLINT, "1"),
        arguments("yes", Types.BOOLEAN, "true"),
        arguments(1, Types.BIT, "true"),
        arguments("1.50", Types.DECIMAL, "1.50"),
        arguments("1.5", Types.DOUBLE, "1.5"),
        arguments(1e20, Types.VARCHAR, "1e+20"),
        arguments("2020-01-01", Types.DATE, "2020-01-01"),
        arguments(LocalDateTime.of(2020, 1, 1, 5, 5), Types.DATE, "2020-01-01"),
        arguments("2020-01-01 10:00:00", Types.TIMESTAMP, "2020-01-01 10:00:00"),
        arguments("x", Types.OTHER, "x"));
  }

  @ParameterizedTest
  @MethodSource("typed")
  void anArgumentIsMadeTheTypeThatIsNamed(Object value, int type, String expected)
      throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        PreparedStatement statement = connection.prepareStatement("SELECT CAST(? AS VARCHAR)")) {
      statement.setObject(1, value, type);
      try (ResultSet row = statement.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString(1)).isEqualTo(expected);
      }
      statement.setObject(1, value, JDBCType.valueOf(type));
      statement.executeQuery().close();
    }
  }

  @Test
  void aTypeThatCannotHoldTheArgumentIsRefused() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        PreparedStatement statement = connection.prepareStatement("SELECT CAST(? AS VARCHAR)")) {
      assertState("22018", () -> statement.setObject(1, 2.7, Types.INTEGER));
      assertState("22018", () -> statement.setObject(1, "x", Types.DATE));
      assertState("22003", () -> statement.setObject(1, 300, Types.TINYINT));
      assertState("22003", () -> statement.setObject(1, 1e39, Types.REAL));
      assertState("22003", () -> statement.setObject(1, new BigDecimal("1e400"), Types.DOUBLE));
      assertState("22003", () -> statement.setObject(1, "-1e400", Types.FLOAT));
      statement.setObject(1, Float.NEGATIVE_INFINITY, Types.DOUBLE);
      statement.setObject(1, "Infinity", Types.REAL);
      assertState("22018", () -> statement.setObject(1, new byte[1], Types.VARCHAR));
      assertState("22018", () -> statement.setObject(1, "x", Types.ARRAY));
      assertState("0A000", () -> statement.setObject(1, "x", 12345));
      assertState("0A000", () -> statement.setObject(1, "x", JDBCType.SQLXML));
      assertState("22018", () -> connection.createArrayOf("INTEGER", new Object[] {2.7}));
      assertState("22023", () -> connection.createArrayOf(null, new Object[] {2.7}));
    }
  }

  private static void assertState(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }
}
