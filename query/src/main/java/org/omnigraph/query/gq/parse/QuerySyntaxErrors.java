package org.omnigraph.query.gq.parse;

import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.syntax.SyntaxErrors;
import org.omnigraph.query.gq.grammar.GqLexer;

/** The syntax errors of a query file. */
final class QuerySyntaxErrors extends SyntaxErrors {
  QuerySyntaxErrors() {
    super("query", GqLexer.VOCABULARY, GqLexer.IDENT);
  }

  @Override
  protected RuntimeException refuse(int line, int column, String message) {
    return new Position(line, column).refuse(message);
  }

  @Override
  protected String remedy(Token token, IntervalSet expected) {
    if (token.getType() == GqLexer.STRAY) {
      return stray(token);
    }
    if (token.getType() == GqLexer.TYPE_NAME && expected.contains(GqLexer.IDENT)) {
      return "names of queries, properties, edges and columns start with a lower-case letter or '_'";
    }
    if (isWord(token.getType()) && expected.contains(GqLexer.TYPE_NAME)) {
      return "names of types start with an upper-case letter";
    }
    return "";
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

  @Override
  protected boolean isWord(int type) {
    return type == GqLexer.IDENT || (type >= GqLexer.QUERY && type <= GqLexer.FALSE);
  }

  @Override
  protected @Nullable String name(int type) {
    return switch (type) {
      case GqLexer.VARIABLE -> "a variable";
      case GqLexer.TYPE_NAME -> "a type name";
      case GqLexer.STRING -> "a string";
      case GqLexer.INT -> "a number";
      case GqLexer.FLOAT -> "a decimal number";
      default -> null;
    };
  }
}
