package org.omnigraph.engine.schema;

import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;

/** A node or edge type of an accepted schema. */
public sealed interface GraphType permits NodeType, EdgeType {
  String name();

  TableIdentity identity();

  /**
   * The properties in the order of the schema text, which is the order SQL shows (after {@code id},
   * {@code src}, {@code dst}).
   */
  List<Property> properties();

  List<Constraint> constraints();

  EntityKind kind();

  default TypeKey key() {
    return new TypeKey(kind(), name());
  }

  /**
   * The table's directory below the graph root: {@code nodes/<type>-<incarnation>} in hexadecimal.
   */
  default String path() {
    return kind().directory() + "/" + identity().hex("-");
  }

  default Optional<Property> property(String propertyName) {
    return properties().stream().filter(p -> p.name().equals(propertyName)).findFirst();
  }

  /** The key columns in id order; empty when ids are not derived. */
  default List<String> keyColumns() {
    return constraints().stream()
        .filter(Constraint.Key.class::isInstance)
        .map(c -> ((Constraint.Key) c).columns())
        .findFirst()
        .orElse(List.of());
  }
}
