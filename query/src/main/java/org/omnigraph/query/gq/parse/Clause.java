package org.omnigraph.query.gq.parse;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** One condition on the rows of a match; all of a block hold together. */
public sealed interface Clause {
  Position position();

  /** {@code not { … }}. */
  record Negation(Position position, List<Clause> clauses) implements Clause {
    public Negation {
      clauses = List.copyOf(clauses);
    }
  }

  /** {@code optional { … }}: rows stay without a match too. */
  record OptionalMatch(Position position, List<Clause> clauses) implements Clause {
    public OptionalMatch {
      clauses = List.copyOf(clauses);
    }
  }

  /** {@code $p: Person { name: "Ada" }}. */
  record Binding(Name variable, Name type, List<PropertyMatch> matches) implements Clause {
    public Binding {
      matches = List.copyOf(matches);
    }

    @Override
    public Position position() {
      return variable.position();
    }
  }

  /** {@code name: "Ada"} inside a binding. */
  record PropertyMatch(Name property, Expression value) {}

  /**
   * {@code $a $w:knows{1,3} $b}.
   *
   * @param edge what binds the edge itself
   * @param undirected whether the edge's word is in angle brackets
   */
  record Traversal(
      Name left,
      Optional<Name> edge,
      Name word,
      boolean undirected,
      Optional<Bounds> bounds,
      Name right)
      implements Clause {
    @Override
    public Position position() {
      return left.position();
    }
  }

  /**
   * {@code {min,max}}.
   *
   * @param max empty when it is left out
   */
  record Bounds(Position position, int min, OptionalInt max) {}

  /** {@code $p.age > 30}. */
  record Filter(Expression left, Comparison comparison, Expression right) implements Clause {
    @Override
    public Position position() {
      return left.position();
    }
  }

  /** A text search that stands by itself. */
  record TextMatch(Expression.TextSearch search) implements Clause {
    @Override
    public Position position() {
      return search.position();
    }
  }
}
