package org.omnigraph.query.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.schema.Cardinality;
import org.omnigraph.engine.schema.Constraint;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.Property;

/**
 * What constrains the rows of a type.
 *
 * @param type {@code KEY}, {@code UNIQUE}, {@code RANGE}, {@code CHECK}, {@code ENUM}, {@code
 *     ENDPOINT} or {@code CARDINALITY}
 * @param columns what it is about
 * @param definition as the text of a schema spells it; of an end point, the type it refers to
 */
record ConstraintInfo(String name, String type, List<String> columns, String definition) {
  ConstraintInfo {
    columns = List.copyOf(columns);
  }

  /**
   * The constraints of a type: those of its columns, then those of an edge.
   *
   * @param table the type's name in SQL
   */
  static List<ConstraintInfo> of(String table, GraphType type, TypeNames names) {
    List<ConstraintInfo> all = new ArrayList<>();
    for (Constraint constraint : type.constraints()) {
      add(all, table, constraint);
    }
    for (Property property : type.properties()) {
      if (property.type().isEnum()) {
        String values = "enum(" + String.join(", ", property.type().enumValues()) + ")";
        all.add(
            new ConstraintInfo(
                table + "_" + property.name() + "_enum", "ENUM", List.of(property.name()), values));
      }
    }
    if (type instanceof EdgeType edge) {
      addEnds(all, table, edge, names);
    }
    return all;
  }

  private static void add(List<ConstraintInfo> all, String table, Constraint constraint) {
    if (constraint instanceof Constraint.Key key) {
      all.add(new ConstraintInfo(table + "_key", "KEY", key.columns(), call("key", key.columns())));
    } else if (constraint instanceof Constraint.Unique unique) {
      String name = table + "_" + String.join("_", unique.columns()) + "_unique";
      all.add(
          new ConstraintInfo(name, "UNIQUE", unique.columns(), call("unique", unique.columns())));
    } else if (constraint instanceof Constraint.Range range) {
      String bounds = bound(range.min()) + ".." + bound(range.max());
      all.add(
          new ConstraintInfo(
              table + "_" + range.column() + "_range",
              "RANGE",
              List.of(range.column()),
              "@range(" + range.column() + ", " + bounds + ")"));
    } else if (constraint instanceof Constraint.Check check) {
      all.add(
          new ConstraintInfo(
              table + "_" + check.column() + "_check",
              "CHECK",
              List.of(check.column()),
              "@check(" + check.column() + ", \"" + check.pattern() + "\")"));
    }
  }

  private static void addEnds(
      List<ConstraintInfo> all, String table, EdgeType edge, TypeNames names) {
    all.add(end(table, "src", names.name(TypeKey.node(edge.from()))));
    all.add(end(table, "dst", names.name(TypeKey.node(edge.to()))));
    Cardinality cardinality = edge.cardinality();
    if (!cardinality.isUnbounded()) {
      all.add(
          new ConstraintInfo(
              table + "_card",
              "CARDINALITY",
              List.of("src"),
              "@card(" + cardinality.min() + ".." + bound(cardinality.max()) + ")"));
    }
  }

  private static ConstraintInfo end(String table, String column, String node) {
    return new ConstraintInfo(table + "_" + column + "_fk", "ENDPOINT", List.of(column), node);
  }

  /** The sets of columns that the schema wants indexed. */
  static List<List<String>> indexed(GraphType type) {
    List<List<String>> indexes = new ArrayList<>();
    for (Constraint constraint : type.constraints()) {
      if (constraint instanceof Constraint.Index index) {
        indexes.add(index.columns());
      }
    }
    return indexes;
  }

  private static String call(String annotation, List<String> columns) {
    return "@" + annotation + "(" + String.join(", ", columns) + ")";
  }

  private static String bound(OptionalDouble bound) {
    if (bound.isEmpty()) {
      return "";
    }
    double value = bound.getAsDouble();
    return value == Math.rint(value) && Math.abs(value) < 1L << 53
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static String bound(OptionalLong bound) {
    return bound.isPresent() ? Long.toString(bound.getAsLong()) : "";
  }
}
