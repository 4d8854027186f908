package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a tool sees of a real graph before it runs a statement. */
class MetaDataTest {
  @RegisterExtension static final GraphServer SERVER = new GraphServer();
  private static Connection connection;
  private static DatabaseMetaData metaData;

  @BeforeAll
  static void connect() throws SQLException {
    connection = SERVER.connect("/flights");
    metaData = connection.getMetaData();
  }

  @AfterAll
  static void disconnect() throws SQLException {
    connection.close();
  }

  private static List<List<String>> rows(ResultSet result, String... columns) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (result) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (String column : columns) {
          row.add(result.getString(column));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** Report 15. */
  @Test
  void everyGetterAnswers() {
    assertThat(Getters.failures(metaData)).isEmpty();
  }

  @Test
  void theServerAndTheDriverIntroduceThemselves() throws SQLException {
    assertThat(metaData.getDatabaseProductName()).contains("OmniGraph");
    assertThat(metaData.getDatabaseProductVersion()).isNotBlank();
    assertThat(metaData.getDriverName()).isEqualTo("OmniGraph JDBC driver");
    assertThat(metaData.getURL()).isEqualTo(SERVER.url("/flights"));
    assertThat(metaData.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(metaData.supportsTransactions()).isTrue();
    assertThat(metaData.getDefaultTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    assertThat(metaData.nullsAreSortedHigh()).isTrue();
    assertThat(metaData.isReadOnly()).isFalse();
    assertThat(metaData.supportsOuterJoins()).isTrue();
    assertThat(metaData.supportsANSI92EntryLevelSQL()).isTrue();
  }

  @Test
  void graphsAreCatalogsAndBranchesAreSchemas() throws SQLException {
    assertThat(rows(metaData.getCatalogs(), "TABLE_CAT"))
        .containsExactly(List.of("flights"), List.of("types"));
    assertThat(rows(metaData.getSchemas("flights", null), "TABLE_CATALOG", "TABLE_SCHEM"))
        .contains(List.of("flights", "main"))
        .allSatisfy(row -> assertThat(row.get(0)).isEqualTo("flights"));
    assertThat(rows(metaData.getTableTypes(), "TABLE_TYPE")).isNotEmpty();
  }

  @Test
  void typesAreTables() throws SQLException {
    assertThat(rows(metaData.getTables("flights", "main", "%", null), "TABLE_NAME"))
        .extracting(row -> row.get(0))
        .containsExactlyInAnyOrder(
            "Airport",
            "Carrier",
            "Plane",
            "Flight",
            "DepartsFrom",
            "ArrivesAt",
            "OperatedBy",
            "FlownBy",
            "Route");
    assertThat(rows(metaData.getTables("flights", "main", "F%", null), "TABLE_NAME")).hasSize(2);
    assertThat(rows(metaData.getTables("nothing", null, "%", null), "TABLE_NAME")).isEmpty();
  }

  @Test
  void aNodeShowsItsIdThenItsPropertiesInOrder() throws SQLException {
    assertThat(
            rows(
                metaData.getColumns("flights", "main", "Flight", null),
                "COLUMN_NAME",
                "TYPE_NAME",
                "IS_NULLABLE",
                "ORDINAL_POSITION"))
        .containsExactly(
            List.of("id", "VARCHAR", "NO", "1"),
            List.of("key", "VARCHAR", "NO", "2"),
            List.of("flight", "INTEGER", "NO", "3"),
            List.of("scheduled", "TIMESTAMP", "NO", "4"),
            List.of("day", "DATE", "NO", "5"),
            List.of("dep_delay", "DOUBLE", "YES", "6"),
            List.of("arr_delay", "DOUBLE", "YES", "7"),
            List.of("air_time", "DOUBLE", "YES", "8"),
            List.of("distance", "DOUBLE", "NO", "9"),
            List.of("cancelled", "BOOLEAN", "NO", "10"));
    assertThat(rows(metaData.getColumns("flights", "main", "Flight", "%\\_delay"), "COLUMN_NAME"))
        .containsExactly(List.of("dep_delay"), List.of("arr_delay"));
    assertThat(rows(metaData.getColumns("flights", "main", "Route", null), "COLUMN_NAME"))
        .containsExactly(
            List.of("id"), List.of("src"), List.of("dst"), List.of("flights"), List.of("distance"));
  }

  @Test
  void everyTypeHasItsJdbcType() throws SQLException {
    Map<String, Integer> types = new LinkedHashMap<>();
    try (ResultSet columns = metaData.getColumns("types", "main", "Thing", null)) {
      while (columns.next()) {
        types.put(columns.getString("COLUMN_NAME"), columns.getInt("DATA_TYPE"));
        if (columns.getString("COLUMN_NAME").equals("ularge")) {
          assertThat(columns.getInt("COLUMN_SIZE")).isEqualTo(20);
          assertThat(columns.getInt("DECIMAL_DIGITS")).isZero();
        }
      }
    }
    Map<String, Integer> expected = new LinkedHashMap<>();
    expected.put("id", Types.VARCHAR);
    expected.put("name", Types.VARCHAR);
    expected.put("mood", Types.VARCHAR);
    expected.put("flag", Types.BOOLEAN);
    expected.put("small", Types.INTEGER);
    expected.put("large", Types.BIGINT);
    expected.put("usmall", Types.BIGINT);
    expected.put("ularge", Types.DECIMAL);
    expected.put("single", Types.REAL);
    expected.put("double", Types.DOUBLE);
    expected.put("day", Types.DATE);
    expected.put("at", Types.TIMESTAMP);
    expected.put("vector", Types.ARRAY);
    expected.put("tags", Types.ARRAY);
    expected.put("counts", Types.ARRAY);
    expected.put("data", Types.VARBINARY);
    assertThat(types).isEqualTo(expected);
  }

  @Test
  void keysFollowTheEdges() throws SQLException {
    assertThat(rows(metaData.getPrimaryKeys("flights", "main", "Route"), "COLUMN_NAME", "KEY_SEQ"))
        .containsExactly(List.of("id", "1"));
    assertThat(
            rows(
                metaData.getImportedKeys("flights", "main", "FlownBy"),
                "FKCOLUMN_NAME",
                "PKTABLE_NAME",
                "PKCOLUMN_NAME"))
        .containsExactlyInAnyOrder(List.of("src", "Flight", "id"), List.of("dst", "Plane", "id"));
    assertThat(rows(metaData.getExportedKeys("flights", "main", "Carrier"), "FKTABLE_NAME"))
        .containsExactly(List.of("OperatedBy"));
    assertThat(
            rows(
                metaData.getCrossReference(
                    "flights", "main", "Airport", "flights", "main", "Route"),
                "FKCOLUMN_NAME"))
        .containsExactlyInAnyOrder(List.of("src"), List.of("dst"));
  }

  @Test
  void typeInfoNamesTheTypesOfSql() throws SQLException {
    assertThat(rows(metaData.getTypeInfo(), "TYPE_NAME"))
        .extracting(row -> row.get(0))
        .contains("VARCHAR", "BOOLEAN", "INTEGER", "BIGINT", "DOUBLE", "DATE", "TIMESTAMP");
  }

  @Test
  void aGraphThatIsNotThereIsRefusedAtConnectAndListed() {
    assertThatThrownBy(() -> SERVER.connect("/flihgts"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("flihgts")
        .hasMessageContaining("flights");
    assertThatThrownBy(() -> SERVER.connect("/flights?branch=nope"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("nope");
  }

  @Test
  void everyGetterBearsOddArguments() {
    Map<String, Throwable> failures = new LinkedHashMap<>();
    for (Method method : DatabaseMetaData.class.getMethods()) {
      if (method.getParameterCount() == 0 || method.getDeclaringClass() != DatabaseMetaData.class) {
        continue;
      }
      for (String text : Arrays.asList(null, "", "%", "_", "\\", "no 'such\" thing", "Flight")) {
        for (int number : new int[] {-1, 0, 4711, Integer.MAX_VALUE}) {
          Object[] arguments = new Object[method.getParameterCount()];
          for (int i = 0; i < arguments.length; i++) {
            arguments[i] = odd(method.getParameterTypes()[i], text, number);
          }
          try {
            if (method.invoke(metaData, arguments) instanceof ResultSet result) {
              Getters.drain(result);
            }
          } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof SQLException)) {
              failures.put(method.getName() + Arrays.deepToString(arguments), e.getCause());
            }
          } catch (ReflectiveOperationException | SQLException e) {
            failures.put(method.getName() + Arrays.deepToString(arguments), e);
          }
          if (!Arrays.asList(method.getParameterTypes()).contains(int.class)) {
            break;
          }
        }
      }
    }
    assertThat(failures).isEmpty();
  }

  private static Object odd(Class<?> type, String text, int number) {
    if (type == int.class) {
      return number;
    }
    if (type == boolean.class) {
      return false;
    }
    if (type == String[].class) {
      return text == null ? null : new String[] {text};
    }
    if (type == int[].class) {
      return text == null ? null : new int[] {number};
    }
    return type == Class.class ? String.class : text;
  }

  @Test
  void theUniqueKeysAreIndexes() throws SQLException {
    for (String graph : new String[] {"flights", null}) {
      assertThat(
              rows(
                  metaData.getIndexInfo(graph, "main", "Carrier", true, false),
                  "TABLE_CAT",
                  "TABLE_SCHEM",
                  "NON_UNIQUE",
                  "INDEX_NAME",
                  "COLUMN_NAME",
                  "ORDINAL_POSITION"))
          .containsExactly(
              List.of("flights", "main", "false", "Carrier_key", "code", "1"),
              List.of("flights", "main", "false", "Carrier_pk", "id", "1"));
    }
    assertThat(rows(metaData.getIndexInfo(null, null, "Carrier", true, false), "COLUMN_NAME"))
        .hasSize(2);
    assertThat(rows(metaData.getIndexInfo(null, null, "O'Hare", true, false), "COLUMN_NAME"))
        .isEmpty();
    assertThat(rows(metaData.getIndexInfo(null, null, null, true, false), "COLUMN_NAME")).isEmpty();
  }

  @Test
  void theKeysOfAnotherGraphAreTold() throws SQLException {
    assertThat(
            rows(
                metaData.getIndexInfo("types", null, "Thing", true, false),
                "TABLE_CAT",
                "TABLE_SCHEM",
                "COLUMN_NAME"))
        .containsExactly(List.of("types", "main", "name"), List.of("types", "main", "id"));
    assertThat(rows(metaData.getIndexInfo("types", "dev", "Thing", true, false), "COLUMN_NAME"))
        .hasSize(2);
    assertThat(rows(metaData.getIndexInfo("types", "nope", "Thing", true, false), "COLUMN_NAME"))
        .isEmpty();
    assertThat(rows(metaData.getIndexInfo("nothing", null, "Thing", true, false), "COLUMN_NAME"))
        .isEmpty();
  }

  @Test
  void aGraphHasItsOwnNameHoweverTheUrlWritesIt() throws SQLException {
    try (Connection connection = SERVER.connect("/TYPES?branch=dev")) {
      assertThat(connection.getCatalog()).isEqualTo("types");
      connection.setCatalog(connection.getCatalog());
      assertThat(connection.getSchema()).isEqualTo("dev");
      assertThat(
              rows(
                  connection.getMetaData().getTables(connection.getCatalog(), "dev", "%", null),
                  "TABLE_NAME"))
          .containsExactly(List.of("Thing"));
    }
  }

  @Test
  void theTablesOfMetaDataAreInTheOrderOfJdbc() throws SQLException {
    assertThat(
            rows(
                metaData.getTables(null, null, "%", null),
                "TABLE_TYPE",
                "TABLE_SCHEM",
                "TABLE_NAME"))
        .isSortedAccordingTo(
            Comparator.<List<String>, String>comparing(row -> row.get(0))
                .thenComparing(row -> row.get(1))
                .thenComparing(row -> row.get(2)));
    assertThat(rows(metaData.getTypeInfo(), "DATA_TYPE"))
        .isSortedAccordingTo(Comparator.comparing(row -> Integer.valueOf(row.get(0))));
  }

  @Test
  void theUserIsWhoTheServerKnows() throws SQLException {
    assertThat(metaData.getUserName()).isEqualTo("omnigraph");
  }

  @Test
  void aTableThatIsNotNamedIsNotFound() throws SQLException {
    assertThat(rows(metaData.getPrimaryKeys(null, null, null), "TABLE_NAME")).isEmpty();
    assertThat(rows(metaData.getImportedKeys(null, null, null), "PKTABLE_NAME")).isEmpty();
    assertThat(rows(metaData.getExportedKeys(null, null, null), "PKTABLE_NAME")).isEmpty();
    assertThat(
            rows(metaData.getCrossReference(null, null, null, null, null, "Route"), "PKTABLE_NAME"))
        .isEmpty();
    assertThat(rows(metaData.getBestRowIdentifier(null, null, null, 0, true), "COLUMN_NAME"))
        .isEmpty();
  }

  @Test
  void aGraphOrBranchThatIsNotThereIsRefusedWhenItIsChosen() throws SQLException {
    try (Connection own = SERVER.connect("/flights")) {
      assertThatThrownBy(() -> own.setCatalog("nope"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("nope")
          .hasMessageContaining("types");
      assertThat(own.getCatalog()).isEqualTo("flights");
      assertThatThrownBy(() -> own.setSchema("nope"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("graph 'flights' has no branch 'nope'");
      assertThat(own.getSchema()).isEqualTo("main");
      own.setCatalog("types");
      assertThat(own.getCatalog()).isEqualTo("types");
      try (ResultSet row = own.createStatement().executeQuery("SELECT COUNT(*) FROM Thing")) {
        assertThat(row.next()).isTrue();
      }
    }
  }

  @Test
  void anOldDayIsReadAndFoundWithTheSameDigits() throws SQLException {
    try (Connection own = SERVER.connect("/types");
        PreparedStatement find =
            own.prepareStatement("SELECT name, day, at FROM Thing WHERE day = ?")) {
      find.setDate(1, Date.valueOf("0001-01-01"));
      try (ResultSet row = find.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString("name")).isEqualTo("old");
        assertThat(row.getDate("day")).hasToString("0001-01-01");
        assertThat(row.getDate("day").toLocalDate()).isEqualTo(LocalDate.of(1, 1, 1));
        assertThat(row.getObject("day")).hasToString("0001-01-01");
        assertThat(row.getTimestamp("at").toLocalDateTime())
            .isEqualTo(LocalDateTime.of(1582, 10, 4, 23, 59, 59));
      }
    }
  }
}
