package org.omnigraph.query.gq.parse;

import java.util.List;
import java.util.Optional;

/** A value of a query as it is written. */
public sealed interface Expression {
  Position position();

  /** {@code $p.name}. */
  record Property(Position position, Name variable, String name) implements Expression {}

  /** {@code $p}: a parameter, or something that the match binds. */
  record Variable(Name name) implements Expression {
    @Override
    public Position position() {
      return name.position();
    }
  }

  /** A bare word: a column of the result. */
  record Word(Name name) implements Expression {
    @Override
    public Position position() {
      return name.position();
    }
  }

  /** A value that stands in the text. */
  record Constant(Position position, Literal literal) implements Expression {}

  /** {@code now()}. */
  record Now(Position position) implements Expression {}

  /** {@code count($p)} and the like. */
  record Aggregate(Position position, AggregateFunction function, Expression argument)
      implements Expression {}

  /** {@code search}, {@code fuzzy} or {@code match_text}. */
  record TextSearch(
      Position position,
      String function,
      Expression field,
      Expression query,
      Optional<Expression> edits)
      implements Expression {}

  /** {@code nearest($d.embedding, query)}. */
  record Nearest(Position position, Property field, Expression query) implements Expression {}

  /** {@code bm25($d.text, query)}. */
  record Bm25(Position position, Expression field, Expression query) implements Expression {}

  /**
   * {@code rrf(first, second, k)}.
   *
   * @param arms each a {@link Nearest} or a {@link Bm25}
   */
  record Fusion(Position position, List<Expression> arms, Optional<Expression> k)
      implements Expression {
    public Fusion {
      arms = List.copyOf(arms);
    }
  }
}
