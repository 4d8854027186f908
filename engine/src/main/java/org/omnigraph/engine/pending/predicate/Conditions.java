package org.omnigraph.engine.pending.predicate;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Literal;

/**
 * A predicate as a statement gives it, made one on the columns of its type.
 *
 * <p>Names are matched with their case; {@code from} and {@code to} mean {@code src} and {@code
 * dst}. A literal is of the column's own kind, and within its range.
 */
public final class Conditions {
  private final GraphType type;

  private Conditions(GraphType type) {
    this.type = type;
  }

  /**
   * The predicate on physical columns.
   *
   * @throws InvalidRequest naming a column that is not there or cannot be compared, or a literal
   *     that is not of its type
   */
  public static Predicate on(GraphType type, Predicate predicate) {
    return new Conditions(type).checked(predicate);
  }

  /** The columns that a predicate looks at. */
  public static Set<String> columns(Predicate predicate) {
    Set<String> columns = new TreeSet<>();
    collect(predicate, columns);
    return columns;
  }

  private static void collect(Predicate predicate, Set<String> columns) {
    if (predicate instanceof Predicate.And and) {
      and.parts().forEach(part -> collect(part, columns));
    } else if (predicate instanceof Predicate.Or or) {
      or.parts().forEach(part -> collect(part, columns));
    } else if (predicate instanceof Predicate.Not not) {
      collect(not.part(), columns);
    } else if (predicate instanceof Predicate.IsNull isNull) {
      columns.add(isNull.column());
    } else if (predicate instanceof Predicate.Compare compare) {
      columns.add(compare.column());
    } else if (predicate instanceof Predicate.In in) {
      columns.add(in.column());
    } else {
      columns.add(((Predicate.Like) predicate).column());
    }
  }

  private Predicate checked(Predicate predicate) {
    if (predicate instanceof Predicate.And and) {
      return new Predicate.And(and.parts().stream().map(this::checked).toList());
    }
    if (predicate instanceof Predicate.Or or) {
      return new Predicate.Or(or.parts().stream().map(this::checked).toList());
    }
    if (predicate instanceof Predicate.Not not) {
      return new Predicate.Not(checked(not.part()));
    }
    if (predicate instanceof Predicate.IsNull isNull) {
      return new Predicate.IsNull(column(isNull.column()));
    }
    if (predicate instanceof Predicate.Compare compare) {
      requireComparable(compare.column(), compare.value());
      return new Predicate.Compare(column(compare.column()), compare.operator(), compare.value());
    }
    if (predicate instanceof Predicate.In in) {
      in.values().forEach(value -> requireComparable(in.column(), value));
      return new Predicate.In(column(in.column()), in.values());
    }
    Predicate.Like like = (Predicate.Like) predicate;
    requireComparable(like.column(), new Literal.Text(like.pattern()));
    return new Predicate.Like(column(like.column()), like.pattern());
  }

  private String column(String name) {
    Optional<Property> property = type.property(name);
    if (property.isPresent()) {
      if (property.get().type().scalar() == Scalar.BLOB) {
        throw refused(name, "is a Blob, which no condition can look at");
      }
      return name;
    }
    if (name.equals("id")) {
      return name;
    }
    if (type.kind() == EntityKind.EDGE) {
      if (name.equals("src") || name.equals("from")) {
        return "src";
      }
      if (name.equals("dst") || name.equals("to")) {
        return "dst";
      }
    }
    throw new InvalidRequest(
        type.kind().prefix()
            + " type '"
            + type.name()
            + "' has no property '"
            + name
            + "'; it has "
            + Stream.concat(Stream.of("id"), type.properties().stream().map(Property::name))
                .toList());
  }

  private void requireComparable(String name, Literal literal) {
    String column = column(name);
    Optional<PropertyType> property = type.property(column).map(Property::type);
    if (property.map(p -> p.list() || p.scalar() == Scalar.VECTOR).orElse(false)) {
      throw refused(name, "is a list, which a condition compares with nothing");
    }
    Scalar scalar = property.map(PropertyType::scalar).orElse(Scalar.STRING);
    if (!fits(scalar, literal)) {
      throw refused(name, "is " + scalar.text() + " and cannot be compared with " + literal);
    }
  }

  private InvalidRequest refused(String name, String why) {
    return new InvalidRequest("property '" + name + "' of " + type.name() + " " + why);
  }

  private static boolean fits(Scalar scalar, Literal literal) {
    return switch (scalar) {
      case STRING -> literal instanceof Literal.Text;
      case BOOL -> literal instanceof Literal.Bool;
      case I32 -> literal instanceof Literal.Int64 n && n.value() == (int) n.value();
      case I64 -> literal instanceof Literal.Int64;
      case U32 ->
          (literal instanceof Literal.Int64 n && n.value() >>> 32 == 0)
              || (literal instanceof Literal.Unsigned u && u.bits() >>> 32 == 0);
      case U64 ->
          (literal instanceof Literal.Int64 n && n.value() >= 0)
              || literal instanceof Literal.Unsigned;
      case F32, F64 -> literal instanceof Literal.Float64 n && !Double.isNaN(n.value());
      case DATE -> literal instanceof Literal.Date;
      case DATE_TIME -> literal instanceof Literal.DateTime;
      case VECTOR, BLOB -> false;
    };
  }
}
