package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TimeZone;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each type of a graph, read back by every getter that suits it, and bound as a parameter. */
class ValuesTest extends ScriptedTest {
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("text", ArrowType.Utf8.INSTANCE),
              Field.nullable("flag", ArrowType.Bool.INSTANCE),
              Field.nullable("i32", new ArrowType.Int(32, true)),
              Field.nullable("i64", new ArrowType.Int(64, true)),
              Field.nullable("u64", new ArrowType.Decimal(20, 0, 128)),
              Field.nullable("f32", FLOAT),
              Field.nullable("f64", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
              Field.nullable("day", new ArrowType.Date(DateUnit.DAY)),
              Field.nullable("at", new ArrowType.Timestamp(TimeUnit.MILLISECOND, null)),
              new Field(
                  "vector",
                  FieldType.nullable(new ArrowType.FixedSizeList(3)),
                  List.of(Field.nullable("item", FLOAT))),
              new Field(
                  "list",
                  FieldType.nullable(ArrowType.List.INSTANCE),
                  List.of(Field.nullable("item", ArrowType.Utf8.INSTANCE))),
              Field.nullable("data", ArrowType.Binary.INSTANCE)));
  private static final LocalDateTime AT = LocalDateTime.of(2013, 3, 10, 2, 30, 5, 250_000_000);
  private static final List<Object> VALUES =
      Arrays.asList(
          "Žluťoučký kůň \uD83D\uDC0E",
          true,
          -7,
          9_007_199_254_740_993L,
          new BigDecimal("18446744073709551615"),
          1.5f,
          -0.1,
          LocalDate.of(1969, 12, 31),
          AT,
          List.of(0.5f, -1f, 2f),
          Arrays.asList("a", null, ""),
          new byte[] {0, -1, 127});

  @BeforeEach
  void scriptValues() {
    server.queries.put(
        "VALUES",
        new ScriptedServer.Answer(
            SCHEMA,
            1,
            (root, batch) -> {
              try {
                for (int i = 0; i < VALUES.size(); i++) {
                  Vectors.set(root.getVector(i), 0, VALUES.get(i));
                  Vectors.set(root.getVector(i), 1, null);
                }
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
              root.setRowCount(2);
            }));
    server.parameters.put("VALUES", SCHEMA);
  }

  private ResultSet row(Connection connection) throws SQLException {
    ResultSet rows = connection.createStatement().executeQuery("VALUES");
    assertThat(rows.next()).isTrue();
    return rows;
  }

  @Test
  void textAndNumbers() throws SQLException {
    try (Connection connection = connect("/g");
        ResultSet row = row(connection)) {
      assertThat(row.getString("text")).isEqualTo(VALUES.get(0));
      assertThat(row.getObject("text")).isEqualTo(VALUES.get(0));
      assertThat(row.getBoolean("flag")).isTrue();
      assertThat(row.getObject("flag")).isEqualTo(true);
      assertThat(row.getInt("flag")).isEqualTo(1);
      assertThat(row.getInt("i32")).isEqualTo(-7);
      assertThat(row.getLong("i32")).isEqualTo(-7);
      assertThat(row.getObject("i32")).isEqualTo(-7);
      assertThat(row.getString("i32")).isEqualTo("-7");
      assertThat(row.getLong("i64")).isEqualTo(9_007_199_254_740_993L);
      assertThat(row.getObject("i64")).isEqualTo(9_007_199_254_740_993L);
      assertThat(row.getObject("i64", BigInteger.class)).isEqualTo("9007199254740993");
      assertThatThrownBy(() -> row.getInt("i64"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22003"));
      assertThat(row.getBigDecimal("u64")).isEqualTo("18446744073709551615");
      assertThat(row.getObject("u64")).isEqualTo(new BigDecimal("18446744073709551615"));
      assertThatThrownBy(() -> row.getLong("u64")).hasMessageContaining("BIGINT");
      assertThat(row.getFloat("f32")).isEqualTo(1.5f);
      assertThat(row.getObject("f32")).isEqualTo(1.5f);
      assertThat(row.getDouble("f64")).isEqualTo(-0.1);
      assertThat(row.getObject("f64")).isEqualTo(-0.1);
      assertThat(row.getBigDecimal("f64")).isEqualTo("-0.1");
      assertThatThrownBy(() -> row.getInt("text"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22018"));
    }
  }

  @Test
  void datesAndTimesAreTheSameDigitsInEveryZone() throws SQLException {
    for (String zone : List.of("UTC", "America/Vancouver", "Asia/Kathmandu")) {
      try (Connection connection = connect("/g?timeZone=" + zone);
          ResultSet row = row(connection)) {
        assertThat(row.getString("at")).isEqualTo("2013-03-10 02:30:05.25");
        assertThat(row.getString("day")).isEqualTo("1969-12-31");
        assertThat(row.getObject("at", LocalDateTime.class)).isEqualTo(AT);
        assertThat(row.getObject("at", Instant.class)).isEqualTo(AT.toInstant(ZoneOffset.UTC));
        assertThat(row.getObject("at", OffsetDateTime.class))
            .isEqualTo(AT.atOffset(ZoneOffset.UTC));
        assertThat(row.getObject("day", LocalDate.class)).isEqualTo("1969-12-31");
        assertThat(
                row.getTimestamp(
                        "at", Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT))
                    .toInstant())
            .isEqualTo(AT.toInstant(ZoneOffset.UTC));
      }
    }
  }

  @Test
  void sqlTimestampsFollowTheConnectionsZone() throws SQLException {
    try (Connection connection = connect("/g?timeZone=UTC");
        ResultSet row = row(connection)) {
      assertThat(row.getTimestamp("at").toInstant()).isEqualTo(AT.toInstant(ZoneOffset.UTC));
      assertThat(row.getObject("at")).isEqualTo(row.getTimestamp("at"));
    }
    try (Connection connection = connect("/g");
        ResultSet row = row(connection)) {
      assertThat(row.getDate("day")).isEqualTo(Date.valueOf("1969-12-31"));
      assertThat(row.getObject("day")).isInstanceOf(Date.class);
      assertThat(row.getTimestamp("day")).isEqualTo(Timestamp.valueOf("1969-12-31 00:00:00"));
    }
  }

  @Test
  void noZoneShiftsADayOrATimeOfDay() throws SQLException {
    TimeZone before = TimeZone.getDefault();
    try {
      for (String jvm : List.of("America/Vancouver", "Asia/Kathmandu")) {
        TimeZone.setDefault(TimeZone.getTimeZone(jvm));
        for (String zone : List.of("UTC", "Pacific/Kiritimati", jvm)) {
          try (Connection connection = connect("/g?timeZone=" + zone);
              ResultSet row = row(connection);
              PreparedStatement statement = connection.prepareStatement("VALUES")) {
            assertThat(row.getDate("day")).hasToString("1969-12-31");
            assertThat(row.getDate("day", null)).hasToString("1969-12-31");
            assertThat(row.getObject("day")).hasToString("1969-12-31");
            assertThat(row.getObject("day", Date.class)).hasToString("1969-12-31");
            assertThat(row.getDate("at")).hasToString("2013-03-10");
            assertThat(row.getTime("at")).hasToString("02:30:05");
            assertThat(bound(statement, 1, Date.valueOf("1969-12-31")))
                .isEqualTo(LocalDate.of(1969, 12, 31));
            assertThat(bound(statement, 2, java.sql.Time.valueOf("02:30:05")))
                .isEqualTo("02:30:05");
          }
        }
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  /** What the server gets for the parameter when the others are null. */
  private Object bound(PreparedStatement statement, int parameter, Object value)
      throws SQLException {
    for (int i = 1; i <= VALUES.size(); i++) {
      statement.setObject(i, i == parameter ? value : null);
    }
    server.bound.clear();
    statement.executeQuery().close();
    return server.bound.get(0).get(parameter - 1);
  }

  @Test
  void arraysAndBytes() throws SQLException {
    try (Connection connection = connect("/g");
        ResultSet row = row(connection)) {
      Array vector = row.getArray("vector");
      Array list = (Array) row.getObject("list");
      byte[] data = row.getBytes("data");
      assertThat(row.getString("vector")).isEqualTo("[0.5, -1.0, 2.0]");
      row.close();
      assertThat(vector.getBaseType()).isEqualTo(Types.REAL);
      assertThat((Float[]) vector.getArray()).containsExactly(0.5f, -1f, 2f);
      assertThat((Float[]) vector.getArray(2, 2)).containsExactly(-1f, 2f);
      assertThatThrownBy(() -> vector.getArray(2, 3)).hasMessageContaining("array of 3");
      assertThat((String[]) list.getArray()).containsExactly("a", null, "");
      assertThat(list.getBaseTypeName()).isEqualTo("VARCHAR");
      ResultSet elements = list.getResultSet();
      assertThat(elements.next()).isTrue();
      assertThat(elements.next()).isTrue();
      assertThat(elements.getLong(1)).isEqualTo(2);
      assertThat(elements.getString(2)).isNull();
      assertThat(data).containsExactly(0, -1, 127);
    }
  }

  @Test
  void nullIsNullByEveryGetter() throws SQLException {
    try (Connection connection = connect("/g");
        ResultSet row = row(connection)) {
      assertThat(row.next()).isTrue();
      for (int i = 1; i <= VALUES.size(); i++) {
        assertThat(row.getObject(i)).isNull();
        assertThat(row.wasNull()).isTrue();
        assertThat(row.getString(i)).isNull();
        assertThat(row.getArray(i)).isNull();
        assertThat(row.getTimestamp(i)).isNull();
        assertThat(row.getBigDecimal(i)).isNull();
        assertThat(row.getInt(i)).isZero();
        assertThat(row.getBoolean(i)).isFalse();
        assertThat(row.getObject(i, LocalDate.class)).isNull();
      }
    }
  }

  @Test
  void theMetadataNamesTypesAndClasses() throws SQLException {
    try (Connection connection = connect("/g");
        ResultSet row = row(connection)) {
      ResultSetMetaData columns = row.getMetaData();
      assertThat(columns.getColumnCount()).isEqualTo(VALUES.size());
      int[] types = {
        Types.VARCHAR,
        Types.BOOLEAN,
        Types.INTEGER,
        Types.BIGINT,
        Types.DECIMAL,
        Types.REAL,
        Types.DOUBLE,
        Types.DATE,
        Types.TIMESTAMP,
        Types.ARRAY,
        Types.ARRAY,
        Types.VARBINARY
      };
      for (int i = 1; i <= types.length; i++) {
        assertThat(columns.getColumnType(i)).as(columns.getColumnName(i)).isEqualTo(types[i - 1]);
        Object value = row.getObject(i);
        assertThat(columns.getColumnClassName(i))
            .isEqualTo(value instanceof Array ? "java.sql.Array" : value.getClass().getName());
        assertThat(columns.isNullable(i)).isEqualTo(ResultSetMetaData.columnNullable);
      }
      assertThat(columns.getPrecision(5)).isEqualTo(20);
      assertThat(columns.getScale(5)).isZero();
      assertThat(columns.getColumnTypeName(10)).isEqualTo("REAL ARRAY");
    }
  }

  /** The server converts them to what it wants. */
  @Test
  void everyValueGoesInItsOwnType() throws SQLException {
    try (Connection connection = connect("/g?timeZone=America/Vancouver");
        PreparedStatement statement = connection.prepareStatement("VALUES")) {
      assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(VALUES.size());
      for (int i = 0; i < VALUES.size(); i++) {
        statement.setObject(i + 1, VALUES.get(i));
      }
      statement.executeQuery().close();
      statement.setString(1, "x");
      statement.setBoolean(2, false);
      statement.setShort(3, (short) 3);
      statement.setInt(4, 4);
      statement.setLong(5, 5);
      statement.setDouble(6, 6.5);
      statement.setBigDecimal(7, new BigDecimal("7.25"));
      statement.setObject(8, "2013-01-02");
      statement.setTimestamp(9, Timestamp.from(Instant.parse("2013-01-01T08:00:00Z")));
      statement.setArray(10, connection.createArrayOf("REAL", new Object[] {1, 2.5, 3f}));
      statement.setObject(11, new String[] {"p", null});
      statement.setBytes(12, new byte[0]);
      statement.executeQuery().close();
      for (int i = 0; i < VALUES.size(); i++) {
        statement.setNull(i + 1, Types.NULL);
      }
      statement.executeQuery().close();
    }
    assertThat(server.bound).hasSize(3);
    for (int i = 0; i < VALUES.size(); i++) {
      assertThat(server.bound.get(0).get(i)).isEqualTo(VALUES.get(i));
      assertThat(server.bound.get(2).get(i)).isNull();
    }
    assertThat(server.bound.get(1))
        .containsExactly(
            "x",
            false,
            3,
            4,
            5L,
            6.5,
            new BigDecimal("7.25"),
            "2013-01-02",
            LocalDateTime.of(2013, 1, 1, 0, 0),
            List.of(1f, 2.5f, 3f),
            Arrays.asList("p", null),
            new byte[0]);
  }

  @Test
  void aParameterOfUnknownTypeTakesTheTypeOfItsValue() throws SQLException {
    server.parameters.put(
        "VALUES", new Schema(List.of(Field.nullable("p", ArrowType.Null.INSTANCE))));
    List<Object> given =
        List.of("s", 1, 2L, 1.5, true, new BigDecimal("1.20"), AT, LocalDate.EPOCH, List.of(1L));
    try (Connection connection = connect("/g");
        PreparedStatement statement = connection.prepareStatement("VALUES")) {
      for (Object value : given) {
        statement.setObject(1, value);
        statement.executeQuery().close();
      }
      statement.setNull(1, Types.NULL);
      statement.executeQuery().close();
    }
    assertThat(server.bound.subList(0, given.size()))
        .extracting(row -> row.get(0))
        .isEqualTo(given);
    assertThat(server.bound.get(given.size())).containsExactly((Object) null);
  }

  @Test
  void aValueThatNoTypeHoldsNamesItsParameter() throws SQLException {
    try (Connection connection = connect("/g");
        PreparedStatement statement = connection.prepareStatement("VALUES")) {
      for (int i = 0; i < VALUES.size(); i++) {
        statement.setObject(i + 1, VALUES.get(i));
      }
      statement.setBigDecimal(5, new BigDecimal("1e39"));
      assertThatThrownBy(statement::executeQuery)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22003"))
          .hasMessageContaining("parameter 5")
          .hasMessageContaining("bind a double");
      assertThatThrownBy(() -> statement.setObject(1, new StringBuilder()))
          .hasMessageContaining("StringBuilder");
    }
  }

  @Test
  void aStatementKnowsItsConnection() throws SQLException {
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      assertThat(statement.getConnection()).isSameAs(connection);
      assertThat(connection.unwrap(OmniGraphConnection.class)).isSameAs(connection);
      assertThatThrownBy(() -> connection.unwrap(String.class)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void olderDaysAreTheSameDigitsInBothCalendars() throws SQLException {
    List<LocalDate> days =
        List.of(
            LocalDate.of(1, 1, 1),
            LocalDate.of(4, 2, 29),
            LocalDate.of(1000, 2, 28),
            LocalDate.of(1582, 10, 4),
            LocalDate.of(1582, 10, 15),
            LocalDate.of(1583, 1, 1),
            LocalDate.of(1800, 1, 1),
            LocalDate.of(1899, 12, 31),
            LocalDate.of(1900, 1, 2),
            LocalDate.of(1900, 1, 3),
            LocalDate.of(1969, 12, 31),
            LocalDate.of(9999, 12, 31));
    ZoneId here = ZoneId.systemDefault();
    for (LocalDate day : days) {
      Date date = Conversions.date(day, here);
      assertThat(date.toString()).isEqualTo(day.toString());
      assertThat(date.toLocalDate()).isEqualTo(day);
      assertThat(date).isEqualTo(Date.valueOf(day));
      assertThat(ParameterValues.canonical(Date.valueOf(day), here)).isEqualTo(day);
      LocalDateTime time = day.atTime(13, 14, 15, 123_456_789);
      Timestamp timestamp = Conversions.timestamp(time, here);
      assertThat(timestamp.toLocalDateTime()).isEqualTo(time);
      assertThat(timestamp).isEqualTo(Timestamp.valueOf(time));
      assertThat(ParameterValues.canonical(Timestamp.valueOf(time), here)).isEqualTo(time);
      for (String zone : List.of("UTC", "America/Vancouver", "Europe/Amsterdam", "Asia/Kolkata")) {
        ZoneId far = ZoneId.of(zone);
        assertThat(ParameterValues.day(Conversions.date(day, far), far)).isEqualTo(day);
        assertThat(ParameterValues.canonical(Conversions.timestamp(time, far), far))
            .isEqualTo(time);
      }
    }
  }

  @Test
  void noRandomDayChangesOnItsWay() throws SQLException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    ZoneId here = ZoneId.systemDefault();
    for (int i = 0; i < 2_000; i++) {
      LocalDate day = LocalDate.ofEpochDay(random.nextInt(3_652_059) - 719_162L);
      if (day.isBefore(LocalDate.of(1582, 10, 5)) || !day.isBefore(LocalDate.of(1582, 10, 15))) {
        Date date = Conversions.date(day, here);
        assertThat(date.toString()).as("seed %s", seed).isEqualTo(day.toString());
        assertThat(ParameterValues.canonical(date, here)).as("seed %s", seed).isEqualTo(day);
      }
    }
  }
}
