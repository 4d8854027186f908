package org.omnigraph.query.lance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Literal;
import org.omnigraph.engine.table.Predicate.Operator;

/** The ids that rows must have for a condition to hold. */
final class WantedIds {
  private WantedIds() {}

  /**
   * The ids that a condition names, by {@code id} or by a key of one text, which is the id.
   *
   * @return empty when rows of other ids may satisfy it
   */
  static Optional<List<String>> of(Predicate condition, GraphType type) {
    if (condition instanceof Predicate.And and) {
      return and.parts().stream().flatMap(part -> of(part, type).stream()).findFirst();
    }
    if (condition instanceof Predicate.Compare equal
        && equal.operator() == Operator.EQUAL
        && isIdentity(equal.column(), type)) {
      return texts(List.of(equal.value()));
    }
    return condition instanceof Predicate.In in && isIdentity(in.column(), type)
        ? texts(in.values())
        : Optional.empty();
  }

  private static boolean isIdentity(String column, GraphType type) {
    return column.equals("id") || type.keyColumns().equals(List.of(column));
  }

  private static Optional<List<String>> texts(List<Literal> values) {
    List<String> texts = new ArrayList<>();
    for (Literal value : values) {
      if (!(value instanceof Literal.Text text)) {
        return Optional.empty();
      }
      texts.add(text.value());
    }
    return Optional.of(texts);
  }
}
