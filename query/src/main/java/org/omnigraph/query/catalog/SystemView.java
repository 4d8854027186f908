package org.omnigraph.query.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.omnigraph.engine.id.BranchName;

/**
 * What the system tables of one graph describe.
 *
 * @param wanted for some columns of the table that is read, the only values whose rows are wanted;
 *     other rows may come too
 */
record SystemView(String catalog, GraphSource graph, Map<String, Set<String>> wanted) {
  SystemView(String catalog, GraphSource graph) {
    this(catalog, graph, Map.of());
  }

  /** Whether rows that have a value in a column are wanted. */
  boolean wants(String column, String value) {
    Set<String> values = wanted.get(column);
    return values == null || values.contains(value);
  }

  /** The branches whose rows are wanted, sorted. */
  List<BranchName> wantedBranches() {
    return graph.branches().stream().filter(b -> wants("branch", b.value())).toList();
  }

  /** The tables whose rows are wanted, by schema and name. */
  List<TableInfo> wantedTables() {
    List<TableInfo> tables = new ArrayList<>();
    for (String schema : schemas()) {
      if (wants("table_schema", schema)) {
        tables(schema).stream().filter(t -> wants("table_name", t.name())).forEach(tables::add);
      }
    }
    return tables;
  }

  /** Every branch and the system schemas, sorted. */
  List<String> schemas() {
    TreeSet<String> schemas = new TreeSet<>();
    graph.branches().stream().map(BranchName::value).forEach(schemas::add);
    schemas.add(SystemTable.INFORMATION_SCHEMA);
    schemas.add(SystemTable.OMNIGRAPH_CATALOG);
    return List.copyOf(schemas);
  }

  /** The tables of one schema, by name. */
  List<TableInfo> tables(String schema) {
    return SystemTables.isSystemSchema(schema)
        ? SystemTables.of(schema).stream().map(t -> t.info(catalog)).toList()
        : TypeShape.infos(catalog, schema, TypeNames.of(graph.schema()));
  }
}
