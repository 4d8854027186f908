package org.omnigraph.engine.schema;

import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.schema.Shape.EmbedShape;
import org.omnigraph.engine.schema.Shape.PropertySlot;

/**
 * A property in a shape.
 *
 * @param constraints the constraints that are written on the property itself
 * @param direct whether its owner declares it
 * @param satisfies the interface properties that it stands for
 */
record PropertyShape(
    String name,
    PropertyType type,
    List<Annotation> annotations,
    List<ColumnsKind> constraints,
    Optional<EmbedShape> embed,
    boolean direct,
    List<PropertySlot> satisfies) {
  PropertyShape {
    annotations = List.copyOf(annotations);
    constraints = List.copyOf(constraints);
    satisfies = List.copyOf(satisfies);
  }

  PropertyShape injected(List<PropertySlot> sources) {
    return new PropertyShape(name, type, annotations, constraints, embed, false, sources);
  }

  PropertyShape satisfying(List<PropertySlot> sources) {
    return new PropertyShape(name, type, annotations, constraints, embed, direct, sources);
  }
}
