package org.omnigraph.query.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.omnigraph.engine.id.BranchName;

/** What the system tables of one graph describe. */
record SystemView(String catalog, GraphSource graph) {
  /** Every branch and the system schemas, sorted. */
  List<String> schemas() {
    TreeSet<String> schemas = new TreeSet<>();
    graph.branches().stream().map(BranchName::value).forEach(schemas::add);
    schemas.add(SystemTable.INFORMATION_SCHEMA);
    schemas.add(SystemTable.OMNIGRAPH_CATALOG);
    return List.copyOf(schemas);
  }

  /** The tables of every schema, by schema and name. */
  List<TableInfo> tables() {
    List<TableInfo> tables = new ArrayList<>();
    for (String schema : schemas()) {
      tables.addAll(tables(schema));
    }
    return tables;
  }

  /** The tables of one schema, by name. */
  List<TableInfo> tables(String schema) {
    return SystemTables.isSystemSchema(schema)
        ? SystemTables.of(schema).stream().map(t -> t.info(catalog)).toList()
        : TypeShape.infos(catalog, schema, TypeNames.of(graph.schema()));
  }
}
