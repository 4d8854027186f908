package org.omnigraph.query.gq.parse;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.omnigraph.query.gq.grammar.GqParser.AnnotationContext;
import org.omnigraph.query.gq.grammar.GqParser.AssignmentContext;
import org.omnigraph.query.gq.grammar.GqParser.BodyContext;
import org.omnigraph.query.gq.grammar.GqParser.ListTypeContext;
import org.omnigraph.query.gq.grammar.GqParser.OrderKeyContext;
import org.omnigraph.query.gq.grammar.GqParser.ParameterContext;
import org.omnigraph.query.gq.grammar.GqParser.ParameterTypeContext;
import org.omnigraph.query.gq.grammar.GqParser.PlainTypeContext;
import org.omnigraph.query.gq.grammar.GqParser.PredicateContext;
import org.omnigraph.query.gq.grammar.GqParser.ProjectionContext;
import org.omnigraph.query.gq.grammar.GqParser.QueryContext;
import org.omnigraph.query.gq.grammar.GqParser.ReadContext;
import org.omnigraph.query.gq.grammar.GqParser.SizedTypeContext;
import org.omnigraph.query.gq.grammar.GqParser.StatementContext;

/** Makes a query of its parse tree; refuses what is wrong in the text by itself. */
final class QueryReader {
  private static final BigInteger MOST_ROWS = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

  private QueryReader() {}

  static Query query(QueryContext context) {
    Name name = Terms.name(context.identifier());
    return new Query(
        name,
        context.parameter().stream().map(QueryReader::parameter).toList(),
        annotation(name, context.annotation(), "description"),
        annotation(name, context.annotation(), "instruction"),
        body(context.body()));
  }

  private static Optional<String> annotation(
      Name query, List<AnnotationContext> annotations, String word) {
    Optional<String> text = Optional.empty();
    for (AnnotationContext annotation : annotations) {
      Name name = Terms.name(annotation.identifier());
      if (!List.of("description", "instruction").contains(name.text())) {
        throw name.position()
            .refuse(
                "unknown annotation '@"
                    + name.text()
                    + "'; a query has @description(\"…\") and @instruction(\"…\")");
      }
      if (name.text().equals(word)) {
        if (text.isPresent()) {
          throw name.position()
              .refuse("query '" + query.text() + "' has two @" + word + "; keep one");
        }
        text = Optional.of(Terms.text(annotation.STRING().getSymbol()));
      }
    }
    return text;
  }

  private static Query.Parameter parameter(ParameterContext context) {
    return new Query.Parameter(
        Terms.variable(context.VARIABLE().getSymbol()),
        type(context.parameterType()),
        context.QUESTION() != null);
  }

  private static Query.TypeText type(ParameterTypeContext context) {
    Position position = Terms.position(context.getStart());
    if (context instanceof ListTypeContext list) {
      return new Query.TypeText(position, list.TYPE_NAME().getText(), true, null);
    }
    if (context instanceof SizedTypeContext sized) {
      return new Query.TypeText(
          position, sized.TYPE_NAME().getText(), false, sized.INT().getText());
    }
    return new Query.TypeText(
        position, ((PlainTypeContext) context).TYPE_NAME().getText(), false, null);
  }

  private static Query.Body body(BodyContext context) {
    return context.read() != null
        ? read(context.read())
        : new Query.Mutation(context.statement().stream().map(QueryReader::change).toList());
  }

  private static Query.Read read(ReadContext context) {
    return new Query.Read(
        context.clause().stream().map(Clauses::clause).toList(),
        context.projection().stream().map(QueryReader::projection).toList(),
        context.orderKey().stream().map(QueryReader::orderKey).toList(),
        context.INT() == null ? null : limit(new BigInteger(context.INT().getText()), context));
  }

  /** More rows than a long counts are never there. */
  private static long limit(BigInteger rows, ReadContext context) {
    if (rows.compareTo(MOST_ROWS) > 0) {
      throw Terms.position(context.INT().getSymbol())
          .refuse("limit " + rows + " is too large; the largest is " + MOST_ROWS);
    }
    return rows.min(LARGEST).longValueExact();
  }

  private static Query.Projection projection(ProjectionContext context) {
    return new Query.Projection(
        Terms.expression(context.expression()),
        Optional.ofNullable(context.identifier()).map(Terms::name));
  }

  private static Query.OrderKey orderKey(OrderKeyContext context) {
    if (context.nearest() != null) {
      return new Query.OrderKey(Terms.nearest(context.nearest()), false);
    }
    boolean directed = context.ASC() != null || context.DESC() != null;
    if (directed && context.expression().nearest() != null) {
      throw Terms.position(context.getStart())
          .refuse("nearest has no direction: the nearest come first; leave asc and desc out");
    }
    return new Query.OrderKey(Terms.expression(context.expression()), context.DESC() != null);
  }

  private static Change change(StatementContext context) {
    if (context.insert() != null) {
      return new Change.Insert(
          Terms.typeName(context.insert().TYPE_NAME().getSymbol()),
          assignments(context.insert().assignment()));
    }
    if (context.update() != null) {
      return new Change.Update(
          Terms.typeName(context.update().TYPE_NAME().getSymbol()),
          assignments(context.update().assignment()),
          condition(context.update().predicate()));
    }
    return new Change.Delete(
        Terms.typeName(context.delete().TYPE_NAME().getSymbol()),
        condition(context.delete().predicate()));
  }

  private static List<Change.Assignment> assignments(List<AssignmentContext> contexts) {
    return contexts.stream()
        .map(a -> new Change.Assignment(Terms.name(a.identifier()), Terms.value(a.value())))
        .toList();
  }

  private static Change.Condition condition(PredicateContext context) {
    return new Change.Condition(
        Terms.name(context.identifier()),
        Comparison.of(context.comparison().getText()),
        Terms.value(context.value()));
  }
}
