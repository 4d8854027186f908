package org.omnigraph.query.gq.check;

import java.util.List;
import java.util.Set;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.query.gq.parse.AggregateFunction;
import org.omnigraph.query.gq.parse.Literal;
import org.omnigraph.query.gq.parse.Position;

/** Which types go together. */
final class Types {
  static final PropertyType ID = scalar(Scalar.STRING, false);
  static final PropertyType NOW = scalar(Scalar.DATE_TIME, false);
  static final PropertyType BOOL = scalar(Scalar.BOOL, false);
  static final PropertyType SCORE = scalar(Scalar.F64, true);

  private static final Set<Scalar> NUMBERS =
      Set.of(Scalar.I32, Scalar.I64, Scalar.U32, Scalar.U64, Scalar.F32, Scalar.F64);

  static final Literal.Items EMPTY = new Literal.Items(List.of());

  private Types() {}

  static PropertyType scalar(Scalar scalar, boolean nullable) {
    return new PropertyType(scalar, 0, false, List.of(), nullable);
  }

  static PropertyType nullable(PropertyType type) {
    return new PropertyType(type.scalar(), type.dimension(), type.list(), type.enumValues(), true);
  }

  static boolean isNumber(PropertyType type) {
    return NUMBERS.contains(type.scalar());
  }

  static boolean isInteger(PropertyType type) {
    return isNumber(type) && type.scalar() != Scalar.F32 && type.scalar() != Scalar.F64;
  }

  /** Neither list, vector nor blob. */
  static boolean isScalar(PropertyType type) {
    return !type.list() && type.scalar() != Scalar.VECTOR && type.scalar() != Scalar.BLOB;
  }

  static boolean isText(PropertyType type) {
    return !type.list() && type.scalar() == Scalar.STRING;
  }

  static boolean isBlob(PropertyType type) {
    return type.scalar() == Scalar.BLOB;
  }

  /** Whether values of both can be compared: the same, or both numbers. */
  static boolean compatible(PropertyType left, PropertyType right) {
    return left.list() == right.list() && sameKind(left, right);
  }

  /** As {@link #compatible} for the items of lists. */
  static boolean sameKind(PropertyType left, PropertyType right) {
    return (left.scalar() == right.scalar() && left.dimension() == right.dimension())
        || (isNumber(left) && isNumber(right));
  }

  /** The type of what an aggregate gives. */
  static PropertyType result(AggregateFunction function, PropertyType argument) {
    return switch (function) {
      case COUNT -> scalar(Scalar.I64, false);
      case SUM, AVG -> scalar(Scalar.F64, true);
      case MIN, MAX -> new PropertyType(argument.scalar(), 0, false, argument.enumValues(), true);
    };
  }

  /**
   * The type of a literal: whole numbers are I64, others F64, a list is of the type of its items
   * (of F64 when only some are whole), the empty one of String.
   */
  static PropertyType of(Literal literal, Position position) {
    if (literal instanceof Literal.Items list) {
      return listOf(list, position);
    }
    return scalar(scalar(literal), false);
  }

  private static PropertyType listOf(Literal.Items list, Position position) {
    Scalar scalar = Scalar.STRING;
    for (int i = 0; i < list.items().size(); i++) {
      Literal item = list.items().get(i);
      if (item instanceof Literal.Items) {
        throw TypeErrors.refuse(position, "a list of lists; lists hold single values");
      }
      Scalar own = scalar(item);
      boolean numbers = isNumber(scalar(own, false)) && isNumber(scalar(scalar, false));
      if (i > 0 && numbers) {
        own = own == scalar ? own : Scalar.F64;
        scalar = own;
      }
      if (i > 0 && own != scalar) {
        throw TypeErrors.refuse(
            position,
            "a list of "
                + scalar.text()
                + " and "
                + own.text()
                + "; the items of a list are of one kind");
      }
      scalar = own;
    }
    return new PropertyType(scalar, 0, true, List.of(), false);
  }

  private static Scalar scalar(Literal literal) {
    if (literal instanceof Literal.Text) {
      return Scalar.STRING;
    }
    if (literal instanceof Literal.Whole) {
      return Scalar.I64;
    }
    if (literal instanceof Literal.Real) {
      return Scalar.F64;
    }
    if (literal instanceof Literal.Bool) {
      return Scalar.BOOL;
    }
    return literal instanceof Literal.Date ? Scalar.DATE : Scalar.DATE_TIME;
  }
}
