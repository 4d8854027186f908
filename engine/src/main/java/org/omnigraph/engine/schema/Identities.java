package org.omnigraph.engine.schema;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.schema.Shape.PropertySlot;
import org.omnigraph.engine.schema.Shape.TypeShape;
import org.omnigraph.engine.schema.Shape.TypeSlot;

/**
 * The stable ids of a schema: of types, of properties and of table incarnations, all from one
 * counter that never goes back.
 *
 * @param domain the ULID minted when the graph was made
 * @param next the next id to hand out, unsigned
 * @param incarnations of nodes and edges
 */
record Identities(
    String domain,
    long next,
    Map<TypeSlot, Long> types,
    Map<PropertySlot, Long> properties,
    Map<TypeSlot, Long> incarnations) {
  Identities {
    types = Map.copyOf(types);
    properties = Map.copyOf(properties);
    incarnations = Map.copyOf(incarnations);
  }

  /**
   * The ids of a schema that no graph has had before: types by kind and name, then properties by
   * owner's id and name, then incarnations by type id.
   */
  static Identities allocate(Shape shape, String domain) {
    long next = 1;
    Map<TypeSlot, Long> types = new LinkedHashMap<>();
    List<TypeShape> ordered =
        Stream.of(shape.interfaces(), shape.nodes(), shape.edges())
            .flatMap(
                kind ->
                    kind.stream()
                        .map(TypeShape.class::cast)
                        .sorted(Comparator.comparing(TypeShape::name, ShapeCompiler.BY_BYTES)))
            .toList();
    for (TypeShape type : ordered) {
      types.put(type.slot(), next++);
    }
    Map<PropertySlot, Long> properties = new LinkedHashMap<>();
    for (TypeShape type : ordered) {
      List<String> names =
          type.properties().stream()
              .map(PropertyShape::name)
              .sorted(ShapeCompiler.BY_BYTES)
              .toList();
      for (String name : names) {
        properties.put(new PropertySlot(type.slot(), name), next++);
      }
    }
    Map<TypeSlot, Long> incarnations = new LinkedHashMap<>();
    for (TypeShape type : ordered) {
      if (type.kind() != TypeKind.INTERFACE) {
        incarnations.put(type.slot(), next++);
      }
    }
    return new Identities(domain, next, types, properties, incarnations);
  }

  long id(TypeSlot type) {
    return present(types.get(type), type);
  }

  long id(PropertySlot property) {
    return present(properties.get(property), property);
  }

  TableIdentity table(TypeSlot type) {
    return new TableIdentity(id(type), present(incarnations.get(type), type));
  }

  private static long present(@Nullable Long id, Object slot) {
    if (id == null) {
      throw new IllegalArgumentException("no id for " + slot);
    }
    return id;
  }
}
