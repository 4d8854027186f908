package org.omnigraph.query.gq.parse;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One query of a file.
 *
 * @param description what {@code @description} says
 * @param instruction what {@code @instruction} says
 */
public record Query(
    Name name,
    List<Parameter> parameters,
    Optional<String> description,
    Optional<String> instruction,
    Body body) {
  public Query {
    parameters = List.copyOf(parameters);
  }

  public boolean isMutation() {
    return body instanceof Mutation;
  }

  /** What a query does. */
  public sealed interface Body permits Read, Mutation {}

  /**
   * {@code match { … } return { … } order { … } limit n}.
   *
   * @param limit null when there is none
   */
  public record Read(
      List<Clause> match, List<Projection> projections, List<OrderKey> order, @Nullable Long limit)
      implements Body {
    public Read {
      match = List.copyOf(match);
      projections = List.copyOf(projections);
      order = List.copyOf(order);
    }
  }

  /** Statements that are committed together. */
  public record Mutation(List<Change> changes) implements Body {
    public Mutation {
      changes = List.copyOf(changes);
    }
  }

  /** {@code $x: I64?}. */
  public record Parameter(Name name, TypeText type, boolean nullable) {}

  /**
   * The type of a parameter as it is written.
   *
   * @param size what stands in parentheses, or null
   */
  public record TypeText(Position position, String base, boolean list, @Nullable String size) {
    @Override
    public String toString() {
      String sized = size == null ? base : base + "(" + size + ")";
      return list ? "[" + sized + "]" : sized;
    }
  }

  /** {@code $p.name as n}. */
  public record Projection(Expression expression, Optional<Name> alias) {}

  /** {@code $p.name desc}. */
  public record OrderKey(Expression expression, boolean descending) {}
}
