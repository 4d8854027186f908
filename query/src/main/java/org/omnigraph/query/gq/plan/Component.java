package org.omnigraph.query.gq.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.omnigraph.query.gq.check.Block;
import org.omnigraph.query.gq.check.Condition;
import org.omnigraph.query.gq.check.Hop;
import org.omnigraph.query.gq.check.Term;
import org.omnigraph.query.gq.check.Variable;

/**
 * What of a block narrows one of its nodes, without one of its traversals: a pattern that the node
 * of every match of the block matches too.
 */
final class Component {
  /** More traversals of several hops than this are not narrowed by each other. */
  private static final int MOST_NESTED = 3;

  private final Block block;
  private final Set<Variable> bound = new HashSet<>();
  private final List<Hop> hops = new ArrayList<>();

  private Component(Block block) {
    this.block = block;
  }

  /** The pattern around {@code node}, of traversals before {@code without} and of single hops. */
  static Block around(Block block, Variable.Node node, Hop without) {
    return new Component(block).grown(node, without);
  }

  private Block grown(Variable.Node node, Hop without) {
    bound.add(node);
    List<Hop> open = usable(without);
    boolean grows = true;
    while (grows) {
      grows = open.removeIf(this::takeIfConnected);
    }
    return new Block(
        block.nodes().stream().filter(bound::contains).toList(),
        block.hops().stream().filter(hops::contains).toList(),
        block.conditions().stream().filter(this::isInside).toList(),
        List.of(),
        List.of());
  }

  private List<Hop> usable(Hop without) {
    Set<Variable> own = new HashSet<>(block.nodes());
    long several = block.hops().stream().filter(h -> !h.isSingle()).count();
    int place = block.hops().indexOf(without);
    List<Hop> usable = new ArrayList<>();
    for (int i = 0; i < block.hops().size(); i++) {
      Hop hop = block.hops().get(i);
      boolean inside = ends(hop).allMatch(own::contains);
      boolean simple = hop.isSingle() || (several <= MOST_NESTED && i < place);
      if (inside && simple && i != place) {
        usable.add(hop);
      }
    }
    return usable;
  }

  private boolean takeIfConnected(Hop hop) {
    if (ends(hop).noneMatch(bound::contains)) {
      return false;
    }
    hops.add(hop);
    ends(hop).forEach(bound::add);
    hop.edge().ifPresent(bound::add);
    return true;
  }

  private static Stream<Variable.Node> ends(Hop hop) {
    return Stream.concat(hop.start().stream(), hop.end().stream());
  }

  private boolean isInside(Condition condition) {
    return isInside(condition.left()) && isInside(condition.right());
  }

  private boolean isInside(Term term) {
    return !(term instanceof Term.Property property) || bound.contains(property.variable());
  }
}
