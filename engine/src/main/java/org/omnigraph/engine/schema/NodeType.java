package org.omnigraph.engine.schema;

import java.util.List;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TableIdentity;

/** A node type. */
public record NodeType(
    String name, TableIdentity identity, List<Property> properties, List<Constraint> constraints)
    implements GraphType {
  public NodeType {
    properties = List.copyOf(properties);
    constraints = List.copyOf(constraints);
  }

  @Override
  public EntityKind kind() {
    return EntityKind.NODE;
  }
}
