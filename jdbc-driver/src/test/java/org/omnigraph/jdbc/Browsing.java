package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What DBeaver asks when somebody connects, opens the tree and looks into a table. */
final class Browsing {
  private Browsing() {}

  /**
   * Connects, opens the tree of {@code flights} and its branch {@code main}, looks into a table.
   *
   * @param connection one on which a catalog and a schema may be null, as some drivers have it
   */
  static void run(Connection connection) throws SQLException {
    connection.setReadOnly(false);
    connection.setAutoCommit(true);
    assertThat(connection.getAutoCommit()).isTrue();
    DatabaseMetaData metaData = connection.getMetaData();
    assertThat(metaData.getDatabaseProductName()).isNotBlank();
    assertThat(metaData.getDatabaseProductVersion()).isNotBlank();
    assertThat(metaData.getSQLKeywords()).isNotNull();
    assertThat(metaData.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(metaData.getSearchStringEscape()).isEqualTo("\\");
    assertThat(List.of("flights", "types")).containsAll(names(metaData.getCatalogs(), "TABLE_CAT"));
    assertThat(names(metaData.getSchemas(), "TABLE_SCHEM")).contains("main");
    assertThat(names(metaData.getTableTypes(), "TABLE_TYPE")).isNotEmpty();
    List<String> tables =
        names(metaData.getTables("flights", "main", "%", new String[] {"TABLE"}), "TABLE_NAME");
    assertThat(tables).contains("Airport", "Route");
    for (String table : tables) {
      browse(metaData, table);
    }
    Getters.drain(metaData.getFunctions("flights", "main", "%"));
    Getters.drain(metaData.getProcedures("flights", "main", "%"));
    Getters.drain(metaData.getTypeInfo());
    look(connection);
  }

  private static void browse(DatabaseMetaData metaData, String table) throws SQLException {
    assertThat(names(metaData.getColumns("flights", "main", table, "%"), "COLUMN_NAME"))
        .contains("id");
    assertThat(names(metaData.getPrimaryKeys("flights", "main", table), "COLUMN_NAME"))
        .containsExactly("id");
    try (ResultSet keys = metaData.getImportedKeys("flights", "main", table)) {
      while (keys.next()) {
        assertThat(keys.getString("FKTABLE_NAME")).isEqualTo(table);
        assertThat(keys.getString("PKTABLE_CAT")).isEqualTo("flights");
        assertThat(keys.getString("PKTABLE_SCHEM")).isEqualTo("main");
      }
    }
    Getters.drain(metaData.getExportedKeys("flights", "main", table));
    Getters.drain(metaData.getIndexInfo("flights", "main", table, false, true));
  }

  /** The data editor, and the count below it. */
  private static void look(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.execute("SELECT VERSION()")).isTrue();
      statement.setMaxRows(200);
      statement.setFetchSize(200);
      assertThat(statement.execute("SELECT * FROM \"flights\".\"main\".\"Airport\"")).isTrue();
      try (ResultSet rows = statement.getResultSet()) {
        int count = 0;
        while (rows.next()) {
          count++;
          assertThat(rows.getObject(1)).isNotNull();
        }
        assertThat(count).isEqualTo(200);
      }
      assertThat(statement.execute("SELECT COUNT(*) FROM \"Airport\"")).isTrue();
      assertThat(statement.execute("SELECT 1")).isTrue();
    }
  }

  static List<String> names(ResultSet rows, String column) throws SQLException {
    List<String> names = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        names.add(rows.getString(column));
      }
    }
    return names;
  }
}
