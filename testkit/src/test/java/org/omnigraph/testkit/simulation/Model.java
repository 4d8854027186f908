package org.omnigraph.testkit.simulation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.testkit.GraphHarness.Write;

/**
 * What rows a graph has: by type and id; a row holds every column but the id. A plain value.
 *
 * @param rows what there is
 */
record Model(Map<TypeKey, Map<String, Map<String, @Nullable Object>>> rows) {
  static final TypeKey PERSON = TypeKey.node("Person");
  static final TypeKey CITY = TypeKey.node("City");
  static final TypeKey KNOWS = TypeKey.edge("Knows");
  static final TypeKey LIVES_IN = TypeKey.edge("LivesIn");
  static final String SCHEMA =
      """
      node Person {
        name: String @key
        age: I32?
      }
      node City {
        name: String @key
        age: I32?
      }
      edge Knows: Person -> Person {
        since: I64?
      }
      edge LivesIn: Person -> City {
        since: I64?
      }
      """;
  static final List<TypeKey> TYPES = List.of(PERSON, CITY, KNOWS, LIVES_IN);

  static Model empty() {
    Map<TypeKey, Map<String, Map<String, @Nullable Object>>> rows = new TreeMap<>();
    TYPES.forEach(type -> rows.put(type, Map.of()));
    return new Model(rows);
  }

  /** The rows after a request; empty when it must be refused. */
  Optional<Model> after(List<Write> writes) {
    Map<TypeKey, Map<String, Map<String, @Nullable Object>>> next = new TreeMap<>(rows);
    for (Write write : writes) {
      Map<String, Map<String, @Nullable Object>> table =
          write.mode() == WriteMode.REPLACE
              ? new TreeMap<>()
              : new TreeMap<>(next.getOrDefault(write.type(), Map.of()));
      for (Map<String, @Nullable Object> row : write.rows()) {
        boolean existed = table.put(id(write.type(), row), columns(write.type(), row)) != null;
        if (existed && write.mode() != WriteMode.UPSERT) {
          return Optional.empty();
        }
      }
      next.put(write.type(), table);
    }
    Model model = new Model(next);
    return model.isWhole() ? Optional.of(model) : Optional.empty();
  }

  private boolean isWhole() {
    return hasEnds(KNOWS, PERSON) && hasEnds(LIVES_IN, CITY);
  }

  private boolean hasEnds(TypeKey edge, TypeKey target) {
    return rows.getOrDefault(edge, Map.of()).values().stream()
        .allMatch(row -> has(PERSON, row.get("src")) && has(target, row.get("dst")));
  }

  private boolean has(TypeKey node, @Nullable Object id) {
    return id != null && rows.getOrDefault(node, Map.of()).containsKey(id.toString());
  }

  private static String id(TypeKey type, Map<String, @Nullable Object> row) {
    return String.valueOf(row.get(isNode(type) ? "name" : "id"));
  }

  private static boolean isNode(TypeKey type) {
    return type.equals(PERSON) || type.equals(CITY);
  }

  private static Map<String, @Nullable Object> columns(
      TypeKey type, Map<String, @Nullable Object> row) {
    Map<String, @Nullable Object> columns = new TreeMap<>();
    Stream<String> names =
        isNode(type) ? Stream.of("name", "age") : Stream.of("src", "dst", "since");
    names.forEach(name -> columns.put(name, row.get(name)));
    return columns;
  }
}
