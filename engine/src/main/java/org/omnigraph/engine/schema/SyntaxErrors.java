package org.omnigraph.engine.schema;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.schema.grammar.SchemaLexer;

/** Throws at the first syntax error, saying what stands there and what could. */
final class SyntaxErrors extends BaseErrorListener {
  private static final int MOST_EXPECTED = 8;

  @Override
  public void syntaxError(
      Recognizer<?, ?> recognizer,
      Object offendingSymbol,
      int line,
      int charPositionInLine,
      String message,
      @Nullable RecognitionException e) {
    Position position = new Position(line, charPositionInLine + 1);
    if (!(offendingSymbol instanceof Token token)) {
      throw position.refuse(message);
    }
    IntervalSet expected = expected((Parser) recognizer, e);
    throw position.refuse(found(token) + remedy(token, expected));
  }

  private static IntervalSet expected(Parser parser, @Nullable RecognitionException e) {
    IntervalSet expected = e == null ? null : e.getExpectedTokens();
    return expected == null ? parser.getExpectedTokens() : expected;
  }

  private static String found(Token token) {
    return token.getType() == Token.EOF
        ? "unexpected end of the schema"
        : "unexpected '" + token.getText().replace("\n", "\\n") + "'";
  }

  private static String remedy(Token token, IntervalSet expected) {
    if (token.getType() == SchemaLexer.STRAY) {
      String stray = stray(token);
      if (!stray.isEmpty()) {
        return "; " + stray;
      }
    }
    if (token.getType() == SchemaLexer.TYPE_NAME && expected.contains(SchemaLexer.IDENT)) {
      return "; names of properties and annotations start with a lower-case letter or '_'";
    }
    if (isWord(token.getType()) && expected.contains(SchemaLexer.TYPE_NAME)) {
      return "; names of types start with an upper-case letter";
    }
    if (token.getType() == SchemaLexer.AT) {
      return "; annotations stand behind a name or a property, constraints with arguments in the body"
          + " of a node or edge";
    }
    return expected.size() == 0 ? "" : "; expected " + names(expected.toList());
  }

  private static String stray(Token token) {
    String next = token.getInputStream().getText(following(token));
    return switch (token.getText()) {
      case "\"" -> "the string is not closed: end it with '\"' (a '\"' inside is written '\\\"')";
      case "#" -> "a comment starts with '//'";
      case "\uFEFF" -> "save the file as UTF-8 without a byte order mark";
      case "/" -> next.equals("*") ? "the comment is not closed: end it with '*/'" : "";
      default -> "";
    };
  }

  private static org.antlr.v4.runtime.misc.Interval following(Token token) {
    int next = Math.min(token.getStopIndex() + 1, token.getInputStream().size() - 1);
    return org.antlr.v4.runtime.misc.Interval.of(next, next);
  }

  private static boolean isWord(int type) {
    return type == SchemaLexer.IDENT || (type >= SchemaLexer.INTERFACE && type <= SchemaLexer.CARD);
  }

  private static String names(List<Integer> types) {
    StringJoiner names = new StringJoiner(", ");
    int left = MOST_EXPECTED;
    boolean word = false;
    for (int type : types) {
      if (isWord(type) && types.contains(SchemaLexer.IDENT)) {
        if (!word) {
          names.add("a name");
        }
        word = true;
      } else if (left-- > 0) {
        names.add(name(type));
      }
    }
    return names.toString();
  }

  private static String name(int type) {
    return switch (type) {
      case Token.EOF -> "the end";
      case SchemaLexer.TYPE_NAME -> "a type name";
      case SchemaLexer.STRING -> "a string";
      case SchemaLexer.INT -> "a number";
      case SchemaLexer.FLOAT -> "a decimal number";
      case SchemaLexer.NEGATIVE -> "a negative number";
      case SchemaLexer.LPAREN -> "'('";
      case SchemaLexer.RPAREN -> "')'";
      case SchemaLexer.COMMA -> "','";
      case SchemaLexer.ENUM_VALUE -> "an enum value";
      default -> {
        String literal = SchemaLexer.VOCABULARY.getLiteralName(type);
        yield literal == null
            ? SchemaLexer.VOCABULARY.getDisplayName(type).toLowerCase(Locale.ROOT)
            : literal;
      }
    };
  }
}
