package org.omnigraph.engine.schema;

import com.google.re2j.PatternSyntaxException;
import java.util.Set;
import org.omnigraph.engine.schema.Declaration.AnnotationDeclaration;
import org.omnigraph.engine.schema.Declaration.CheckDeclaration;
import org.omnigraph.engine.schema.Declaration.ColumnsDeclaration;
import org.omnigraph.engine.schema.Declaration.ConstraintDeclaration;
import org.omnigraph.engine.schema.Declaration.Name;
import org.omnigraph.engine.schema.Declaration.PropertyDeclaration;
import org.omnigraph.engine.schema.Declaration.RangeDeclaration;
import org.omnigraph.engine.schema.ResolvedSchema.ResolvedProperty;
import org.omnigraph.engine.schema.ResolvedSchema.ResolvedType;

/**
 * What a new schema is refused for although a stored one with it still opens: declarations that
 * mean nothing, or that make every later write fail.
 */
final class AdmissionRules {
  private static final Set<String> EDGE_COLUMNS = Set.of("src", "dst", "from", "to");

  private AdmissionRules() {}

  static void check(ResolvedSchema schema) {
    for (Declaration declaration : schema.declarations()) {
      if (declaration instanceof Declaration.Interface bundle) {
        bundle.properties().forEach(p -> p.annotation("embed").ifPresent(a -> embed(bundle, a)));
      }
    }
    for (ResolvedType type : schema.types()) {
      type.properties().forEach(p -> name(type, p));
      type.annotations().forEach(a -> annotation(type, a));
      type.constraints().forEach(c -> constraint(type, c));
    }
  }

  /** The identity of a source is written into the interface, so it must be one of its own. */
  private static void embed(Declaration.Interface bundle, AnnotationDeclaration embed) {
    String source = embed.annotation().value();
    if (bundle.properties().stream().noneMatch(p -> p.name().text().equals(source))) {
      throw embed
          .position()
          .refuse(
              "@embed in an interface needs a source property of the same interface; declare "
                  + (source == null ? "one" : "'" + source + "'")
                  + " in '"
                  + bundle.name().text()
                  + "' too");
    }
  }

  private static void name(ResolvedType type, ResolvedProperty property) {
    Name name = property.declaration().name();
    if (name.text().equals("id")) {
      throw name.position()
          .refuse(
              "property '"
                  + SchemaRules.qualified(type, name)
                  + "' collides with the id that every type has; choose another name");
    }
    if (name.text().equals("_tombstone")) {
      throw name.position()
          .refuse("property name '_tombstone' is reserved in input files; choose another name");
    }
    if (type.declaration().kind() == TypeKind.EDGE && EDGE_COLUMNS.contains(name.text())) {
      throw name.position()
          .refuse(
              "property '"
                  + SchemaRules.qualified(type, name)
                  + "' collides with the end points of an edge (src, dst, from, to); choose another"
                  + " name");
    }
  }

  private static void annotation(ResolvedType type, AnnotationDeclaration annotation) {
    if (annotation.annotation().name().equals("embed")) {
      throw annotation.position().refuse("@embed belongs to a Vector property");
    }
    if (annotation.annotation().name().equals("card")) {
      throw annotation
          .position()
          .refuse(
              type.declaration().kind() == TypeKind.EDGE
                  ? "@card takes bounds; write @card(0..1)"
                  : "@card belongs to an edge type");
    }
  }

  private static void constraint(ResolvedType type, ConstraintDeclaration constraint) {
    if (constraint instanceof RangeDeclaration range) {
      range(type, range);
    } else if (constraint instanceof CheckDeclaration check) {
      check(type, check);
    } else if (constraint instanceof ColumnsDeclaration columns
        && columns.kind() == ColumnsKind.UNIQUE) {
      unique(type, columns);
    }
  }

  private static void range(ResolvedType type, RangeDeclaration range) {
    requireNoList(type, "@range", range.property(), "a number", range.position());
    if (range.low().isPresent()
        && range.high().isPresent()
        && range.low().get().value() > range.high().get().value()) {
      throw range
          .position()
          .refuse(
              "@range of '"
                  + SchemaRules.qualified(type, range.property())
                  + "' has a minimum above its maximum; write the smaller bound first");
    }
  }

  private static void check(ResolvedType type, CheckDeclaration check) {
    requireNoList(type, "@check", check.property(), "a String", check.position());
    try {
      CheckPattern.compile(check.pattern());
    } catch (PatternSyntaxException e) {
      throw check
          .position()
          .refuse(
              "@check of '"
                  + SchemaRules.qualified(type, check.property())
                  + "' has invalid regex '"
                  + check.pattern()
                  + "': "
                  + e.getDescription()
                  + "; patterns are in RE2 syntax, without look-around and back-references");
    }
  }

  private static void requireNoList(
      ResolvedType type, String what, Name name, String wanted, Position position) {
    PropertyDeclaration property = type.property(name.text()).orElseThrow();
    if (property.type().list()) {
      throw SchemaRules.misfit(type, what, property, wanted, position);
    }
  }

  private static void unique(ResolvedType type, ColumnsDeclaration columns) {
    for (Name column : columns.columns()) {
      type.property(column.text())
          .filter(
              p ->
                  p.type().list()
                      || p.type().scalar() == Scalar.VECTOR
                      || p.type().scalar() == Scalar.BLOB)
          .ifPresent(
              p -> {
                throw SchemaRules.misfit(type, "@unique", p, "a scalar", columns.position());
              });
    }
  }
}
