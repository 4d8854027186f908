package org.omnigraph.query.catalog;

import static org.omnigraph.query.catalog.SystemTable.OMNIGRAPH_CATALOG;
import static org.omnigraph.query.catalog.SystemTable.bigint;
import static org.omnigraph.query.catalog.SystemTable.bigintOrNull;
import static org.omnigraph.query.catalog.SystemTable.bool;
import static org.omnigraph.query.catalog.SystemTable.integer;
import static org.omnigraph.query.catalog.SystemTable.microseconds;
import static org.omnigraph.query.catalog.SystemTable.microsecondsOrNull;
import static org.omnigraph.query.catalog.SystemTable.row;
import static org.omnigraph.query.catalog.SystemTable.text;
import static org.omnigraph.query.catalog.SystemTable.textOrNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.recovery.AuditEntry;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.table.TableIndex;
import org.omnigraph.engine.table.TableSnapshot;

/** The tables of {@code omnigraph_catalog}: what is particular to a graph. */
final class GraphCatalog {
  static final List<SystemTable> TABLES =
      List.of(
          table(
              "branches",
              List.of(text("branch"), textOrNull("head_commit"), bigint("manifest_version")),
              GraphCatalog::branches),
          table(
              "columns",
              List.of(
                  text("table_name"),
                  text("column_name"),
                  integer("ordinal_position"),
                  bigintOrNull("column_id"),
                  text("data_type"),
                  text("graph_type"),
                  bool("is_nullable")),
              GraphCatalog::columns),
          table(
              "commits",
              List.of(
                  text("commit_id"),
                  text("branch"),
                  bigint("manifest_version"),
                  textOrNull("parent_commit"),
                  textOrNull("merged_parent_commit"),
                  textOrNull("actor"),
                  microseconds("created_at")),
              GraphCatalog::commits),
          table(
              "constraints",
              List.of(
                  text("table_name"),
                  text("constraint_name"),
                  text("constraint_type"),
                  text("columns"),
                  text("definition")),
              GraphCatalog::constraints),
          table(
              "indexes",
              List.of(
                  text("branch"),
                  text("table_name"),
                  text("columns"),
                  bool("is_declared"),
                  textOrNull("index_name"),
                  textOrNull("index_type")),
              GraphCatalog::indexes),
          table(
              "recoveries",
              List.of(
                  text("operation_id"),
                  text("state"),
                  text("writer"),
                  textOrNull("branch"),
                  textOrNull("actor"),
                  text("tables"),
                  textOrNull("commit_id"),
                  microsecondsOrNull("recovered_at")),
              GraphCatalog::recoveries),
          table(
              "schema",
              List.of(
                  text("source"), text("schema_hash"), text("shape_hash"), text("identity_domain")),
              GraphCatalog::schema),
          table(
              "tables",
              List.of(
                  text("branch"),
                  text("table_name"),
                  text("kind"),
                  text("path"),
                  textOrNull("table_branch"),
                  bigint("table_version"),
                  bigint("row_count"),
                  text("uri"),
                  bigint("type_id"),
                  bigint("incarnation_id")),
              GraphCatalog::pins));

  private GraphCatalog() {}

  private static SystemTable table(
      String name, List<Column> columns, Function<SystemView, List<List<@Nullable Object>>> rows) {
    return new SystemTable(OMNIGRAPH_CATALOG, name, columns, rows);
  }

  private static List<List<@Nullable Object>> branches(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (BranchName branch : view.wantedBranches()) {
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
                        micros(c.createdAt()))));
    return rows;
  }

  private static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  private static List<List<@Nullable Object>> pins(SystemView view) {
    TypeNames names = TypeNames.of(view.graph().schema());
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (BranchName branch : view.wantedBranches()) {
      for (TableEntry entry : view.graph().snapshot(branch).tables().values()) {
        rows.add(
            row(
                branch.value(),
                names.name(entry.key()),
                entry.key().kind().prefix(),
                entry.path(),
                entry.branch().map(BranchName::value).orElse(null),
                entry.version(),
                entry.rowCount(),
                view.graph().uri() + "/" + entry.path(),
                entry.identity().stableTableId(),
                entry.identity().incarnationId()));
      }
    }
    return rows;
  }

  private static List<List<@Nullable Object>> columns(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    TypeNames.of(view.graph().schema())
        .types()
        .forEach(
            (table, type) -> {
              int position = 0;
              for (Column column : TypeShape.columns(type)) {
                Optional<Property> property = type.property(column.name());
                rows.add(
                    row(
                        table,
                        column.name(),
                        ++position,
                        property.map(Property::propertyId).orElse(null),
                        column.typeName(),
                        property.map(p -> p.type().displayName()).orElse("String"),
                        column.nullable()));
              }
            });
    return rows;
  }

  private static List<List<@Nullable Object>> constraints(SystemView view) {
    TypeNames names = TypeNames.of(view.graph().schema());
    List<List<@Nullable Object>> rows = new ArrayList<>();
    names
        .types()
        .forEach(
            (table, type) -> {
              for (ConstraintInfo constraint : ConstraintInfo.of(table, type, names)) {
                rows.add(
                    row(
                        table,
                        constraint.name(),
                        constraint.type(),
                        String.join(", ", constraint.columns()),
                        constraint.definition()));
              }
            });
    return rows;
  }

  /** What the schema declares, and what the tables have; a table is opened if it is wanted. */
  private static List<List<@Nullable Object>> indexes(SystemView view) {
    TypeNames names = TypeNames.of(view.graph().schema());
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (BranchName branch : view.wantedBranches()) {
      Snapshot snapshot = view.graph().snapshot(branch);
      names
          .types()
          .forEach(
              (table, type) -> {
                if (view.wants("table_name", table) && snapshot.tables().containsKey(type.key())) {
                  addIndexes(rows, branch.value(), table, type, built(view, snapshot, type.key()));
                }
              });
    }
    return rows;
  }

  private static List<TableIndex> built(SystemView view, Snapshot snapshot, TypeKey type) {
    try (TableSnapshot table = view.graph().open(snapshot, type)) {
      return table.indexes();
    }
  }

  private static void addIndexes(
      List<List<@Nullable Object>> rows,
      String branch,
      String table,
      GraphType type,
      List<TableIndex> built) {
    List<List<String>> declared = ConstraintInfo.indexed(type);
    for (TableIndex index : built) {
      rows.add(
          row(
              branch,
              table,
              String.join(", ", index.columns()),
              declared.contains(index.columns()),
              index.name(),
              index.kind()));
    }
    for (List<String> columns : declared) {
      if (built.stream().noneMatch(index -> index.columns().equals(columns))) {
        rows.add(row(branch, table, String.join(", ", columns), true, null, null));
      }
    }
  }

  /** The operations that wait for a recovery, then what recoveries have done. */
  private static List<List<@Nullable Object>> recoveries(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Sidecar waiting : view.graph().unfinished()) {
      rows.add(
          row(
              waiting.operation().value(),
              state(waiting),
              waiting.claim().kind(),
              waiting.branch().value(),
              waiting.claim().actor().orElse(null),
              String.join(", ", waiting.claim().keys().stream().map(TypeKey::toString).toList()),
              waiting instanceof Sidecar.OfWrite write ? write.plan().commit().value() : null,
              null));
    }
    for (AuditEntry entry : view.graph().recoveries()) {
      rows.add(
          row(
              entry.operation().value(),
              entry.kind().text(),
              entry.writer(),
              null,
              entry.actor().orElse(null),
              String.join(
                  ", ", entry.outcomes().stream().map(o -> o.key().toString()).distinct().toList()),
              entry.commit().value(),
              micros(entry.at())));
    }
    return rows;
  }

  private static String state(Sidecar waiting) {
    if (waiting instanceof Sidecar.Armed) {
      return "Armed";
    }
    if (waiting instanceof Sidecar.Confirmed) {
      return "Confirmed";
    }
    return waiting instanceof Sidecar.RollingBack ? "RollingBack" : "Waiting";
  }

  private static List<List<@Nullable Object>> schema(SystemView view) {
    AcceptedSchema schema = view.graph().schema();
    return List.of(
        row(schema.source(), schema.irHash(), schema.shapeHash(), schema.identityDomain()));
  }

  private static @Nullable String commitText(Optional<CommitId> commit) {
    return commit.map(CommitId::value).orElse(null);
  }
}
