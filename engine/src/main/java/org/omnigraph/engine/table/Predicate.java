package org.omnigraph.engine.table;

import java.util.List;

/**
 * A typed row filter that a table evaluates itself. It follows SQL's three-valued logic: a row is
 * kept when the predicate is true. Columns are physical column names, matched with their case. The
 * adapter renders it; nobody pastes text.
 */
public sealed interface Predicate {
  /** Keeps every row. */
  Predicate TRUE = new And(List.of());

  record And(List<Predicate> parts) implements Predicate {
    public And {
      parts = List.copyOf(parts);
    }
  }

  record Or(List<Predicate> parts) implements Predicate {
    public Or {
      parts = List.copyOf(parts);
    }
  }

  record Not(Predicate part) implements Predicate {}

  record IsNull(String column) implements Predicate {}

  record Compare(String column, Operator operator, Literal value) implements Predicate {}

  record In(String column, List<Literal> values) implements Predicate {
    public In {
      values = List.copyOf(values);
    }
  }

  /** {@code column LIKE pattern} with {@code %} and {@code _}, no escape. */
  record Like(String column, String pattern) implements Predicate {}

  enum Operator {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL
  }

  /** A value of the column's own type. */
  sealed interface Literal {
    record Text(String value) implements Literal {}

    record Bool(boolean value) implements Literal {}

    record Int64(long value) implements Literal {}

    /** An unsigned 64-bit value in its bits. */
    record Unsigned(long bits) implements Literal {}

    record Float64(double value) implements Literal {}

    /** Days since the epoch. */
    record Date(int days) implements Literal {}

    /** Milliseconds since the epoch, UTC. */
    record DateTime(long millis) implements Literal {}
  }

  /** Both, with the trivial parts removed. */
  static Predicate and(Predicate left, Predicate right) {
    if (left.equals(TRUE)) {
      return right;
    }
    return right.equals(TRUE) ? left : new And(List.of(left, right));
  }
}
