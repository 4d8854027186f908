package org.omnigraph.query.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.schema.Constraint;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.query.type.SqlTypes;

/**
 * How a type looks in SQL: {@code id}, on edges {@code src} and {@code dst}, then the properties in
 * the order of the schema text.
 */
final class TypeShape {
  private TypeShape() {}

  static List<Column> columns(GraphType type) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("id", SqlTypes.text()));
    if (type instanceof EdgeType) {
      columns.add(new Column("src", SqlTypes.text()));
      columns.add(new Column("dst", SqlTypes.text()));
    }
    for (Property property : type.properties()) {
      columns.add(new Column(property.name(), SqlTypes.of(property.type())));
    }
    return columns;
  }

  static TableInfo info(String catalog, String schema, TypeNames names, GraphType type) {
    String name = names.name(type.key());
    return new TableInfo(
        catalog,
        schema,
        name,
        type instanceof EdgeType ? TableInfo.Kind.EDGE : TableInfo.Kind.NODE,
        columns(type),
        List.of("id"),
        uniqueKeys(name, type),
        foreignKeys(name, names, type));
  }

  static List<TableInfo> infos(String catalog, String schema, TypeNames names) {
    return names.types().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(e -> info(catalog, schema, names, e.getValue()))
        .toList();
  }

  private static List<TableInfo.UniqueKey> uniqueKeys(String table, GraphType type) {
    List<TableInfo.UniqueKey> keys = new ArrayList<>();
    if (!type.keyColumns().isEmpty()) {
      keys.add(new TableInfo.UniqueKey(table + "_key", type.keyColumns()));
    }
    for (Constraint constraint : type.constraints()) {
      if (constraint instanceof Constraint.Unique unique) {
        String name = table + "_" + String.join("_", unique.columns()) + "_unique";
        keys.add(new TableInfo.UniqueKey(name, unique.columns()));
      }
    }
    return keys;
  }

  private static List<TableInfo.ForeignKey> foreignKeys(
      String table, TypeNames names, GraphType type) {
    return type instanceof EdgeType edge
        ? List.of(
            new TableInfo.ForeignKey(
                table + "_src_fk", "src", names.name(TypeKey.node(edge.from()))),
            new TableInfo.ForeignKey(table + "_dst_fk", "dst", names.name(TypeKey.node(edge.to()))))
        : List.of();
  }
}
