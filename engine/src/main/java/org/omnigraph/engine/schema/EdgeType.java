package org.omnigraph.engine.schema;

import java.util.List;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TableIdentity;

/**
 * An edge type.
 *
 * @param from the name of the node type that {@code src} refers to
 * @param to the name of the node type that {@code dst} refers to
 */
public record EdgeType(
    String name,
    TableIdentity identity,
    String from,
    String to,
    Cardinality cardinality,
    List<Property> properties,
    List<Constraint> constraints)
    implements GraphType {
  public EdgeType {
    properties = List.copyOf(properties);
    constraints = List.copyOf(constraints);
  }

  @Override
  public EntityKind kind() {
    return EntityKind.EDGE;
  }
}
