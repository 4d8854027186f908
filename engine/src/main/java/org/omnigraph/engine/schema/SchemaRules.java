package org.omnigraph.engine.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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

/**
 * The rules that every schema keeps, new or stored: annotations, then constraints, then names
 * across the schema. The first breach is the error.
 */
final class SchemaRules {
  private static final Set<Scalar> NUMBERS =
      Set.of(Scalar.I32, Scalar.I64, Scalar.U32, Scalar.U64, Scalar.F32, Scalar.F64);

  private SchemaRules() {}

  static void check(ResolvedSchema schema) {
    for (Declaration declaration : schema.declarations()) {
      if (declaration instanceof Declaration.Interface bundle) {
        bundle.properties().forEach(p -> renameHint(p.annotations()));
      }
    }
    schema.types().forEach(SchemaRules::annotations);
    schema.types().forEach(SchemaRules::constraints);
    names(schema);
  }

  private static void annotations(ResolvedType type) {
    for (AnnotationDeclaration a : type.annotations()) {
      if (columnsKind(a).isPresent()) {
        throw refuse(
            a, "@" + a.annotation().name() + " belongs to a property, or with columns in the body");
      }
    }
    renameHint(type.annotations());
    text(type.annotations(), "description");
    text(type.annotations(), "instruction");
    type.properties().forEach(p -> annotations(type, p.declaration()));
  }

  private static void annotations(ResolvedType type, PropertyDeclaration property) {
    List<AnnotationDeclaration> annotations = property.annotations();
    for (ColumnsKind kind : ColumnsKind.values()) {
      property.annotation(kind.word()).ifPresent(a -> marker(type, property, kind, a));
    }
    property.annotation("embed").ifPresent(a -> embed(type, property, a));
    renameHint(annotations);
    text(annotations, "description");
    property
        .annotation("instruction")
        .ifPresent(
            a -> {
              throw refuse(
                  a, "@instruction is only supported on node and edge types; use @description");
            });
  }

  private static void marker(
      ResolvedType type, PropertyDeclaration property, ColumnsKind kind, AnnotationDeclaration a) {
    once(property.annotations(), kind.word());
    if (a.annotation().value() != null) {
      throw refuse(a, "@" + kind.word() + " on a property takes no value");
    }
    if (kind == ColumnsKind.KEY && type.declaration().kind() == TypeKind.EDGE) {
      throw refuse(a, "@key is not supported on edge properties; use @unique");
    }
    PropertyType p = property.type();
    boolean refused =
        p.list()
            || p.scalar() == Scalar.BLOB
            || (p.scalar() == Scalar.VECTOR && kind != ColumnsKind.INDEX);
    if (refused) {
      throw refuse(
          a,
          "@"
              + kind.word()
              + " is not supported on "
              + qualified(type, property.name())
              + " of type "
              + p.displayName()
              + "; use it on a scalar property");
    }
  }

  private static void embed(
      ResolvedType type, PropertyDeclaration property, AnnotationDeclaration a) {
    once(property.annotations(), "embed");
    if (type.declaration().kind() == TypeKind.EDGE
        || property.type().scalar() != Scalar.VECTOR
        || property.type().list()) {
      throw refuse(a, "@embed is only supported on Vector properties of nodes");
    }
    String source = a.annotation().value();
    if (source == null || source.isBlank()) {
      throw refuse(a, "@embed needs the name of its source property; write @embed(\"text\")");
    }
    for (String keyword : a.annotation().keywords().keySet()) {
      if (!keyword.equals("model")) {
        throw refuse(a, "@embed has no argument '" + keyword + "'; only model is known");
      }
    }
    PropertyDeclaration sourceProperty =
        type.property(source)
            .orElseThrow(() -> refuse(a, "@embed source: " + unknownProperty(type, source)));
    if (sourceProperty.type().scalar() != Scalar.STRING || sourceProperty.type().list()) {
      throw refuse(
          a,
          "@embed source '"
              + source
              + "' has type "
              + sourceProperty.type().displayName()
              + "; it must be a String");
    }
  }

  private static void renameHint(List<AnnotationDeclaration> annotations) {
    text(annotations, "rename_from");
    for (AnnotationDeclaration a : annotations) {
      if (a.annotation().name().equals("rename_from") && !a.annotation().keywords().isEmpty()) {
        throw refuse(a, "@rename_from takes only the old name");
      }
    }
  }

  /** An annotation of that name stands once at most and has a text that is not blank. */
  private static void text(List<AnnotationDeclaration> annotations, String name) {
    once(annotations, name);
    for (AnnotationDeclaration a : annotations) {
      String value = a.annotation().value();
      if (a.annotation().name().equals(name) && (value == null || value.isBlank())) {
        throw refuse(a, "@" + name + " needs a text that is not blank; write @" + name + "(\"…\")");
      }
    }
  }

  private static void once(List<AnnotationDeclaration> annotations, String name) {
    boolean seen = false;
    for (AnnotationDeclaration a : annotations) {
      if (a.annotation().name().equals(name)) {
        if (seen) {
          throw refuse(a, "@" + name + " is given twice; keep one");
        }
        seen = true;
      }
    }
  }

  private static Optional<ColumnsKind> columnsKind(AnnotationDeclaration a) {
    for (ColumnsKind kind : ColumnsKind.values()) {
      if (kind.word().equals(a.annotation().name())) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  private static void constraints(ResolvedType type) {
    boolean keyed = false;
    for (ConstraintDeclaration constraint : type.constraints()) {
      if (constraint instanceof ColumnsDeclaration columns) {
        columns(type, columns);
        if (columns.kind() == ColumnsKind.KEY) {
          if (keyed) {
            throw columns
                .position()
                .refuse(
                    "node '"
                        + type.name()
                        + "' has more than one @key; name all its columns in one, as in @key(a, b)");
          }
          keyed = true;
        }
      } else if (constraint instanceof RangeDeclaration range) {
        PropertyDeclaration property = nodeMember(type, "@range", range.property());
        if (!NUMBERS.contains(property.type().scalar())) {
          throw misfit(type, "@range", property, "a number", range.position());
        }
      } else if (constraint instanceof CheckDeclaration check) {
        PropertyDeclaration property = nodeMember(type, "@check", check.property());
        if (property.type().scalar() != Scalar.STRING) {
          throw misfit(type, "@check", property, "a String", check.position());
        }
      }
    }
  }

  private static void columns(ResolvedType type, ColumnsDeclaration columns) {
    boolean edge = type.declaration().kind() == TypeKind.EDGE;
    if (edge && columns.kind() == ColumnsKind.KEY) {
      throw columns
          .position()
          .refuse("@key is not supported on edge '" + type.name() + "'; use @unique");
    }
    Set<String> seen = new HashSet<>();
    for (Name column : columns.columns()) {
      if (!seen.add(column.text())) {
        throw column
            .position()
            .refuse(
                "@"
                    + columns.kind().word()
                    + " on '"
                    + type.name()
                    + "' names '"
                    + column.text()
                    + "' twice; name each column once");
      }
      if (edge && (column.text().equals("src") || column.text().equals("dst"))) {
        continue;
      }
      PropertyDeclaration property = member(type, column);
      if (columns.kind() == ColumnsKind.KEY) {
        keyMember(type, property, columns.position());
      }
      if (columns.kind() == ColumnsKind.INDEX && property.type().scalar() == Scalar.BLOB) {
        throw misfit(type, "@index", property, "anything but a Blob", columns.position());
      }
    }
  }

  private static void keyMember(
      ResolvedType type, PropertyDeclaration property, Position position) {
    PropertyType p = property.type();
    if (p.nullable()) {
      throw position.refuse(
          "@key property '"
              + qualified(type, property.name())
              + "' must not be nullable; take the '?' off");
    }
    if (p.list() || p.scalar() == Scalar.VECTOR || p.scalar() == Scalar.BLOB) {
      throw misfit(type, "@key", property, "a scalar", position);
    }
  }

  private static PropertyDeclaration nodeMember(ResolvedType type, String what, Name name) {
    if (type.declaration().kind() == TypeKind.EDGE) {
      throw name.position()
          .refuse(what + " is only supported on nodes, not on edge '" + type.name() + "'");
    }
    return member(type, name);
  }

  private static PropertyDeclaration member(ResolvedType type, Name name) {
    return type.property(name.text())
        .orElseThrow(() -> name.position().refuse(unknownProperty(type, name.text())));
  }

  private static String unknownProperty(ResolvedType type, String name) {
    String known =
        type.properties().stream()
            .map(p -> p.declaration().name().text())
            .collect(Collectors.joining(", "));
    return "'"
        + type.name()
        + "' has no property '"
        + name
        + "'"
        + (known.isEmpty() ? "; it has none" : "; its properties are " + known);
  }

  static RuntimeException misfit(
      ResolvedType type,
      String what,
      PropertyDeclaration property,
      String wanted,
      Position position) {
    return position.refuse(
        what
            + " needs "
            + wanted
            + ", but '"
            + qualified(type, property.name())
            + "' has type "
            + property.type().displayName());
  }

  static String qualified(ResolvedType type, Name property) {
    return type.name() + "." + property.text();
  }

  private static RuntimeException refuse(AnnotationDeclaration annotation, String message) {
    return annotation.position().refuse(message);
  }

  private static void names(ResolvedSchema schema) {
    Map<TypeKind, Set<String>> taken = new HashMap<>();
    for (Declaration declaration : schema.declarations()) {
      Name name = declaration.name();
      if (!taken.computeIfAbsent(declaration.kind(), k -> new HashSet<>()).add(name.text())) {
        throw name.position()
            .refuse(
                "duplicate "
                    + declaration.kind().word()
                    + " type '"
                    + name.text()
                    + "'; rename one of them");
      }
      distinctProperties(declaration);
    }
    foldedEdgeNames(schema);
    endPoints(schema, taken);
    schema.types().forEach(SchemaRules::equalContributors);
  }

  private static void distinctProperties(Declaration declaration) {
    Set<String> seen = new HashSet<>();
    for (PropertyDeclaration property : declaration.properties()) {
      if (!seen.add(property.name().text())) {
        throw property
            .name()
            .position()
            .refuse(
                "duplicate property '"
                    + declaration.name().text()
                    + "."
                    + property.name().text()
                    + "'; keep one");
      }
    }
  }

  private static void foldedEdgeNames(ResolvedSchema schema) {
    Map<String, String> folded = new HashMap<>();
    for (ResolvedType type : schema.types()) {
      if (type.declaration().kind() == TypeKind.EDGE) {
        String other = folded.put(type.name().toLowerCase(Locale.ROOT), type.name());
        if (other != null) {
          throw type.declaration()
              .name()
              .position()
              .refuse(
                  "edge name collision after case folding: '"
                      + other
                      + "' and '"
                      + type.name()
                      + "'; rename one of them");
        }
      }
    }
  }

  private static void endPoints(ResolvedSchema schema, Map<TypeKind, Set<String>> taken) {
    Set<String> nodes = taken.getOrDefault(TypeKind.NODE, Set.of());
    for (ResolvedType type : schema.types()) {
      if (type.declaration() instanceof Declaration.Edge edge) {
        for (Name end : List.of(edge.from(), edge.to())) {
          if (!nodes.contains(end.text())) {
            throw end.position()
                .refuse(
                    "edge '"
                        + type.name()
                        + "' names '"
                        + end.text()
                        + "', which is no node type; "
                        + (nodes.isEmpty()
                            ? "declare the node type"
                            : "the node types are "
                                + nodes.stream().sorted().collect(Collectors.joining(", "))));
          }
        }
      }
    }
  }

  private static void equalContributors(ResolvedType type) {
    for (ResolvedProperty property : type.properties()) {
      if (property.direct()) {
        continue;
      }
      List<Contributor> contributors = new ArrayList<>(property.contributors());
      PropertyShape first = ShapeCompiler.semantics(contributors.get(0).declaration());
      for (Contributor other : contributors) {
        if (!ShapeCompiler.semantics(other.declaration()).equals(first)) {
          throw type.declaration()
              .name()
              .position()
              .refuse(
                  "interfaces '"
                      + contributors.get(0).owner()
                      + "' and '"
                      + other.owner()
                      + "' have incompatible property semantics for '"
                      + qualified(type, property.declaration().name())
                      + "'; give both the same annotations, or declare the property in the node");
        }
      }
    }
  }
}
