package org.omnigraph.engine.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.omnigraph.engine.schema.Declaration.AnnotationDeclaration;
import org.omnigraph.engine.schema.Declaration.ColumnsDeclaration;
import org.omnigraph.engine.schema.Declaration.ConstraintDeclaration;
import org.omnigraph.engine.schema.Declaration.Name;
import org.omnigraph.engine.schema.Declaration.PropertyDeclaration;

/**
 * Declarations with the properties of interfaces handed to the nodes that implement them.
 *
 * @param declarations in the order of the text
 * @param types the node and edge types in the order of the text
 */
record ResolvedSchema(List<Declaration> declarations, List<ResolvedType> types) {
  ResolvedSchema {
    declarations = List.copyOf(declarations);
    types = List.copyOf(types);
  }

  /** A node or edge with all its properties: its own first, then those of its interfaces. */
  record ResolvedType(Declaration declaration, List<ResolvedProperty> properties) {
    ResolvedType {
      properties = List.copyOf(properties);
    }

    String name() {
      return declaration.name().text();
    }

    List<AnnotationDeclaration> annotations() {
      if (declaration instanceof Declaration.Node node) {
        return node.annotations();
      }
      return declaration instanceof Declaration.Edge edge ? edge.annotations() : List.of();
    }

    Optional<PropertyDeclaration> property(String propertyName) {
      return properties.stream()
          .map(ResolvedProperty::declaration)
          .filter(p -> p.name().text().equals(propertyName))
          .findFirst();
    }

    /** The constraints of the body, then those written as annotations of single properties. */
    List<ConstraintDeclaration> constraints() {
      return Stream.concat(bodyConstraints().stream(), properties.stream().flatMap(this::desugared))
          .toList();
    }

    private List<ConstraintDeclaration> bodyConstraints() {
      if (declaration instanceof Declaration.Node node) {
        return node.constraints();
      }
      return declaration instanceof Declaration.Edge edge ? edge.constraints() : List.of();
    }

    private Stream<ConstraintDeclaration> desugared(ResolvedProperty property) {
      PropertyDeclaration declared = property.declaration();
      return Stream.of(ColumnsKind.values())
          .flatMap(
              kind ->
                  declared.annotation(kind.word()).stream()
                      .map(
                          a ->
                              new ColumnsDeclaration(
                                  kind, List.of(declared.name()), a.position())));
    }
  }

  /**
   * A property of a type.
   *
   * @param direct whether the type declares it itself
   * @param contributors the interface properties of that name among the type's interfaces
   */
  record ResolvedProperty(
      PropertyDeclaration declaration, boolean direct, List<Contributor> contributors) {
    ResolvedProperty {
      contributors = List.copyOf(contributors);
    }
  }

  /** An interface's property. */
  record Contributor(String owner, PropertyDeclaration declaration) {}

  /**
   * Hands out interface properties.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest for an unknown interface, or a property whose
   *     type differs from its interface's
   */
  static ResolvedSchema resolve(List<Declaration> declarations) {
    Map<String, Declaration.Interface> interfaces = new LinkedHashMap<>();
    for (Declaration declaration : declarations) {
      if (declaration instanceof Declaration.Interface bundle) {
        interfaces.putIfAbsent(bundle.name().text(), bundle);
      }
    }
    List<ResolvedType> types = new ArrayList<>();
    for (Declaration declaration : declarations) {
      if (declaration instanceof Declaration.Node node) {
        types.add(node(node, interfaces));
      } else if (declaration instanceof Declaration.Edge edge) {
        types.add(
            new ResolvedType(
                edge,
                edge.properties().stream()
                    .map(p -> new ResolvedProperty(p, true, List.of()))
                    .toList()));
      }
    }
    return new ResolvedSchema(declarations, types);
  }

  private static ResolvedType node(
      Declaration.Node node, Map<String, Declaration.Interface> interfaces) {
    Map<String, List<Contributor>> contributors = contributors(node, interfaces);
    List<ResolvedProperty> properties = new ArrayList<>();
    for (PropertyDeclaration own : node.properties()) {
      List<Contributor> satisfied = contributors.remove(own.name().text());
      satisfied = satisfied == null ? List.of() : satisfied;
      satisfied.forEach(c -> requireSameType(own.name(), node, own, c));
      properties.add(new ResolvedProperty(own, true, satisfied));
    }
    for (List<Contributor> injected : contributors.values()) {
      PropertyDeclaration first = injected.get(0).declaration();
      injected.forEach(c -> requireSameType(node.name(), node, first, c));
      properties.add(new ResolvedProperty(first, false, injected));
    }
    return new ResolvedType(node, properties);
  }

  private static Map<String, List<Contributor>> contributors(
      Declaration.Node node, Map<String, Declaration.Interface> interfaces) {
    Map<String, List<Contributor>> contributors = new LinkedHashMap<>();
    LinkedHashSet<String> seen = new LinkedHashSet<>();
    for (Name name : node.interfaces()) {
      Declaration.Interface bundle = interfaces.get(name.text());
      if (bundle == null) {
        throw name.position()
            .refuse(
                "node '"
                    + node.name().text()
                    + "' implements unknown interface '"
                    + name.text()
                    + "'; declare the interface, or take it out of the list");
      }
      if (seen.add(name.text())) {
        for (PropertyDeclaration property : bundle.properties()) {
          contributors
              .computeIfAbsent(property.name().text(), p -> new ArrayList<>())
              .add(new Contributor(name.text(), property));
        }
      }
    }
    return contributors;
  }

  private static void requireSameType(
      Name place, Declaration.Node node, PropertyDeclaration property, Contributor contributor) {
    PropertyType wanted = contributor.declaration().type();
    if (!property.type().equals(wanted)) {
      throw place
          .position()
          .refuse(
              "property '"
                  + node.name().text()
                  + "."
                  + property.name().text()
                  + "' has type "
                  + property.type().displayName()
                  + " but interface '"
                  + contributor.owner()
                  + "' declares "
                  + wanted.displayName()
                  + "; make the types equal");
    }
  }
}
