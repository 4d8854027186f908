package org.omnigraph.query.catalog;

import static org.omnigraph.query.catalog.SystemTable.INFORMATION_SCHEMA;
import static org.omnigraph.query.catalog.SystemTable.OMNIGRAPH_CATALOG;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Every system table. */
final class SystemTables {
  private static final List<SystemTable> ALL =
      Stream.of(InformationSchema.TABLES, GraphCatalog.TABLES, List.of(StatementTable.TABLE))
          .flatMap(List::stream)
          .toList();

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
}
