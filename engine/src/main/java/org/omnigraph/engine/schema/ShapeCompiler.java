package org.omnigraph.engine.schema;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.schema.Declaration.AnnotationDeclaration;
import org.omnigraph.engine.schema.Declaration.CheckDeclaration;
import org.omnigraph.engine.schema.Declaration.ColumnsDeclaration;
import org.omnigraph.engine.schema.Declaration.ConstraintDeclaration;
import org.omnigraph.engine.schema.Declaration.Name;
import org.omnigraph.engine.schema.Declaration.PropertyDeclaration;
import org.omnigraph.engine.schema.Declaration.RangeDeclaration;
import org.omnigraph.engine.schema.ResolvedSchema.Contributor;
import org.omnigraph.engine.schema.ResolvedSchema.ResolvedProperty;
import org.omnigraph.engine.schema.ResolvedSchema.ResolvedType;
import org.omnigraph.engine.schema.Shape.CheckShape;
import org.omnigraph.engine.schema.Shape.ColumnsShape;
import org.omnigraph.engine.schema.Shape.ConstraintShape;
import org.omnigraph.engine.schema.Shape.EdgeShape;
import org.omnigraph.engine.schema.Shape.EmbedShape;
import org.omnigraph.engine.schema.Shape.InterfaceShape;
import org.omnigraph.engine.schema.Shape.NodeShape;
import org.omnigraph.engine.schema.Shape.PropertySlot;
import org.omnigraph.engine.schema.Shape.RangeShape;
import org.omnigraph.engine.schema.Shape.TypeShape;
import org.omnigraph.engine.schema.Shape.TypeSlot;

/** Turns a resolved schema into its shape, and any shape into its canonical order. */
final class ShapeCompiler {
  /** Orders text by its UTF-8 bytes, which differs from Java's order beyond the basic plane. */
  static final Comparator<String> BY_BYTES =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private static final Set<String> NOT_KEPT =
      Set.of("rename_from", "embed", "key", "unique", "index");

  private ShapeCompiler() {}

  static Shape compile(ResolvedSchema schema) {
    List<InterfaceShape> interfaces = new ArrayList<>();
    for (Declaration declaration : schema.declarations()) {
      if (declaration instanceof Declaration.Interface bundle) {
        interfaces.add(
            new InterfaceShape(
                bundle.name().text(),
                bundle.properties().stream().map(ShapeCompiler::semantics).toList()));
      }
    }
    List<NodeShape> nodes = new ArrayList<>();
    List<EdgeShape> edges = new ArrayList<>();
    for (ResolvedType type : schema.types()) {
      if (type.declaration() instanceof Declaration.Node node) {
        nodes.add(node(type, node));
      } else if (type.declaration() instanceof Declaration.Edge edge) {
        edges.add(edge(type, edge));
      }
    }
    return canonical(new Shape(interfaces, nodes, edges));
  }

  private static NodeShape node(ResolvedType type, Declaration.Node node) {
    return new NodeShape(
        type.name(),
        kept(node.annotations()),
        node.interfaces().stream().map(Name::text).toList(),
        type.properties().stream().map(ShapeCompiler::property).toList(),
        type.constraints().stream().map(ShapeCompiler::constraint).toList());
  }

  private static EdgeShape edge(ResolvedType type, Declaration.Edge edge) {
    return new EdgeShape(
        type.name(),
        edge.from().text(),
        edge.to().text(),
        edge.cardinality(),
        kept(edge.annotations()),
        type.properties().stream().map(ShapeCompiler::property).toList(),
        type.constraints().stream().map(ShapeCompiler::constraint).toList());
  }

  private static PropertyShape property(ResolvedProperty property) {
    List<PropertySlot> sources = property.contributors().stream().map(ShapeCompiler::slot).toList();
    PropertyShape shape = semantics(property.declaration());
    return property.direct() ? shape.satisfying(sources) : shape.injected(sources);
  }

  private static PropertySlot slot(Contributor contributor) {
    return new PropertySlot(
        new TypeSlot(TypeKind.INTERFACE, contributor.owner()),
        contributor.declaration().name().text());
  }

  /** A property as its owner declares it, its annotations in canonical order. */
  static PropertyShape semantics(PropertyDeclaration property) {
    return new PropertyShape(
        property.name().text(),
        property.type(),
        sorted(kept(property.annotations())),
        Stream.of(ColumnsKind.values()).filter(kind -> property.has(kind.word())).toList(),
        property.annotation("embed").map(a -> embed(a.annotation())),
        true,
        List.of());
  }

  private static EmbedShape embed(Annotation annotation) {
    return new EmbedShape(
        Objects.requireNonNull(annotation.value()),
        java.util.Optional.ofNullable(annotation.keywords().get("model")));
  }

  private static List<Annotation> kept(List<AnnotationDeclaration> annotations) {
    return annotations.stream()
        .map(AnnotationDeclaration::annotation)
        .filter(a -> !NOT_KEPT.contains(a.name()))
        .toList();
  }

  private static ConstraintShape constraint(ConstraintDeclaration constraint) {
    if (constraint instanceof ColumnsDeclaration columns) {
      return new ColumnsShape(columns.kind(), columns.columns().stream().map(Name::text).toList());
    }
    if (constraint instanceof RangeDeclaration range) {
      // The stored form keeps the first bound written as the minimum, so "..5" is {min: 5}; what it
      // means, a maximum, is read from the schema text.
      boolean openBelow = range.low().isEmpty();
      return new RangeShape(
          range.property().text(),
          (openBelow ? range.high() : range.low()).orElse(null),
          openBelow ? null : range.high().orElse(null));
    }
    CheckDeclaration check = (CheckDeclaration) constraint;
    return new CheckShape(check.property().text(), check.pattern());
  }

  /** The same shape with every list in its one order and without repetitions. */
  static Shape canonical(Shape shape) {
    return new Shape(
        shape.interfaces().stream()
            .map(i -> new InterfaceShape(i.name(), properties(i.properties())))
            .sorted(byName())
            .toList(),
        shape.nodes().stream().map(ShapeCompiler::canonical).sorted(byName()).toList(),
        shape.edges().stream().map(ShapeCompiler::canonical).sorted(byName()).toList());
  }

  private static NodeShape canonical(NodeShape node) {
    return new NodeShape(
        node.name(),
        sorted(node.annotations()),
        node.interfaces().stream().distinct().sorted(BY_BYTES).toList(),
        properties(node.properties()),
        constraints(node.constraints()));
  }

  private static EdgeShape canonical(EdgeShape edge) {
    return new EdgeShape(
        edge.name(),
        edge.from(),
        edge.to(),
        edge.cardinality(),
        sorted(edge.annotations()),
        properties(edge.properties()),
        constraints(edge.constraints()));
  }

  private static List<PropertyShape> properties(List<PropertyShape> properties) {
    return properties.stream()
        .map(ShapeCompiler::canonical)
        .sorted(Comparator.comparing(PropertyShape::name, BY_BYTES))
        .toList();
  }

  private static PropertyShape canonical(PropertyShape property) {
    return new PropertyShape(
        property.name(),
        property.type(),
        sorted(property.annotations()),
        property.constraints().stream().distinct().sorted().toList(),
        property.embed(),
        property.direct(),
        property.satisfies().stream()
            .distinct()
            .sorted(
                Comparator.comparing((PropertySlot s) -> s.owner().name(), BY_BYTES)
                    .thenComparing(PropertySlot::name, BY_BYTES))
            .toList());
  }

  private static List<Annotation> sorted(List<Annotation> annotations) {
    return annotations.stream()
        .distinct()
        .sorted(Comparator.comparing(a -> CanonicalJson.compact(ShapeJson.annotation(a)), BY_BYTES))
        .toList();
  }

  private static List<ConstraintShape> constraints(List<ConstraintShape> constraints) {
    return constraints.stream()
        .map(ShapeCompiler::canonical)
        .distinct()
        .sorted(Comparator.comparing(ShapeCompiler::sortKey, BY_BYTES))
        .toList();
  }

  private static ConstraintShape canonical(ConstraintShape constraint) {
    return constraint instanceof ColumnsShape columns
        ? new ColumnsShape(
            columns.kind(), columns.columns().stream().distinct().sorted(BY_BYTES).toList())
        : constraint;
  }

  private static String sortKey(ConstraintShape constraint) {
    if (constraint instanceof ColumnsShape columns) {
      return columns.kind().word() + ":" + String.join(",", columns.columns());
    }
    if (constraint instanceof RangeShape range) {
      return "range:"
          + range.property()
          + ":"
          + sortText(range.min())
          + ":"
          + sortText(range.max());
    }
    CheckShape check = (CheckShape) constraint;
    return "check:" + check.property() + ":" + check.pattern();
  }

  private static String sortText(@Nullable Bound bound) {
    return bound == null ? "None" : "Some(" + bound.sortText() + ")";
  }

  private static <T extends TypeShape> Comparator<T> byName() {
    return Comparator.comparing(TypeShape::name, BY_BYTES);
  }
}
