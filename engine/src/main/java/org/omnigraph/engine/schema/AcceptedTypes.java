package org.omnigraph.engine.schema;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.omnigraph.engine.schema.Declaration.CheckDeclaration;
import org.omnigraph.engine.schema.Declaration.ColumnsDeclaration;
import org.omnigraph.engine.schema.Declaration.ConstraintDeclaration;
import org.omnigraph.engine.schema.Declaration.Name;
import org.omnigraph.engine.schema.Declaration.PropertyDeclaration;
import org.omnigraph.engine.schema.Declaration.RangeDeclaration;
import org.omnigraph.engine.schema.ResolvedSchema.ResolvedProperty;
import org.omnigraph.engine.schema.ResolvedSchema.ResolvedType;
import org.omnigraph.engine.schema.Shape.PropertySlot;
import org.omnigraph.engine.schema.Shape.TypeSlot;

/** Gives resolved types their ids: the types as the rest of the engine sees them. */
final class AcceptedTypes {
  private final Identities ids;

  private AcceptedTypes(Identities ids) {
    this.ids = ids;
  }

  static AcceptedSchema schema(
      String source, ResolvedSchema resolved, Identities ids, SchemaState state) {
    AcceptedTypes types = new AcceptedTypes(ids);
    return new AcceptedSchema(
        source,
        ids.domain(),
        state.irHash(),
        state.shapeHash(),
        resolved.types().stream().map(types::type).toList());
  }

  private GraphType type(ResolvedType type) {
    TypeSlot slot = new TypeSlot(type.declaration().kind(), type.name());
    List<Property> properties = type.properties().stream().map(p -> property(slot, p)).toList();
    List<Constraint> constraints =
        type.constraints().stream().map(c -> constraint(slot, c)).distinct().toList();
    if (type.declaration() instanceof Declaration.Edge edge) {
      return new EdgeType(
          type.name(),
          ids.table(slot),
          edge.from().text(),
          edge.to().text(),
          edge.cardinality(),
          properties,
          constraints);
    }
    return new NodeType(type.name(), ids.table(slot), properties, constraints);
  }

  private Property property(TypeSlot owner, ResolvedProperty property) {
    PropertyDeclaration declaration = property.declaration();
    String name = declaration.name().text();
    return new Property(
        name,
        ids.id(new PropertySlot(owner, name)),
        declaration.type(),
        declaration.annotation("embed").isPresent());
  }

  private Constraint constraint(TypeSlot owner, ConstraintDeclaration constraint) {
    if (constraint instanceof ColumnsDeclaration columns) {
      return columns(owner, columns);
    }
    if (constraint instanceof RangeDeclaration range) {
      return new Constraint.Range(range.property().text(), value(range.low()), value(range.high()));
    }
    CheckDeclaration check = (CheckDeclaration) constraint;
    return new Constraint.Check(check.property().text(), check.pattern());
  }

  private Constraint columns(TypeSlot owner, ColumnsDeclaration constraint) {
    List<String> columns =
        constraint.columns().stream()
            .map(Name::text)
            .distinct()
            .sorted(ShapeCompiler.BY_BYTES)
            .toList();
    return switch (constraint.kind()) {
      case KEY ->
          new Constraint.Key(
              columns.stream()
                  .sorted(
                      Comparator.comparing(
                          c -> ids.id(new PropertySlot(owner, c)), Long::compareUnsigned))
                  .toList());
      case UNIQUE -> new Constraint.Unique(columns);
      case INDEX -> new Constraint.Index(columns);
    };
  }

  private static OptionalDouble value(Optional<Bound> bound) {
    return bound.map(b -> OptionalDouble.of(b.value())).orElse(OptionalDouble.empty());
  }
}
