package org.omnigraph.query.gq.check;

import java.util.Optional;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.query.gq.parse.Expression;
import org.omnigraph.query.gq.parse.Literal;
import org.omnigraph.query.gq.parse.Position;

/** Gives the functions that search text and rank their types. */
final class SearchChecker {
  private final TermChecker terms;
  private final Scope scope;

  SearchChecker(TermChecker terms, Scope scope) {
    this.terms = terms;
    this.scope = scope;
  }

  Term term(Expression expression) {
    terms.searches(expression.position());
    if (expression instanceof Expression.TextSearch search) {
      return search(search);
    }
    if (expression instanceof Expression.Nearest nearest) {
      return nearest(nearest);
    }
    if (expression instanceof Expression.Bm25 bm25) {
      requireText("T20", "bm25", bm25.position(), bm25.field(), bm25.query());
      return new Term.Score();
    }
    return fusion((Expression.Fusion) expression);
  }

  private Term search(Expression.TextSearch search) {
    String code = search.function().equals("match_text") ? "T20" : "T19";
    requireText(code, search.function(), search.position(), search.field(), search.query());
    if (search.edits().isPresent()) {
      PropertyType edits = terms.term(search.edits().get(), scope).type();
      if (edits.list() || !Types.isInteger(edits)) {
        throw TypeErrors.refuse(
            code, search.position(), "the edits of fuzzy are a whole number, not " + shown(edits));
      }
    }
    return new Term.Search();
  }

  private void requireText(
      String code, String function, Position position, Expression field, Expression query) {
    if (!(field instanceof Expression.Property property)) {
      throw TypeErrors.refuse(
          code, position, function + " looks into a property; write $variable.property first");
    }
    Variable variable = terms.bound(property.variable(), scope);
    if (variable instanceof Variable.Edge) {
      throw TypeErrors.refuse(
          "T23", position, function + " looks into nodes, and $" + variable.name() + " is an edge");
    }
    PropertyType type = terms.term(property, scope).type();
    if (!Types.isText(type)) {
      throw TypeErrors.refuse(
          code, position, function + " looks into a String, not " + shown(type));
    }
    PropertyType asked = terms.term(query, scope).type();
    if (!Types.isText(asked)) {
      throw TypeErrors.refuse(
          code, position, "what " + function + " looks for is a String, not " + shown(asked));
    }
  }

  private Term nearest(Expression.Nearest nearest) {
    Variable variable = terms.bound(nearest.field().variable(), scope);
    if (variable instanceof Variable.Edge) {
      throw TypeErrors.refuse(
          "T23",
          nearest.position(),
          "nearest looks at nodes, and $" + variable.name() + " is an edge");
    }
    PropertyType type = terms.term(nearest.field(), scope).type();
    if (type.scalar() != Scalar.VECTOR) {
      throw TypeErrors.refuse(
          "T15", nearest.position(), "nearest compares a Vector, not " + shown(type));
    }
    requireVector(nearest, type.dimension());
    return new Term.Score();
  }

  private void requireVector(Expression.Nearest nearest, int dimension) {
    Term query = terms.term(nearest.query(), scope);
    PropertyType type = query.type();
    boolean vector = type.scalar() == Scalar.VECTOR && !type.list();
    int length = type.dimension();
    if (query instanceof Term.Constant constant
        && constant.literal() instanceof Literal.Items list
        && Types.isNumber(type)) {
      vector = true;
      length = list.items().size();
    }
    if (!vector && !Types.isText(type)) {
      throw TypeErrors.refuse(
          "T15",
          nearest.position(),
          "nearest takes a Vector("
              + dimension
              + "), a list of numbers or a String, not "
              + shown(type));
    }
    if (vector && length != dimension) {
      throw TypeErrors.refuse(
          "T15",
          nearest.position(),
          "the property has " + dimension + " dimensions, the query vector " + length);
    }
  }

  private Term fusion(Expression.Fusion fusion) {
    fusion.arms().forEach(this::term);
    Optional<Expression> k = fusion.k();
    if (k.isPresent()) {
      Term constant = terms.term(k.get(), scope);
      boolean whole = !constant.type().list() && Types.isInteger(constant.type());
      boolean zero =
          constant instanceof Term.Constant c && c.literal().equals(new Literal.Whole(0));
      if (!whole || zero) {
        throw TypeErrors.refuse(
            "T21", fusion.position(), "the last argument of rrf is a whole number above 0");
      }
    }
    return new Term.Score();
  }

  private static String shown(PropertyType type) {
    return type.displayName();
  }
}
