package org.omnigraph.engine.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.omnigraph.engine.pending.fact.IdSet;
import org.omnigraph.engine.table.Predicate;

/**
 * Which committed rows a probe needs to see: those with a few known ids by value, which an index
 * can answer; else all of them, because a scan of one column beats a long list.
 */
final class Wanted {
  private Wanted() {}

  /** Ids that staged rows have. */
  static Predicate staged(String column, IdSet ids) {
    return byValue(column, ids, ids::nextStaged);
  }

  /** Ids whose number does not matter, because nobody but a filter of ids is asked for them. */
  static Predicate ids(List<String> ids) {
    return new Predicate.In(
        "id", ids.stream().<Predicate.Literal>map(Predicate.Literal.Text::new).toList());
  }

  /** A filter that storage can evaluate row by row: of a long list, every row. */
  static Predicate evaluable(Predicate wanted) {
    return wanted instanceof Predicate.In in && in.values().size() > IdSet.FEW
        ? Predicate.TRUE
        : wanted;
  }

  /** Ids that only edges refer to. */
  static Predicate referred(String column, IdSet ids) {
    return byValue(
        column,
        ids,
        n -> {
          int next = ids.nextReferred(n);
          return next == ids.size() ? -1 : next;
        });
  }

  /**
   * Ids that {@code next} enumerates: it answers the least number from its argument on, or a
   * negative one.
   */
  static Predicate byValue(String column, IdSet ids, IntUnaryOperator next) {
    List<Predicate.Literal> values = new ArrayList<>();
    for (int n = next.applyAsInt(0); n >= 0; n = next.applyAsInt(n + 1)) {
      Optional<String> text = ids.text(n);
      if (text.isEmpty() || values.size() == IdSet.FEW) {
        return Predicate.TRUE;
      }
      values.add(new Predicate.Literal.Text(text.get()));
    }
    return new Predicate.In(column, values);
  }
}
