package org.omnigraph.query.gq.check;

import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.query.gq.parse.Literal;

/** A value with its type. */
public sealed interface Term {
  PropertyType type();

  /** A property of a node or an edge. */
  record Property(Variable variable, String name, PropertyType type) implements Term {}

  /**
   * The id of a node.
   *
   * @param optional whether it is null where an optional block is not found
   */
  record Id(Variable.Node variable, boolean optional) implements Term {
    @Override
    public PropertyType type() {
      return optional ? Types.nullable(Types.ID) : Types.ID;
    }
  }

  /**
   * The value of a parameter.
   *
   * @param index its place among the declared ones
   */
  record Argument(int index, String name, PropertyType type) implements Term {}

  /** A value of the text. */
  record Constant(Literal literal, PropertyType type) implements Term {}

  /** The instant of the query. */
  record Now() implements Term {
    @Override
    public PropertyType type() {
      return Types.NOW;
    }
  }

  /** A text search, which holds or not. */
  record Search() implements Term {
    @Override
    public PropertyType type() {
      return Types.BOOL;
    }
  }

  /** The score of a ranking. */
  record Score() implements Term {
    @Override
    public PropertyType type() {
      return Types.SCORE;
    }
  }
}
