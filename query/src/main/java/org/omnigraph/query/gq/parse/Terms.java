package org.omnigraph.query.gq.parse;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.antlr.v4.runtime.Token;
import org.omnigraph.engine.pending.column.DateText;
import org.omnigraph.engine.syntax.QuotedText;
import org.omnigraph.query.gq.grammar.GqParser.AggregateContext;
import org.omnigraph.query.gq.grammar.GqParser.Bm25Context;
import org.omnigraph.query.gq.grammar.GqParser.ExpressionContext;
import org.omnigraph.query.gq.grammar.GqParser.FuzzyContext;
import org.omnigraph.query.gq.grammar.GqParser.IdentifierContext;
import org.omnigraph.query.gq.grammar.GqParser.LiteralContext;
import org.omnigraph.query.gq.grammar.GqParser.NearestContext;
import org.omnigraph.query.gq.grammar.GqParser.RrfContext;
import org.omnigraph.query.gq.grammar.GqParser.TextMatchContext;
import org.omnigraph.query.gq.grammar.GqParser.ValueContext;

/** Makes names, literals and expressions of their parse trees. */
final class Terms {
  private Terms() {}

  static Position position(Token token) {
    return new Position(token.getLine(), token.getCharPositionInLine() + 1);
  }

  static Name name(IdentifierContext context) {
    return new Name(position(context.getStart()), context.getText());
  }

  static Name typeName(Token token) {
    return new Name(position(token), token.getText());
  }

  static Name variable(Token token) {
    return new Name(position(token), token.getText().substring(1));
  }

  static Expression value(ValueContext context) {
    Position position = position(context.getStart());
    if (context.now() != null) {
      return new Expression.Now(position);
    }
    return context.literal() != null
        ? new Expression.Constant(position, literal(context.literal()))
        : new Expression.Variable(variable(context.VARIABLE().getSymbol()));
  }

  static Expression expression(ExpressionContext context) {
    Position position = position(context.getStart());
    if (context.literal() != null) {
      return new Expression.Constant(position, literal(context.literal()));
    }
    if (context.now() != null) {
      return new Expression.Now(position);
    }
    if (context.VARIABLE() != null) {
      Name variable = variable(context.VARIABLE().getSymbol());
      return context.identifier() == null
          ? new Expression.Variable(variable)
          : new Expression.Property(position, variable, context.identifier().getText());
    }
    return context.identifier() != null
        ? new Expression.Word(name(context.identifier()))
        : function(context);
  }

  private static Expression function(ExpressionContext context) {
    if (context.nearest() != null) {
      return nearest(context.nearest());
    }
    if (context.textMatch() != null) {
      return textSearch(context.textMatch());
    }
    if (context.bm25() != null) {
      return bm25(context.bm25());
    }
    return context.rrf() != null ? fusion(context.rrf()) : aggregate(context.aggregate());
  }

  private static Expression aggregate(AggregateContext context) {
    String word = context.getStart().getText().toUpperCase(Locale.ROOT);
    return new Expression.Aggregate(
        position(context.getStart()),
        AggregateFunction.valueOf(word),
        expression(context.expression()));
  }

  static Expression.TextSearch textSearch(TextMatchContext context) {
    Position position = position(context.getStart());
    String function = context.getStart().getText();
    if (context.fuzzy() != null) {
      FuzzyContext fuzzy = context.fuzzy();
      return new Expression.TextSearch(
          position,
          function,
          expression(fuzzy.expression(0)),
          expression(fuzzy.expression(1)),
          Optional.ofNullable(fuzzy.expression(2)).map(Terms::expression));
    }
    List<ExpressionContext> arguments =
        context.search() != null ? context.search().expression() : context.matchText().expression();
    return new Expression.TextSearch(
        position,
        function,
        expression(arguments.get(0)),
        expression(arguments.get(1)),
        Optional.empty());
  }

  static Expression nearest(NearestContext context) {
    Name variable = variable(context.VARIABLE().getSymbol());
    return new Expression.Nearest(
        position(context.getStart()),
        new Expression.Property(variable.position(), variable, context.identifier().getText()),
        expression(context.expression()));
  }

  private static Expression bm25(Bm25Context context) {
    return new Expression.Bm25(
        position(context.getStart()),
        expression(context.expression(0)),
        expression(context.expression(1)));
  }

  private static Expression fusion(RrfContext context) {
    return new Expression.Fusion(
        position(context.getStart()),
        context.rank().stream()
            .map(r -> r.nearest() != null ? nearest(r.nearest()) : bm25(r.bm25()))
            .toList(),
        Optional.ofNullable(context.expression()).map(Terms::expression));
  }

  private static Literal literal(LiteralContext context) {
    if (context.list() != null) {
      return new Literal.Items(context.list().literal().stream().map(Terms::literal).toList());
    }
    if (context.DATE() != null) {
      return date(context);
    }
    if (context.DATETIME() != null) {
      return dateTime(context);
    }
    if (context.STRING() != null) {
      return new Literal.Text(text(context.STRING().getSymbol()));
    }
    if (context.INT() != null) {
      return whole(context.INT().getSymbol());
    }
    return context.FLOAT() != null
        ? real(context.FLOAT().getSymbol())
        : new Literal.Bool(context.TRUE() != null);
  }

  private static Literal whole(Token token) {
    BigInteger value = new BigInteger(token.getText());
    if (value.bitLength() >= Long.SIZE) {
      throw position(token)
          .refuse(
              "the number "
                  + value
                  + " is too large; the largest is "
                  + Long.MAX_VALUE
                  + ", pass a larger one as a parameter");
    }
    return new Literal.Whole(value.longValueExact());
  }

  private static Literal real(Token token) {
    double value = Double.parseDouble(token.getText());
    if (Double.isInfinite(value)) {
      throw position(token).refuse("the number is too large for an F64");
    }
    return new Literal.Real(value);
  }

  private static Literal date(LiteralContext context) {
    String text = text(context.STRING().getSymbol());
    OptionalInt days = DateText.days(text);
    if (days.isEmpty()) {
      throw position(context.getStart())
          .refuse("invalid Date literal '" + text + "'; write date(\"2024-05-01\")");
    }
    return new Literal.Date(days.getAsInt());
  }

  private static Literal dateTime(LiteralContext context) {
    String text = text(context.STRING().getSymbol());
    OptionalLong millis = DateText.millis(text);
    if (millis.isEmpty()) {
      throw position(context.getStart())
          .refuse(
              "invalid DateTime literal '" + text + "'; write datetime(\"2024-05-01T12:30:00Z\")");
    }
    return new Literal.DateTime(millis.getAsLong());
  }

  /** The characters that a quoted string stands for. */
  static String text(Token token) {
    return QuotedText.decode(token.getText(), position(token)::refuse);
  }
}
