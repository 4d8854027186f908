package org.omnigraph.query.catalog;

import static org.omnigraph.query.catalog.SystemTable.INFORMATION_SCHEMA;
import static org.omnigraph.query.catalog.SystemTable.OMNIGRAPH_CATALOG;
import static org.omnigraph.query.catalog.SystemTable.bigint;
import static org.omnigraph.query.catalog.SystemTable.integer;
import static org.omnigraph.query.catalog.SystemTable.integerOrNull;
import static org.omnigraph.query.catalog.SystemTable.microseconds;
import static org.omnigraph.query.catalog.SystemTable.text;
import static org.omnigraph.query.catalog.SystemTable.textOrNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;

/** Every system table. */
final class SystemTables {
  private static final List<SystemTable> ALL =
      List.of(
          new SystemTable(
              INFORMATION_SCHEMA,
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
              SystemTables::columns),
          new SystemTable(
              INFORMATION_SCHEMA,
              "schemata",
              List.of(text("catalog_name"), text("schema_name"), textOrNull("schema_owner")),
              SystemTables::schemata),
          new SystemTable(
              INFORMATION_SCHEMA,
              "tables",
              List.of(
                  text("table_catalog"),
                  text("table_schema"),
                  text("table_name"),
                  text("table_type")),
              SystemTables::tables),
          new SystemTable(
              OMNIGRAPH_CATALOG,
              "branches",
              List.of(text("branch"), textOrNull("head_commit"), bigint("manifest_version")),
              SystemTables::branches),
          new SystemTable(
              OMNIGRAPH_CATALOG,
              "commits",
              List.of(
                  text("commit_id"),
                  text("branch"),
                  bigint("manifest_version"),
                  textOrNull("parent_commit"),
                  textOrNull("merged_parent_commit"),
                  textOrNull("actor"),
                  microseconds("created_at")),
              SystemTables::commits),
          new SystemTable(
              OMNIGRAPH_CATALOG,
              "tables",
              List.of(
                  text("branch"),
                  text("table_name"),
                  text("kind"),
                  text("path"),
                  textOrNull("table_branch"),
                  bigint("table_version"),
                  bigint("row_count")),
              SystemTables::pins));

  private SystemTables() {}

  static boolean isSystemSchema(String schema) {
    return schema.equals(INFORMATION_SCHEMA) || schema.equals(OMNIGRAPH_CATALOG);
  }

  /** The tables of one system schema, by name. */
  static List<SystemTable> of(String schema) {
    return ALL.stream()
        .filter(t -> t.schema().equals(schema))
        .sorted(Comparator.comparing(SystemTable::name))
        .toList();
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
    for (TableInfo table : view.tables()) {
      String type = table.kind() == TableInfo.Kind.SYSTEM ? "SYSTEM VIEW" : "BASE TABLE";
      rows.add(row(table.catalog(), table.schema(), table.name(), type));
    }
    return rows;
  }

  private static List<List<@Nullable Object>> columns(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableInfo table : view.tables()) {
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

  private static List<List<@Nullable Object>> branches(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (BranchName branch : view.graph().branches()) {
      Snapshot head = view.graph().snapshot(branch);
      rows.add(row(branch.value(), commitText(head.commit()), head.manifestVersion()));
    }
    return rows;
  }

  /** Every commit that some branch can see, once each, newest first. */
  private static List<List<@Nullable Object>> commits(SystemView view) {
    Map<CommitId, GraphCommit> commits = new LinkedHashMap<>();
    for (BranchName branch : view.graph().branches()) {
      view.graph().commits(branch).forEach(c -> commits.putIfAbsent(c.id(), c));
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    commits.values().stream()
        .sorted(Comparator.comparing(GraphCommit::createdAt).reversed())
        .forEach(
            c ->
                rows.add(
                    row(
                        c.id().value(),
                        c.branch().value(),
                        c.manifestVersion(),
                        commitText(c.parent()),
                        commitText(c.mergedParent()),
                        c.actor().orElse(null),
                        ChronoUnit.MICROS.between(Instant.EPOCH, c.createdAt()))));
    return rows;
  }

  private static List<List<@Nullable Object>> pins(SystemView view) {
    TypeNames names = TypeNames.of(view.graph().schema());
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (BranchName branch : view.graph().branches()) {
      for (TableEntry entry : view.graph().snapshot(branch).tables().values()) {
        rows.add(
            row(
                branch.value(),
                names.name(entry.key()),
                entry.key().kind().prefix(),
                entry.path(),
                entry.branch().map(BranchName::value).orElse(null),
                entry.version(),
                entry.rowCount()));
      }
    }
    return rows;
  }

  private static @Nullable String commitText(Optional<CommitId> commit) {
    return commit.map(CommitId::value).orElse(null);
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }
}
