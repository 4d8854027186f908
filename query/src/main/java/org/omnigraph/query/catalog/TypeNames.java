package org.omnigraph.query.catalog;

import java.util.LinkedHashMap;
import java.util.Map;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.GraphType;

/**
 * The SQL names of a graph's types: their own, and {@code edge:Name} beside a node of that name.
 */
final class TypeNames {
  private final Map<TypeKey, String> names = new LinkedHashMap<>();
  private final Map<String, GraphType> types = new LinkedHashMap<>();

  private TypeNames(AcceptedSchema schema) {
    for (GraphType type : schema.types()) {
      boolean hidden =
          type.kind() == EntityKind.EDGE && schema.type(TypeKey.node(type.name())).isPresent();
      String name = hidden ? type.key().toString() : type.name();
      names.put(type.key(), name);
      types.put(name, type);
    }
  }

  static TypeNames of(AcceptedSchema schema) {
    return new TypeNames(schema);
  }

  String name(TypeKey key) {
    String name = names.get(key);
    if (name == null) {
      throw new IllegalArgumentException("no type " + key);
    }
    return name;
  }

  /** SQL name to type, in the order of the schema text. */
  Map<String, GraphType> types() {
    return types;
  }
}
