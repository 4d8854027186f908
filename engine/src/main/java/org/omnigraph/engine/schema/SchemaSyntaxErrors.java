package org.omnigraph.engine.schema;

import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.schema.grammar.SchemaLexer;
import org.omnigraph.engine.syntax.SyntaxErrors;

/** The syntax errors of a schema text. */
final class SchemaSyntaxErrors extends SyntaxErrors {
  SchemaSyntaxErrors() {
    super("schema", SchemaLexer.VOCABULARY, SchemaLexer.IDENT);
  }

  @Override
  protected RuntimeException refuse(int line, int column, String message) {
    return new Position(line, column).refuse(message);
  }

  @Override
  protected String remedy(Token token, IntervalSet expected) {
    if (token.getType() == SchemaLexer.STRAY) {
      return stray(token);
    }
    if (token.getType() == SchemaLexer.TYPE_NAME && expected.contains(SchemaLexer.IDENT)) {
      return "names of properties and annotations start with a lower-case letter or '_'";
    }
    if (isWord(token.getType()) && expected.contains(SchemaLexer.TYPE_NAME)) {
      return "names of types start with an upper-case letter";
    }
    if (token.getType() == SchemaLexer.AT) {
      return "annotations stand behind a name or a property, constraints with arguments in the body"
          + " of a node or edge";
    }
    return "";
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

  private static Interval following(Token token) {
    int next = Math.min(token.getStopIndex() + 1, token.getInputStream().size() - 1);
    return Interval.of(next, next);
  }

  @Override
  protected boolean isWord(int type) {
    return type == SchemaLexer.IDENT || (type >= SchemaLexer.INTERFACE && type <= SchemaLexer.CARD);
  }

  @Override
  protected @Nullable String name(int type) {
    return switch (type) {
      case SchemaLexer.TYPE_NAME -> "a type name";
      case SchemaLexer.STRING -> "a string";
      case SchemaLexer.INT -> "a number";
      case SchemaLexer.FLOAT -> "a decimal number";
      case SchemaLexer.NEGATIVE -> "a negative number";
      case SchemaLexer.LPAREN -> "'('";
      case SchemaLexer.RPAREN -> "')'";
      case SchemaLexer.COMMA -> "','";
      case SchemaLexer.ENUM_VALUE -> "an enum value";
      default -> null;
    };
  }
}
