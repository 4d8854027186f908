package org.omnigraph.engine.syntax;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.Vocabulary;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;

/** Throws at the first syntax error of a text, saying what stands there and what could. */
public abstract class SyntaxErrors extends BaseErrorListener {
  private static final int MOST_EXPECTED = 10;

  private final String subject;
  private final Vocabulary vocabulary;
  private final int identifier;

  /**
   * @param subject what the text is: its end is "the end of the subject"
   * @param identifier the type of the token that any name is, where words are names too
   */
  protected SyntaxErrors(String subject, Vocabulary vocabulary, int identifier) {
    this.subject = subject;
    this.vocabulary = vocabulary;
    this.identifier = identifier;
  }

  /**
   * The error for something wrong at a place.
   *
   * @param line from 1
   * @param column in code points, from 1
   */
  protected abstract RuntimeException refuse(int line, int column, String message);

  /** What to do about a token that stands there; empty when the expected ones say it. */
  protected abstract String remedy(Token token, IntervalSet expected);

  /** Whether tokens of the type are names where a name may stand. */
  protected abstract boolean isWord(int type);

  /** What tokens of a type are called that have no text of their own; null for others. */
  protected abstract @Nullable String name(int type);

  @Override
  public final void syntaxError(
      Recognizer<?, ?> recognizer,
      Object offendingSymbol,
      int line,
      int charPositionInLine,
      String message,
      @Nullable RecognitionException e) {
    if (!(offendingSymbol instanceof Token token)) {
      throw refuse(line, charPositionInLine + 1, message);
    }
    IntervalSet expected = expected((Parser) recognizer, e);
    String remedy = remedy(token, expected);
    if (remedy.isEmpty() && expected.size() > 0) {
      remedy = "expected " + names(expected.toList());
    }
    throw refuse(
        line, charPositionInLine + 1, found(token) + (remedy.isEmpty() ? "" : "; " + remedy));
  }

  private static IntervalSet expected(Parser parser, @Nullable RecognitionException e) {
    IntervalSet expected = e == null ? null : e.getExpectedTokens();
    return expected == null ? parser.getExpectedTokens() : expected;
  }

  private String found(Token token) {
    return token.getType() == Token.EOF
        ? "unexpected end of the " + subject
        : "unexpected '" + token.getText().replace("\n", "\\n") + "'";
  }

  private String names(List<Integer> types) {
    StringJoiner names = new StringJoiner(", ");
    int left = MOST_EXPECTED;
    boolean anyWord = types.contains(identifier);
    boolean told = false;
    for (int type : types) {
      if (anyWord && isWord(type)) {
        if (!told) {
          names.add("a name");
        }
        told = true;
      } else if (left-- > 0) {
        names.add(type == Token.EOF ? "the end" : spelled(type));
      }
    }
    return names.toString();
  }

  private String spelled(int type) {
    String name = name(type);
    if (name != null) {
      return name;
    }
    String literal = vocabulary.getLiteralName(type);
    return literal == null ? vocabulary.getDisplayName(type).toLowerCase(Locale.ROOT) : literal;
  }
}
