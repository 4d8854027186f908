package org.omnigraph.query.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.type.SqlTypes;

/**
 * A table that describes the graph. Its rows are made when it is read.
 *
 * @param rows the rows, each with one value a column: String, Integer, Long, Boolean or, for a
 *     timestamp, Long microseconds since the epoch; null is SQL null
 */
record SystemTable(
    String schema,
    String name,
    List<Column> columns,
    Function<SystemView, List<List<@Nullable Object>>> rows) {
  static final String INFORMATION_SCHEMA = "information_schema";
  static final String OMNIGRAPH_CATALOG = "omnigraph_catalog";

  TableInfo info(String catalog) {
    return new TableInfo(
        catalog, schema, name, TableInfo.Kind.SYSTEM, columns, List.of(), List.of(), List.of());
  }

  static Column text(String name) {
    return new Column(name, SqlTypes.text());
  }

  static Column textOrNull(String name) {
    return new Column(name, SqlTypes.nullable(SqlTypes.text(), true));
  }

  static Column integer(String name) {
    return new Column(name, type(SqlTypeName.INTEGER));
  }

  static Column integerOrNull(String name) {
    return new Column(name, SqlTypes.nullable(type(SqlTypeName.INTEGER), true));
  }

  static Column bigint(String name) {
    return new Column(name, type(SqlTypeName.BIGINT));
  }

  static Column bigintOrNull(String name) {
    return new Column(name, SqlTypes.nullable(type(SqlTypeName.BIGINT), true));
  }

  static Column bool(String name) {
    return new Column(name, type(SqlTypeName.BOOLEAN));
  }

  static Column microseconds(String name) {
    return new Column(name, SqlTypes.factory().createSqlType(SqlTypeName.TIMESTAMP, 6));
  }

  static Column microsecondsOrNull(String name) {
    return new Column(name, SqlTypes.nullable(microseconds(name).type(), true));
  }

  static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  private static RelDataType type(SqlTypeName name) {
    return SqlTypes.factory().createSqlType(name);
  }
}
