package org.omnigraph.query.gq.parse;

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
import org.omnigraph.query.gq.grammar.GqLexer;

/** Throws at the first syntax error, saying what stands there and what could. */
final class SyntaxErrors extends BaseErrorListener {
  private static final int MOST_EXPECTED = 10;

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
        ? "unexpected end of the query"
        : "unexpected '" + token.getText().replace("\n", "\\n") + "'";
  }

  private static String remedy(Token token, IntervalSet expected) {
    if (token.getType() == GqLexer.STRAY) {
      String stray = stray(token);
      if (!stray.isEmpty()) {
        return "; " + stray;
      }
    }
    if (token.getType() == GqLexer.TYPE_NAME && expected.contains(GqLexer.IDENT)) {
      return "; names of queries, properties, edges and columns start with a lower-case letter or"
          + " '_'";
    }
    if (isWord(token.getType()) && expected.contains(GqLexer.TYPE_NAME)) {
      return "; names of types start with an upper-case letter";
    }
    return expected.size() == 0 ? "" : "; expected " + names(expected.toList());
  }

  private static String stray(Token token) {
    return switch (token.getText()) {
      case "\"" -> "the string is not closed: end it with '\"' (a '\"' inside is written '\\\"')";
      case "'" -> "strings are written in double quotes";
      case "-", "+" -> "numbers have no sign here; pass a negative one as a parameter";
      case "$" -> "a variable starts with a lower-case letter or '_' directly behind the '$'";
      case "#" -> "a comment starts with '//'";
      case "\uFEFF" -> "save the file as UTF-8 without a byte order mark";
      default -> "";
    };
  }

  private static boolean isWord(int type) {
    return type == GqLexer.IDENT || (type >= GqLexer.QUERY && type <= GqLexer.FALSE);
  }

  private static String names(List<Integer> types) {
    StringJoiner names = new StringJoiner(", ");
    int left = MOST_EXPECTED;
    boolean anyWord = types.contains(GqLexer.IDENT);
    boolean told = false;
    for (int type : types) {
      if (anyWord && isWord(type)) {
        if (!told) {
          names.add("a name");
        }
        told = true;
      } else if (left-- > 0) {
        names.add(name(type));
      }
    }
    return names.toString();
  }

  private static String name(int type) {
    return switch (type) {
      case Token.EOF -> "the end";
      case GqLexer.VARIABLE -> "a variable";
      case GqLexer.TYPE_NAME -> "a type name";
      case GqLexer.STRING -> "a string";
      case GqLexer.INT -> "a number";
      case GqLexer.FLOAT -> "a decimal number";
      default -> {
        String literal = GqLexer.VOCABULARY.getLiteralName(type);
        yield literal == null
            ? GqLexer.VOCABULARY.getDisplayName(type).toLowerCase(Locale.ROOT)
            : literal;
      }
    };
  }
}
