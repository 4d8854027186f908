package org.omnigraph.engine.schema;

import java.util.List;
import java.util.Optional;

/** What a schema text declares, as written, before names are resolved. */
sealed interface Declaration {
  Name name();

  TypeKind kind();

  List<PropertyDeclaration> properties();

  /** A property bundle without a table. */
  record Interface(Name name, List<PropertyDeclaration> properties) implements Declaration {
    public Interface {
      properties = List.copyOf(properties);
    }

    @Override
    public TypeKind kind() {
      return TypeKind.INTERFACE;
    }
  }

  /** A node type. */
  record Node(
      Name name,
      List<AnnotationDeclaration> annotations,
      List<Name> interfaces,
      List<PropertyDeclaration> properties,
      List<ConstraintDeclaration> constraints)
      implements Declaration {
    public Node {
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

  /** An edge type. */
  record Edge(
      Name name,
      Name from,
      Name to,
      Cardinality cardinality,
      List<AnnotationDeclaration> annotations,
      List<PropertyDeclaration> properties,
      List<ConstraintDeclaration> constraints)
      implements Declaration {
    public Edge {
      annotations = List.copyOf(annotations);
      properties = List.copyOf(properties);
      constraints = List.copyOf(constraints);
    }

    @Override
    public TypeKind kind() {
      return TypeKind.EDGE;
    }
  }

  /** A name and where it stands. */
  record Name(String text, Position position) {}

  /** A property and its annotations. */
  record PropertyDeclaration(
      Name name, PropertyType type, List<AnnotationDeclaration> annotations) {
    public PropertyDeclaration {
      annotations = List.copyOf(annotations);
    }

    Optional<AnnotationDeclaration> annotation(String annotationName) {
      return annotations.stream()
          .filter(a -> a.annotation().name().equals(annotationName))
          .findFirst();
    }

    boolean has(String annotationName) {
      return annotation(annotationName).isPresent();
    }
  }

  /** An annotation and where it stands. */
  record AnnotationDeclaration(Annotation annotation, Position position) {}

  /** A constraint written in a body. */
  sealed interface ConstraintDeclaration {
    Position position();
  }

  /** {@code @key(a, …)}, {@code @unique(a, …)} or {@code @index(a, …)}. */
  record ColumnsDeclaration(ColumnsKind kind, List<Name> columns, Position position)
      implements ConstraintDeclaration {
    public ColumnsDeclaration {
      columns = List.copyOf(columns);
    }
  }

  /** {@code @range(p, low..high)}. */
  record RangeDeclaration(
      Name property, Optional<Bound> low, Optional<Bound> high, Position position)
      implements ConstraintDeclaration {}

  /** {@code @check(p, "pattern")}. */
  record CheckDeclaration(Name property, String pattern, Position position)
      implements ConstraintDeclaration {}
}
