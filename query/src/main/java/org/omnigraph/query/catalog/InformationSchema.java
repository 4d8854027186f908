package org.omnigraph.query.catalog;

import static org.omnigraph.query.catalog.SystemTable.INFORMATION_SCHEMA;
import static org.omnigraph.query.catalog.SystemTable.integer;
import static org.omnigraph.query.catalog.SystemTable.integerOrNull;
import static org.omnigraph.query.catalog.SystemTable.row;
import static org.omnigraph.query.catalog.SystemTable.text;
import static org.omnigraph.query.catalog.SystemTable.textOrNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** The tables of {@code information_schema}, as the SQL standard names their columns. */
final class InformationSchema {
  static final List<SystemTable> TABLES =
      List.of(
          table(
              "columns",
              List.of(
                  text("table_catalog"),
                  text("table_schema"),
                  text("table_name"),
                  text("column_name"),
                  integer("ordinal_position"),
                  textOrNull("column_default"),
                  text("is_nullable"),
                  text("data_type"),
                  integerOrNull("character_maximum_length"),
                  integerOrNull("numeric_precision"),
                  integerOrNull("numeric_scale"),
                  integerOrNull("datetime_precision")),
              InformationSchema::columns),
          table(
              "key_column_usage",
              List.of(
                  text("constraint_catalog"),
                  text("constraint_schema"),
                  text("constraint_name"),
                  text("table_catalog"),
                  text("table_schema"),
                  text("table_name"),
                  text("column_name"),
                  integer("ordinal_position"),
                  integerOrNull("position_in_unique_constraint")),
              InformationSchema::keyColumns),
          table(
              "referential_constraints",
              List.of(
                  text("constraint_catalog"),
                  text("constraint_schema"),
                  text("constraint_name"),
                  text("unique_constraint_catalog"),
                  text("unique_constraint_schema"),
                  text("unique_constraint_name"),
                  text("match_option"),
                  text("update_rule"),
                  text("delete_rule")),
              InformationSchema::references),
          table(
              "schemata",
              List.of(text("catalog_name"), text("schema_name"), textOrNull("schema_owner")),
              InformationSchema::schemata),
          table(
              "table_constraints",
              List.of(
                  text("constraint_catalog"),
                  text("constraint_schema"),
                  text("constraint_name"),
                  text("table_catalog"),
                  text("table_schema"),
                  text("table_name"),
                  text("constraint_type"),
                  text("is_deferrable"),
                  text("initially_deferred")),
              InformationSchema::constraints),
          table(
              "tables",
              List.of(
                  text("table_catalog"),
                  text("table_schema"),
                  text("table_name"),
                  text("table_type")),
              InformationSchema::tables),
          table(
              "views",
              List.of(
                  text("table_catalog"),
                  text("table_schema"),
                  text("table_name"),
                  textOrNull("view_definition"),
                  text("check_option"),
                  text("is_updatable")),
              view -> List.of()));

  private InformationSchema() {}

  private static SystemTable table(
      String name, List<Column> columns, Function<SystemView, List<List<@Nullable Object>>> rows) {
    return new SystemTable(INFORMATION_SCHEMA, name, columns, rows);
  }

  private static List<List<@Nullable Object>> schemata(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (String schema : view.schemas()) {
      rows.add(row(view.catalog(), schema, null));
    }
    return rows;
  }

  private static List<List<@Nullable Object>> tables(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableInfo table : view.wantedTables()) {
      String type = table.kind() == TableInfo.Kind.SYSTEM ? "SYSTEM VIEW" : "BASE TABLE";
      rows.add(row(table.catalog(), table.schema(), table.name(), type));
    }
    return rows;
  }

  private static List<List<@Nullable Object>> columns(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableInfo table : view.wantedTables()) {
      int position = 0;
      for (Column column : table.columns()) {
        position++;
        rows.add(
            row(
                table.catalog(),
                table.schema(),
                table.name(),
                column.name(),
                position,
                null,
                column.nullable() ? "YES" : "NO",
                column.typeName(),
                null,
                numericPrecision(column.type()),
                column.type().getSqlTypeName() == SqlTypeName.DECIMAL
                    ? column.type().getScale()
                    : null,
                column.type().getSqlTypeName() == SqlTypeName.TIMESTAMP
                    ? column.type().getPrecision()
                    : null));
      }
    }
    return rows;
  }

  private static @Nullable Integer numericPrecision(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case INTEGER, BIGINT, DECIMAL, REAL, DOUBLE -> type.getPrecision();
      default -> null;
    };
  }

  /** A constraint as metadata shows it; {@code references} of a foreign key only. */
  private record Named(
      TableInfo table, String name, String type, List<String> columns, String references) {
    /** A row that begins with the names of the constraint and of its table. */
    List<@Nullable Object> row(@Nullable Object... more) {
      List<@Nullable Object> cells =
          new ArrayList<>(
              List.of(
                  table.catalog(),
                  table.schema(),
                  name,
                  table.catalog(),
                  table.schema(),
                  table.name()));
      cells.addAll(Arrays.asList(more));
      return cells;
    }
  }

  private static List<Named> named(SystemView view) {
    List<Named> all = new ArrayList<>();
    for (TableInfo table : view.wantedTables()) {
      if (!table.primaryKey().isEmpty()) {
        all.add(new Named(table, table.primaryKeyName(), "PRIMARY KEY", table.primaryKey(), ""));
      }
      for (TableInfo.UniqueKey key : table.uniqueKeys()) {
        all.add(new Named(table, key.name(), "UNIQUE", key.columns(), ""));
      }
      for (TableInfo.ForeignKey key : table.foreignKeys()) {
        all.add(
            new Named(table, key.name(), "FOREIGN KEY", List.of(key.column()), key.references()));
      }
    }
    return all;
  }

  private static List<List<@Nullable Object>> constraints(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Named constraint : named(view)) {
      rows.add(constraint.row(constraint.type(), "NO", "NO"));
    }
    return rows;
  }

  private static List<List<@Nullable Object>> keyColumns(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Named constraint : named(view)) {
      Integer inKey = constraint.references().isEmpty() ? null : 1;
      for (int i = 0; i < constraint.columns().size(); i++) {
        rows.add(constraint.row(constraint.columns().get(i), i + 1, inKey));
      }
    }
    return rows;
  }

  private static List<List<@Nullable Object>> references(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableInfo table : view.wantedTables()) {
      for (TableInfo.ForeignKey key : table.foreignKeys()) {
        rows.add(
            row(
                table.catalog(),
                table.schema(),
                key.name(),
                table.catalog(),
                table.schema(),
                TableInfo.primaryKeyName(key.references()),
                "NONE",
                "RESTRICT",
                "CASCADE"));
      }
    }
    return rows;
  }
}
