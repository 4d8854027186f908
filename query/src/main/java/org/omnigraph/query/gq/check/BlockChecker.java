package org.omnigraph.query.gq.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.NodeType;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.query.gq.parse.Clause;
import org.omnigraph.query.gq.parse.Comparison;
import org.omnigraph.query.gq.parse.Expression;
import org.omnigraph.query.gq.parse.Name;
import org.omnigraph.query.gq.parse.Position;

/**
 * Checks the clauses of one block, in this order: bindings, traversals, filters, negations,
 * optional blocks.
 */
final class BlockChecker {
  private final AcceptedSchema schema;
  private final TermChecker terms;
  private final Scope scope;
  private final Kind kind;
  private final List<Variable.Node> nodes = new ArrayList<>();
  private final List<Hop> hops = new ArrayList<>();
  private final List<Condition> conditions = new ArrayList<>();

  /** What a block is for. */
  private enum Kind {
    MATCH,
    NEGATION,
    OPTIONAL
  }

  private BlockChecker(AcceptedSchema schema, TermChecker terms, Scope scope, Kind kind) {
    this.schema = schema;
    this.terms = terms;
    this.scope = scope;
    this.kind = kind;
  }

  /** Checks the whole match of a query. */
  static Block check(AcceptedSchema schema, TermChecker terms, Scope scope, List<Clause> clauses) {
    return new BlockChecker(schema, terms, scope, Kind.MATCH).block(clauses);
  }

  private Block block(List<Clause> clauses) {
    List<Clause.OptionalMatch> optionalClauses =
        clauses.stream()
            .filter(Clause.OptionalMatch.class::isInstance)
            .map(Clause.OptionalMatch.class::cast)
            .toList();
    optionalClauses.forEach(
        o -> scope.expect(Mentions.bound(o.clauses()).map(Name::text).toList()));
    clauses.stream()
        .filter(Clause.Binding.class::isInstance)
        .forEach(c -> binding((Clause.Binding) c));
    traversals(
        clauses.stream()
            .filter(Clause.Traversal.class::isInstance)
            .map(Clause.Traversal.class::cast)
            .toList());
    clauses.forEach(this::condition);
    List<Block> negations = new ArrayList<>();
    for (Clause clause : clauses) {
      if (clause instanceof Clause.Negation negation) {
        negations.add(negation(negation));
      }
    }
    List<Block> optionals = optionalClauses.stream().map(this::optional).toList();
    return new Block(nodes, hops, conditions, negations, optionals);
  }

  private void binding(Clause.Binding binding) {
    Name typeName = binding.type();
    NodeType type =
        schema
            .node(typeName.text())
            .orElseThrow(
                () ->
                    TypeErrors.refuse(
                        "T1",
                        typeName.position(),
                        "unknown node type '" + typeName.text() + "'; there are " + nodeTypes()));
    Variable.Node node =
        binding.variable().isAnonymous() ? anonymous(type) : node(binding.variable(), type);
    binding.matches().forEach(match -> match(node, match));
  }

  /** A node that nothing else can name. */
  private Variable.Node anonymous(NodeType type) {
    Variable.Node node = scope.unnamed(type);
    nodes.add(node);
    return node;
  }

  private List<String> nodeTypes() {
    return schema.types().stream().filter(NodeType.class::isInstance).map(GraphType::name).toList();
  }

  private Variable.Node node(Name name, NodeType type) {
    boolean fresh = scope.find(name.text()).isEmpty();
    Variable.Node node = scope.node(name, type);
    if (fresh) {
      nodes.add(node);
    }
    return node;
  }

  private void match(Variable.Node node, Clause.PropertyMatch match) {
    Name name = match.property();
    PropertyType type =
        node.type()
            .property(name.text())
            .map(Property::type)
            .orElseThrow(
                () ->
                    TypeErrors.refuse(
                        "T2",
                        name.position(),
                        "type '"
                            + node.type().name()
                            + "' has no property '"
                            + name.text()
                            + "'; it has "
                            + node.type().properties().stream().map(Property::name).toList()));
    Position at = match.value().position();
    Term value = TimeTexts.read(terms.value(match.value(), "T6"), type, at);
    Assignability.requireMatch(name.text(), type, value, at);
    conditions.add(
        new Condition(
            new Term.Property(node, name.text(), type),
            type.list() ? Comparison.CONTAINS : Comparison.EQUAL,
            value));
  }

  /** Those with a known end first, so that the order of the text does not matter. */
  private void traversals(List<Clause.Traversal> traversals) {
    List<Clause.Traversal> open = new ArrayList<>(traversals);
    while (!open.isEmpty()) {
      Clause.Traversal next =
          open.stream()
              .filter(t -> isKnown(t.left()) || isKnown(t.right()))
              .findFirst()
              .orElse(open.get(0));
      open.remove(next);
      traversal(next);
    }
  }

  private boolean isKnown(Name name) {
    return scope.find(name.text()).isPresent();
  }

  private void traversal(Clause.Traversal traversal) {
    Name word = traversal.word();
    EdgeType type =
        schema
            .edge(word.text())
            .orElseThrow(
                () ->
                    TypeErrors.refuse(
                        "T4",
                        word.position(),
                        "unknown edge type '" + word.text() + "'; there are " + edgeTypes()));
    boolean symmetric = type.from().equals(type.to());
    if (traversal.undirected() && !symmetric) {
      throw TypeErrors.refuse(
          "T22",
          word.position(),
          "edge type '"
              + type.name()
              + "' leads from "
              + type.from()
              + " to "
              + type.to()
              + " and has a direction; leave the angle brackets out");
    }
    Optional<Name> binding = traversal.edge();
    Hop.Direction direction =
        traversal.undirected() ? Hop.Direction.BOTH : direction(traversal, type);
    boolean incoming = direction == Hop.Direction.INCOMING;
    Optional<Variable.Node> start = end(traversal.left(), type, incoming ? type.to() : type.from());
    Optional<Variable.Node> end = end(traversal.right(), type, incoming ? type.from() : type.to());
    int min = 1;
    int max = 1;
    if (traversal.bounds().isPresent()) {
      Clause.Bounds bounds = traversal.bounds().get();
      requireBounds(bounds, binding);
      min = bounds.min();
      max = symmetric ? bounds.max().getAsInt() : 1;
    }
    hops.add(new Hop(start, end, type, direction, binding.map(b -> scope.edge(b, type)), min, max));
  }

  private List<String> edgeTypes() {
    return schema.types().stream().filter(EdgeType.class::isInstance).map(GraphType::name).toList();
  }

  private static void requireBounds(Clause.Bounds bounds, Optional<Name> binding) {
    if (bounds.min() < 1) {
      throw TypeErrors.refuse("T15", bounds.position(), "the fewest hops are at least 1");
    }
    if (bounds.max().isEmpty()) {
      throw TypeErrors.refuse(
          "T15", bounds.position(), "unbounded traversal is disabled; give the most hops");
    }
    int max = bounds.max().getAsInt();
    if (max < bounds.min()) {
      throw TypeErrors.refuse(
          "T15",
          bounds.position(),
          "the most hops, " + max + ", are fewer than the fewest, " + bounds.min());
    }
    if (binding.isPresent() && max > 1) {
      throw TypeErrors.refuse(
          "T23",
          bounds.position(),
          "an edge is bound by one hop; leave $" + binding.get().text() + " or the bounds out");
    }
  }

  /** Which way an edge between two types leads is told by the end that is known. */
  private Hop.Direction direction(Clause.Traversal traversal, EdgeType type) {
    Optional<String> left = knownType(traversal.left());
    if (left.isPresent()) {
      return left.get().equals(type.from()) || !left.get().equals(type.to())
          ? Hop.Direction.OUTGOING
          : Hop.Direction.INCOMING;
    }
    Optional<String> right = knownType(traversal.right());
    return right.isPresent() && !right.get().equals(type.to()) && right.get().equals(type.from())
        ? Hop.Direction.INCOMING
        : Hop.Direction.OUTGOING;
  }

  private Optional<String> knownType(Name name) {
    return scope.find(name.text()).map(v -> v.type().name());
  }

  private Optional<Variable.Node> end(Name name, EdgeType edge, String typeName) {
    if (name.isAnonymous()) {
      return Optional.empty();
    }
    Optional<Variable> known = scope.find(name.text());
    if (known.isPresent() && known.get() instanceof Variable.Edge) {
      throw TypeErrors.refuse(
          "T23", name.position(), "$" + name.text() + " is an edge and no end of one");
    }
    if (known.isPresent() && !known.get().type().name().equals(typeName)) {
      throw TypeErrors.refuse(
          "T5",
          name.position(),
          "$"
              + name.text()
              + " is a "
              + known.get().type().name()
              + ", but edge type '"
              + edge.name()
              + "' leads from "
              + edge.from()
              + " to "
              + edge.to());
    }
    NodeType type =
        schema
            .node(typeName)
            .orElseThrow(() -> new IllegalStateException("no node type " + typeName));
    return Optional.of(node(name, type));
  }

  private void condition(Clause clause) {
    if (clause instanceof Clause.Filter filter) {
      conditions.add(filter(filter));
    } else if (clause instanceof Clause.TextMatch match) {
      terms.term(match.search(), scope);
    }
  }

  private Condition filter(Clause.Filter filter) {
    Term written = operand(filter.left());
    Term right = TimeTexts.read(operand(filter.right()), written.type(), filter.right().position());
    Term left = TimeTexts.read(written, right.type(), filter.left().position());
    if (!fits(left.type(), filter.comparison(), right.type())) {
      throw TypeErrors.refuse(
          "T7",
          filter.position(),
          left.type().displayName()
              + " "
              + filter.comparison().text()
              + " "
              + right.type().displayName()
              + " means nothing; "
              + remedy(filter.comparison()));
    }
    return new Condition(left, filter.comparison(), right);
  }

  private Term operand(Expression expression) {
    Term term = terms.term(expression, scope);
    if (term instanceof Term.Id id) {
      throw TypeErrors.refuse(
          "T7",
          expression.position(),
          "the node $" + id.variable().name() + " cannot be compared; name a property of it");
    }
    return term;
  }

  private static boolean fits(PropertyType left, Comparison comparison, PropertyType right) {
    return switch (comparison) {
      case CONTAINS ->
          left.list()
              ? left.scalar() != org.omnigraph.engine.schema.Scalar.VECTOR
                  && Types.isScalar(right)
                  && Types.sameKind(left, right)
              : Types.isText(left) && Types.isText(right);
      case STARTS_WITH -> Types.isText(left) && Types.isText(right);
      default -> Types.isScalar(left) && Types.isScalar(right) && Types.compatible(left, right);
    };
  }

  private static String remedy(Comparison comparison) {
    return switch (comparison) {
      case CONTAINS -> "contains takes a list and one of its items, or two Strings";
      case STARTS_WITH -> "starts_with takes two Strings";
      default -> "a comparison takes two single values of one type, or two numbers";
    };
  }

  private Block negation(Clause.Negation negation) {
    if (negation.clauses().stream().noneMatch(c -> Mentions.outer(c, scope))) {
      throw TypeErrors.refuse(
          "T9",
          negation.position(),
          "the block of 'not' has nothing to do with what is around it; use a variable of the"
              + " outer match in it");
    }
    Mentions.all(negation.clauses())
        .filter(name -> scope.isExpected(name.text()) && !isKnown(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw TypeErrors.refuse(
                  "T25",
                  name.position(),
                  "$"
                      + name.text()
                      + " is bound by an 'optional' block, which 'not' cannot look at; put the"
                      + " 'not' into that block, or use another name");
            });
    return new BlockChecker(schema, terms, scope.inner(), Kind.NEGATION).block(negation.clauses());
  }

  private Block optional(Clause.OptionalMatch optional) {
    if (kind == Kind.NEGATION) {
      throw TypeErrors.refuse(
          "T25",
          optional.position(),
          "an 'optional' block inside 'not' changes nothing; leave it out");
    }
    if (optional.clauses().stream().noneMatch(c -> Mentions.outer(c, scope))) {
      throw TypeErrors.refuse(
          "T25",
          optional.position(),
          "the block of 'optional' has nothing to do with what is around it; use a variable of the"
              + " outer match in it");
    }
    Scope inner = scope.inner();
    Block block = new BlockChecker(schema, terms, inner, Kind.OPTIONAL).block(optional.clauses());
    if (block.variables().isEmpty()) {
      throw TypeErrors.refuse(
          "T25",
          optional.position(),
          "the block of 'optional' binds no node or edge of its own, so it changes nothing; leave"
              + " it out");
    }
    scope.take(inner);
    return block;
  }
}
