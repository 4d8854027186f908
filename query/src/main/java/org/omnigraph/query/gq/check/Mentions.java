package org.omnigraph.query.gq.check;

import java.util.List;
import java.util.stream.Stream;
import org.omnigraph.query.gq.parse.Clause;
import org.omnigraph.query.gq.parse.Expression;
import org.omnigraph.query.gq.parse.Name;

/** The variables that clauses name. */
final class Mentions {
  private Mentions() {}

  /** Whether a clause that is no block names a variable that {@code around} binds. */
  static boolean outer(Clause clause, Scope around) {
    return names(clause).anyMatch(n -> around.find(n.text()).isPresent());
  }

  /** Every variable that clauses and the blocks among them name. */
  static Stream<Name> all(List<Clause> clauses) {
    return clauses.stream().flatMap(clause -> Stream.concat(names(clause), all(inside(clause))));
  }

  /** The variables that an optional block with some clauses may bind for those behind it. */
  static Stream<Name> bound(List<Clause> clauses) {
    return clauses.stream()
        .flatMap(
            clause ->
                clause instanceof Clause.OptionalMatch optional
                    ? bound(optional.clauses())
                    : clause instanceof Clause.Filter ? Stream.empty() : names(clause))
        .filter(name -> !name.isAnonymous());
  }

  private static List<Clause> inside(Clause clause) {
    if (clause instanceof Clause.Negation negation) {
      return negation.clauses();
    }
    return clause instanceof Clause.OptionalMatch optional ? optional.clauses() : List.of();
  }

  private static Stream<Name> names(Clause clause) {
    if (clause instanceof Clause.Binding binding) {
      return Stream.of(binding.variable());
    }
    if (clause instanceof Clause.Traversal traversal) {
      return Stream.concat(
          Stream.of(traversal.left(), traversal.right()), traversal.edge().stream());
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
