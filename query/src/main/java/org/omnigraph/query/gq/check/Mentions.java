package org.omnigraph.query.gq.check;

import java.util.stream.Stream;
import org.omnigraph.query.gq.parse.Clause;
import org.omnigraph.query.gq.parse.Expression;
import org.omnigraph.query.gq.parse.Name;

/** Whether a clause of a negation has to do with what is around it. */
final class Mentions {
  private Mentions() {}

  /** Whether a clause that is no negation names a variable that {@code around} binds. */
  static boolean outer(Clause clause, Scope around) {
    return names(clause).anyMatch(n -> around.find(n.text()).isPresent());
  }

  private static Stream<Name> names(Clause clause) {
    if (clause instanceof Clause.Binding binding) {
      return Stream.of(binding.variable());
    }
    if (clause instanceof Clause.Traversal traversal) {
      return Stream.of(traversal.left(), traversal.right());
    }
    if (clause instanceof Clause.Filter filter) {
      return Stream.concat(names(filter.left()), names(filter.right()));
    }
    return clause instanceof Clause.TextMatch match
        ? Stream.concat(names(match.search().field()), names(match.search().query()))
        : Stream.empty();
  }

  private static Stream<Name> names(Expression expression) {
    if (expression instanceof Expression.Property property) {
      return Stream.of(property.variable());
    }
    return expression instanceof Expression.TextSearch search
        ? Stream.concat(names(search.field()), names(search.query()))
        : Stream.empty();
  }
}
