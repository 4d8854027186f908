package org.omnigraph.engine.schema;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a schema means, without identities: the same for every order, comment and spacing of its
 * text. {@link ShapeCompiler} gives all lists their one order.
 */
record Shape(List<InterfaceShape> interfaces, List<NodeShape> nodes, List<EdgeShape> edges) {
  Shape {
    interfaces = List.copyOf(interfaces);
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  /** An interface, node or edge. */
  sealed interface TypeShape {
    String name();

    TypeKind kind();

    List<PropertyShape> properties();

    default TypeSlot slot() {
      return new TypeSlot(kind(), name());
    }
  }

  record InterfaceShape(String name, List<PropertyShape> properties) implements TypeShape {
    InterfaceShape {
      properties = List.copyOf(properties);
    }

    @Override
    public TypeKind kind() {
      return TypeKind.INTERFACE;
    }
  }

  record NodeShape(
      String name,
      List<Annotation> annotations,
      List<String> interfaces,
      List<PropertyShape> properties,
      List<ConstraintShape> constraints)
      implements TypeShape {
    NodeShape {
      annotations = List.copyOf(annotations);
      interfaces = List.copyOf(interfaces);
      properties = List.copyOf(properties);
      constraints = List.copyOf(constraints);
    }

    @Override
    public TypeKind kind() {
      return TypeKind.NODE;
    }
  }

  record EdgeShape(
      String name,
      String from,
      String to,
      Cardinality cardinality,
      List<Annotation> annotations,
      List<PropertyShape> properties,
      List<ConstraintShape> constraints)
      implements TypeShape {
    EdgeShape {
      annotations = List.copyOf(annotations);
      properties = List.copyOf(properties);
      constraints = List.copyOf(constraints);
    }

    @Override
    public TypeKind kind() {
      return TypeKind.EDGE;
    }
  }

  /** Names a type within a schema. */
  record TypeSlot(TypeKind kind, String name) {
    @Override
    public String toString() {
      return kind.word() + " " + name;
    }
  }

  /** Names a property within a schema. */
  record PropertySlot(TypeSlot owner, String name) {
    @Override
    public String toString() {
      return owner + "." + name;
    }
  }

  /** A constraint as it is stored. */
  sealed interface ConstraintShape {}

  record ColumnsShape(ColumnsKind kind, List<String> columns) implements ConstraintShape {
    ColumnsShape {
      columns = List.copyOf(columns);
    }
  }

  record RangeShape(String property, @Nullable Bound min, @Nullable Bound max)
      implements ConstraintShape {}

  record CheckShape(String property, String pattern) implements ConstraintShape {}

  /** Where the text of a vector comes from. */
  record EmbedShape(String property, Optional<String> model) {}
}
