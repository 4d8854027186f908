package org.omnigraph.query.gq.check;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.NodeType;
import org.omnigraph.query.gq.parse.Name;

/** The variables that a block binds, and through them those of the blocks around it. */
final class Scope {
  private final @Nullable Scope outer;
  private final AtomicInteger numbers;
  private final Map<String, Variable> own = new LinkedHashMap<>();
  private final Map<String, Variable> optional = new LinkedHashMap<>();
  private final Set<String> expected = new HashSet<>();

  private Scope(@Nullable Scope outer, AtomicInteger numbers) {
    this.outer = outer;
    this.numbers = numbers;
  }

  static Scope outermost() {
    return new Scope(null, new AtomicInteger());
  }

  /** A scope inside this one. */
  Scope inner() {
    return new Scope(this, numbers);
  }

  Optional<Variable> find(String name) {
    Variable variable = own.getOrDefault(name, optional.get(name));
    if (variable != null) {
      return Optional.of(variable);
    }
    return outer == null ? Optional.empty() : outer.find(name);
  }

  /** Notes the names that optional blocks may bind, which are checked last. */
  void expect(Collection<String> names) {
    expected.addAll(names);
  }

  /** Whether an optional block that is still to be checked may bind a name. */
  boolean isExpected(String name) {
    return expected.contains(name) || (outer != null && outer.isExpected(name));
  }

  /** From here on what an optional block binds is found here too. */
  void take(Scope block) {
    optional.putAll(block.own);
    optional.putAll(block.optional);
  }

  /** Whether a variable may be null here. */
  boolean isOptional(Variable variable) {
    return optional.containsValue(variable) || (outer != null && outer.isOptional(variable));
  }

  /**
   * Binds a node, or finds it bound to the same type.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest when the name is bound to something else
   */
  Variable.Node node(Name name, NodeType type) {
    Optional<Variable> known = find(name.text());
    if (known.isPresent()) {
      if (known.get() instanceof Variable.Edge) {
        throw TypeErrors.refuse(
            "T23", name.position(), "$" + name.text() + " is an edge and cannot be a node too");
      }
      Variable.Node node = (Variable.Node) known.get();
      if (!node.type().name().equals(type.name())) {
        throw TypeErrors.refuse(
            name.position(),
            "$"
                + name.text()
                + " is a "
                + node.type().name()
                + " already and cannot be a "
                + type.name()
                + "; use another name");
      }
      return node;
    }
    Variable.Node node = new Variable.Node(numbers.getAndIncrement(), name.text(), type);
    own.put(name.text(), node);
    return node;
  }

  /** A node under no name. */
  Variable.Node unnamed(NodeType type) {
    return new Variable.Node(numbers.getAndIncrement(), "_", type);
  }

  /** Binds an edge. */
  Variable.Edge edge(Name name, EdgeType type) {
    if (find(name.text()).isPresent()) {
      throw TypeErrors.refuse(
          "T23",
          name.position(),
          "$" + name.text() + " is bound already; an edge takes a name of its own");
    }
    Variable.Edge edge = new Variable.Edge(numbers.getAndIncrement(), name.text(), type);
    own.put(name.text(), edge);
    return edge;
  }
}
