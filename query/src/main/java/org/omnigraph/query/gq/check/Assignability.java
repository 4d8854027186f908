package org.omnigraph.query.gq.check;

import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.query.gq.parse.Literal;
import org.omnigraph.query.gq.parse.Position;

/** Whether a property can have a value, or be equal to it. */
final class Assignability {
  private Assignability() {}

  /** The value of an inline match, which holds when the property is equal to it. */
  static void requireMatch(String property, PropertyType type, Term value, Position position) {
    if (Types.isBlob(type)) {
      throw TypeErrors.refuse(
          "T3", position, "property '" + property + "' is a Blob, which no match looks at");
    }
    if (type.scalar() == Scalar.VECTOR) {
      throw TypeErrors.refuse(
          "T3", position, "property '" + property + "' is a Vector, which no match looks at");
    }
    PropertyType given = value.type();
    if (given.list()) {
      throw TypeErrors.refuse(
          "T3",
          position,
          "property '"
              + property
              + "' is matched by one value"
              + (type.list() ? ", which the list must contain" : "")
              + ", not by a list");
    }
    if (!Types.isScalar(given) || !Types.sameKind(type, given)) {
      String code = value instanceof Term.Argument ? "T7" : "T3";
      throw TypeErrors.refuse(code, position, mismatch(property, type, given));
    }
    requireEnum(property, type, value, position);
  }

  /** The value that a statement gives a property. */
  static void requireAssignment(String property, PropertyType type, Term value, Position position) {
    PropertyType given = value.type();
    if (type.scalar() == Scalar.VECTOR && !type.list()) {
      requireVector(property, type, value, position);
      return;
    }
    if (Types.isBlob(type) && !given.list() && (Types.isText(given) || Types.isBlob(given))) {
      return;
    }
    boolean empty = value instanceof Term.Constant c && c.literal().equals(Types.EMPTY);
    boolean fits =
        type.list() == given.list()
            && (empty || Types.sameKind(type, given))
            && !(Types.isInteger(type) && Types.isNumber(given) && !Types.isInteger(given));
    if (!fits) {
      throw TypeErrors.refuse("T7", position, mismatch(property, type, given));
    }
    requireEnum(property, type, value, position);
  }

  private static void requireVector(
      String property, PropertyType type, Term value, Position position) {
    PropertyType given = value.type();
    if (value instanceof Term.Constant constant
        && constant.literal() instanceof Literal.Items list
        && Types.isNumber(given)) {
      if (list.items().size() != type.dimension()) {
        throw TypeErrors.refuse(
            "T3",
            position,
            "vector property '"
                + property
                + "' expects "
                + type.dimension()
                + " dimensions, got "
                + list.items().size());
      }
      return;
    }
    if (given.list() || given.scalar() != Scalar.VECTOR || given.dimension() != type.dimension()) {
      throw TypeErrors.refuse("T7", position, mismatch(property, type, given));
    }
  }

  private static String mismatch(String property, PropertyType type, PropertyType given) {
    return "property '"
        + property
        + "' is "
        + type.displayName()
        + " and the value "
        + given.displayName();
  }

  private static void requireEnum(
      String property, PropertyType type, Term value, Position position) {
    if (type.isEnum() && value instanceof Term.Constant constant) {
      requireEnum(property, type, constant.literal(), position);
    }
  }

  private static void requireEnum(
      String property, PropertyType type, Literal literal, Position position) {
    if (literal instanceof Literal.Items list) {
      list.items().forEach(item -> requireEnum(property, type, item, position));
    } else if (literal instanceof Literal.Text text && !type.enumValues().contains(text.value())) {
      throw TypeErrors.refuse(
          "T3",
          position,
          "property '"
              + property
              + "' is one of "
              + type.enumValues()
              + ", not '"
              + text.value()
              + "'");
    }
  }
}
