package org.omnigraph.query.gq.check;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.query.gq.parse.AggregateFunction;
import org.omnigraph.query.gq.parse.Comparison;
import org.omnigraph.query.gq.parse.Position;

/** A query that means something. */
public sealed interface Checked {
  String name();

  List<Parameter> parameters();

  /**
   * A declared parameter.
   *
   * @param type its type, nullability included
   */
  record Parameter(String name, PropertyType type) {}

  /**
   * A read.
   *
   * @param limit null when there is none
   * @param search where it searches or ranks text or vectors
   */
  record Read(
      String name,
      List<Parameter> parameters,
      Block match,
      List<Column> columns,
      List<SortKey> order,
      @Nullable Long limit,
      Optional<Position> search)
      implements Checked {
    public Read {
      parameters = List.copyOf(parameters);
      columns = List.copyOf(columns);
      order = List.copyOf(order);
    }

    /** Whether rows are grouped by the columns that are no aggregates. */
    public boolean isAggregate() {
      return columns.stream().anyMatch(c -> c.function().isPresent());
    }
  }

  /**
   * A column of the result.
   *
   * @param value what it shows or, with a function, what that is of
   */
  record Column(String name, Optional<AggregateFunction> function, Term value) {
    /** The type of the cells. */
    public PropertyType type() {
      return function.map(f -> Types.result(f, value.type())).orElse(value.type());
    }
  }

  /**
   * A key of the order.
   *
   * @param column the column of the result, when it is one
   * @param value otherwise what is sorted by
   */
  record SortKey(Optional<Integer> column, Term value, boolean descending) {}

  /** Statements in their order. */
  record Mutation(String name, List<Parameter> parameters, List<Change> changes)
      implements Checked {
    public Mutation {
      parameters = List.copyOf(parameters);
      changes = List.copyOf(changes);
    }
  }

  /** One statement. */
  sealed interface Change {
    GraphType type();

    record Insert(GraphType type, List<Assignment> assignments) implements Change {
      public Insert {
        assignments = List.copyOf(assignments);
      }
    }

    record Update(GraphType type, List<Assignment> assignments, Where where) implements Change {
      public Update {
        assignments = List.copyOf(assignments);
      }
    }

    record Delete(GraphType type, Where where) implements Change {}
  }

  /**
   * A new value of a property.
   *
   * @param property its name, or {@code from} or {@code to} of an edge
   * @param type the property's type
   */
  record Assignment(String property, PropertyType type, Term value) {}

  /** Which rows a statement changes. */
  record Where(String property, PropertyType type, Comparison comparison, Term value) {}
}
