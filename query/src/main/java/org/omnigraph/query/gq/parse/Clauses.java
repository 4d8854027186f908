package org.omnigraph.query.gq.parse;

import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalInt;
import org.antlr.v4.runtime.Token;
import org.omnigraph.query.gq.grammar.GqParser.BindingContext;
import org.omnigraph.query.gq.grammar.GqParser.BoundsContext;
import org.omnigraph.query.gq.grammar.GqParser.ClauseContext;
import org.omnigraph.query.gq.grammar.GqParser.FilterContext;
import org.omnigraph.query.gq.grammar.GqParser.TraversalContext;

/** Makes the clauses of a match of their parse trees. */
final class Clauses {
  private static final BigInteger MOST_HOPS = BigInteger.valueOf(Integer.MAX_VALUE);

  private Clauses() {}

  static Clause clause(ClauseContext context) {
    if (context.negation() != null) {
      return new Clause.Negation(
          Terms.position(context.getStart()),
          context.negation().clause().stream().map(Clauses::clause).toList());
    }
    if (context.optionalMatch() != null) {
      return new Clause.OptionalMatch(
          Terms.position(context.getStart()),
          context.optionalMatch().clause().stream().map(Clauses::clause).toList());
    }
    if (context.binding() != null) {
      return binding(context.binding());
    }
    if (context.traversal() != null) {
      return traversal(context.traversal());
    }
    return context.filter() != null
        ? filter(context.filter())
        : new Clause.TextMatch(Terms.textSearch(context.textMatch()));
  }

  private static Clause binding(BindingContext context) {
    return new Clause.Binding(
        Terms.variable(context.VARIABLE().getSymbol()),
        Terms.typeName(context.TYPE_NAME().getSymbol()),
        context.propertyMatch().stream()
            .map(m -> new Clause.PropertyMatch(Terms.name(m.identifier()), Terms.value(m.value())))
            .toList());
  }

  private static Clause traversal(TraversalContext context) {
    return new Clause.Traversal(
        Terms.variable(context.left),
        Optional.ofNullable(context.edge).map(Terms::variable).filter(e -> !e.isAnonymous()),
        Terms.name(context.identifier()),
        context.LESS() != null,
        Optional.ofNullable(context.bounds()).map(Clauses::bounds),
        Terms.variable(context.right));
  }

  private static Clause.Bounds bounds(BoundsContext context) {
    return new Clause.Bounds(
        Terms.position(context.getStart()),
        hops(context.min),
        context.max == null ? OptionalInt.empty() : OptionalInt.of(hops(context.max)));
  }

  private static int hops(Token token) {
    BigInteger hops = new BigInteger(token.getText());
    if (hops.compareTo(MOST_HOPS) > 0) {
      throw Terms.position(token).refuse(hops + " hops are too many; the most are " + MOST_HOPS);
    }
    return hops.intValueExact();
  }

  private static Clause filter(FilterContext context) {
    return new Clause.Filter(
        Terms.expression(context.expression(0)),
        Comparison.of(context.operator().getText()),
        Terms.expression(context.expression(1)));
  }
}
