package org.omnigraph.engine.schema;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.schema.Declaration.AnnotationDeclaration;
import org.omnigraph.engine.schema.Declaration.CheckDeclaration;
import org.omnigraph.engine.schema.Declaration.ColumnsDeclaration;
import org.omnigraph.engine.schema.Declaration.ConstraintDeclaration;
import org.omnigraph.engine.schema.Declaration.Name;
import org.omnigraph.engine.schema.Declaration.PropertyDeclaration;
import org.omnigraph.engine.schema.Declaration.RangeDeclaration;
import org.omnigraph.engine.schema.grammar.SchemaLexer;
import org.omnigraph.engine.schema.grammar.SchemaParser;
import org.omnigraph.engine.schema.grammar.SchemaParser.AnnotationContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.ArgumentContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.BodyConstraintContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.BodyItemContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.CardinalityContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.ConstraintArgumentContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.CoreContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.DeclarationContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.EdgeDeclarationContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.EnumTypeContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.InterfaceDeclarationContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.KeywordArgumentContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.ListTypeContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.LiteralContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.NodeDeclarationContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.NumberContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.PlainTypeContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.PropertyContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.RangeBoundsContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.SizedTypeContext;
import org.omnigraph.engine.schema.grammar.SchemaParser.TypeContext;
import org.omnigraph.engine.syntax.QuotedText;

/**
 * Reads a schema text into declarations; refuses what is wrong in a declaration by itself: syntax,
 * cardinality bounds, reserved names, vector sizes, enum values, argument shapes, escapes.
 */
final class SchemaReader {
  static final Set<String> RESERVED =
      Set.of(
          "_rowid",
          "_rowaddr",
          "_rowoffset",
          "_row_created_at_version",
          "_row_last_updated_at_version");

  private static final BigInteger MAX_U32 = BigInteger.valueOf(0xFFFF_FFFFL);
  private static final BigInteger MAX_DIMENSION = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final String TYPES =
      "String, Bool, I32, I64, U32, U64, F32, F64, Date, DateTime, Blob, Vector(n), enum(a, b) and"
          + " lists such as [String]";

  private SchemaReader() {}

  /** The declarations in the order of the text. */
  static List<Declaration> read(String source) {
    SchemaSyntaxErrors errors = new SchemaSyntaxErrors();
    SchemaLexer lexer = new SchemaLexer(CharStreams.fromString(source));
    lexer.removeErrorListeners();
    lexer.addErrorListener(errors);
    SchemaParser parser = new SchemaParser(new CommonTokenStream(lexer));
    parser.removeErrorListeners();
    parser.addErrorListener(errors);
    return parser.file().declaration().stream().map(SchemaReader::declaration).toList();
  }

  private static Declaration declaration(DeclarationContext context) {
    if (context.interfaceDeclaration() != null) {
      return interfaceOf(context.interfaceDeclaration());
    }
    return context.nodeDeclaration() != null
        ? node(context.nodeDeclaration())
        : edge(context.edgeDeclaration());
  }

  private static Declaration interfaceOf(InterfaceDeclarationContext context) {
    return new Declaration.Interface(
        name(context.TYPE_NAME().getSymbol()),
        context.property().stream().map(SchemaReader::property).toList());
  }

  private static Declaration node(NodeDeclarationContext context) {
    List<Name> interfaces =
        context.implementsClause() == null
            ? List.of()
            : context.implementsClause().TYPE_NAME().stream()
                .map(TerminalNode::getSymbol)
                .map(SchemaReader::name)
                .toList();
    return new Declaration.Node(
        name(context.TYPE_NAME().getSymbol()),
        annotations(context.annotation()),
        interfaces,
        properties(context.bodyItem()),
        constraints(context.bodyItem()));
  }

  private static Declaration edge(EdgeDeclarationContext context) {
    return new Declaration.Edge(
        name(context.TYPE_NAME(0).getSymbol()),
        name(context.from),
        name(context.to),
        context.cardinality() == null ? Cardinality.UNBOUNDED : cardinality(context.cardinality()),
        annotations(context.annotation()),
        properties(context.bodyItem()),
        constraints(context.bodyItem()));
  }

  private static Cardinality cardinality(CardinalityContext context) {
    long min = count(context.min);
    if (context.max == null) {
      return new Cardinality(min, OptionalLong.empty());
    }
    long max = count(context.max);
    if (min > max) {
      throw position(context.getStart())
          .refuse(
              "@card minimum " + min + " exceeds maximum " + max + "; write the smaller one first");
    }
    return new Cardinality(min, OptionalLong.of(max));
  }

  private static long count(Token token) {
    BigInteger count = new BigInteger(token.getText());
    if (count.compareTo(MAX_U32) > 0) {
      throw position(token).refuse("@card bound " + count + " is too large; at most " + MAX_U32);
    }
    return count.longValue();
  }

  private static List<PropertyDeclaration> properties(List<BodyItemContext> items) {
    return items.stream()
        .filter(i -> i.property() != null)
        .map(i -> property(i.property()))
        .toList();
  }

  private static List<ConstraintDeclaration> constraints(List<BodyItemContext> items) {
    return items.stream()
        .filter(i -> i.bodyConstraint() != null)
        .map(i -> constraint(i.bodyConstraint()))
        .toList();
  }

  private static PropertyDeclaration property(PropertyContext context) {
    Name name = name(context.identifier());
    if (RESERVED.contains(name.text())) {
      throw name.position()
          .refuse(
              "property name '"
                  + name.text()
                  + "' is reserved for a virtual storage system column; choose another name");
    }
    return new PropertyDeclaration(name, type(context.type()), annotations(context.annotation()));
  }

  private static PropertyType type(TypeContext context) {
    boolean nullable = context.QUESTION() != null;
    CoreContext core = context.core();
    if (core instanceof ListTypeContext list) {
      Token item = list.TYPE_NAME().getSymbol();
      Scalar scalar = base(item);
      if (scalar == Scalar.BLOB) {
        throw position(item)
            .refuse("list of Blob is not supported; give each blob a node of its own");
      }
      return new PropertyType(scalar, 0, true, List.of(), nullable);
    }
    if (core instanceof EnumTypeContext values) {
      return new PropertyType(Scalar.STRING, 0, false, enumValues(values), nullable);
    }
    if (core instanceof SizedTypeContext sized) {
      return new PropertyType(Scalar.VECTOR, dimension(sized), false, List.of(), nullable);
    }
    return new PropertyType(
        base(((PlainTypeContext) core).TYPE_NAME().getSymbol()), 0, false, List.of(), nullable);
  }

  private static Scalar base(Token token) {
    for (Scalar scalar : Scalar.values()) {
      if (scalar.text().equals(token.getText())) {
        if (scalar == Scalar.VECTOR) {
          throw position(token)
              .refuse("Vector needs its length and is no list item; write Vector(4)");
        }
        return scalar;
      }
    }
    throw position(token).refuse("unknown type '" + token.getText() + "'; the types are " + TYPES);
  }

  private static List<String> enumValues(EnumTypeContext context) {
    Set<String> values = new TreeSet<>();
    for (TerminalNode value : context.ENUM_VALUE()) {
      if (!values.add(value.getText())) {
        throw position(value.getSymbol())
            .refuse("duplicate enum value '" + value.getText() + "'; list each value once");
      }
    }
    return List.copyOf(values);
  }

  private static int dimension(SizedTypeContext context) {
    Token word = context.TYPE_NAME().getSymbol();
    if (!word.getText().equals(Scalar.VECTOR.text())) {
      throw position(word)
          .refuse("type '" + word.getText() + "' takes no size; only Vector(n) does");
    }
    BigInteger dimension = new BigInteger(context.INT().getText());
    if (dimension.signum() == 0) {
      throw position(context.INT().getSymbol())
          .refuse("Vector dimension must be greater than zero");
    }
    if (dimension.compareTo(MAX_DIMENSION) > 0) {
      throw position(context.INT().getSymbol())
          .refuse("Vector dimension " + dimension + " exceeds maximum supported " + MAX_DIMENSION);
    }
    return dimension.intValue();
  }

  private static List<AnnotationDeclaration> annotations(List<AnnotationContext> contexts) {
    return contexts.stream().map(SchemaReader::annotation).toList();
  }

  private static AnnotationDeclaration annotation(AnnotationContext context) {
    ParserRuleContext name =
        context.annotationName() != null ? context.annotationName() : context.constraintWord();
    Map<String, String> keywords = new TreeMap<>();
    for (KeywordArgumentContext keyword : context.keywordArgument()) {
      keywords.put(keyword.identifier().getText(), keywordValue(keyword.argument()));
    }
    return new AnnotationDeclaration(
        new Annotation(name.getText(), value(context), new TreeMap<>(keywords)),
        position(context.getStart()));
  }

  private static @Nullable String value(AnnotationContext context) {
    if (context.argument() == null) {
      return null;
    }
    return text(context.argument());
  }

  private static String keywordValue(ArgumentContext context) {
    if (context.literal() == null && !isBoolean(context.getText())) {
      throw position(context.getStart())
          .refuse(
              "unexpected '"
                  + context.getText()
                  + "'; the value of a keyword is a string, a number, true or false");
    }
    return text(context);
  }

  private static String text(ArgumentContext context) {
    return context.literal() != null ? literal(context.literal()) : context.identifier().getText();
  }

  private static String literal(LiteralContext context) {
    return context.STRING() != null ? decode(context.STRING().getSymbol()) : context.getText();
  }

  private static String decode(Token token) {
    return QuotedText.decode(token.getText(), position(token)::refuse);
  }

  private static ConstraintDeclaration constraint(BodyConstraintContext context) {
    Position position = position(context.getStart());
    List<ConstraintArgumentContext> arguments = context.constraintArgument();
    return switch (context.constraintWord().getStart().getType()) {
      case SchemaLexer.KEY -> columns(ColumnsKind.KEY, arguments, position);
      case SchemaLexer.UNIQUE -> columns(ColumnsKind.UNIQUE, arguments, position);
      case SchemaLexer.INDEX -> columns(ColumnsKind.INDEX, arguments, position);
      case SchemaLexer.RANGE -> range(arguments, position);
      default -> check(arguments, position);
    };
  }

  private static ConstraintDeclaration columns(
      ColumnsKind kind, List<ConstraintArgumentContext> arguments, Position position) {
    List<Name> columns = new ArrayList<>();
    for (ConstraintArgumentContext argument : arguments) {
      columns.add(propertyName(argument));
    }
    return new ColumnsDeclaration(kind, columns, position);
  }

  private static ConstraintDeclaration range(
      List<ConstraintArgumentContext> arguments, Position position) {
    RangeBoundsContext bounds = arguments.size() == 2 ? arguments.get(1).rangeBounds() : null;
    if (bounds == null) {
      throw position.refuse("@range takes a property and bounds; write @range(age, 0..150)");
    }
    return new RangeDeclaration(
        propertyName(arguments.get(0)), bound(bounds.low), bound(bounds.high), position);
  }

  private static Optional<Bound> bound(@Nullable NumberContext context) {
    if (context == null) {
      return Optional.empty();
    }
    Bound bound = Bound.of(context.getText());
    if (!Double.isFinite(bound.value())) {
      throw position(context.getStart())
          .refuse("the bound is beyond every number; leave it out to have none");
    }
    return Optional.of(bound);
  }

  private static ConstraintDeclaration check(
      List<ConstraintArgumentContext> arguments, Position position) {
    LiteralContext pattern = arguments.size() == 2 ? arguments.get(1).literal() : null;
    if (pattern == null || pattern.STRING() == null) {
      throw position.refuse(
          "@check takes a property and a pattern; write @check(code, \"^[A-Z]+$\")");
    }
    return new CheckDeclaration(
        propertyName(arguments.get(0)), decode(pattern.STRING().getSymbol()), position);
  }

  private static Name propertyName(ConstraintArgumentContext argument) {
    if (argument.identifier() == null || isBoolean(argument.getText())) {
      throw position(argument.getStart())
          .refuse(
              "expected property name in constraint, found '"
                  + argument.getText()
                  + "'; name a property of this type");
    }
    return name(argument.identifier());
  }

  private static boolean isBoolean(String text) {
    return text.equals("true") || text.equals("false");
  }

  private static Name name(ParserRuleContext context) {
    return name(context.getStart());
  }

  private static Name name(Token token) {
    return new Name(token.getText(), position(token));
  }

  private static Position position(Token token) {
    return new Position(token.getLine(), token.getCharPositionInLine() + 1);
  }
}
