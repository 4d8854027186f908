package org.omnigraph.query.gq.check;

import java.util.ArrayList;
import java.util.List;

/**
 * Patterns that hold together.
 *
 * @param nodes the nodes that this block introduces, in the order of the text
 * @param hops the traversals
 * @param conditions on nodes and edges of this block and of those around it
 * @param negations patterns that must not be found beside this one
 * @param optionals patterns whose variables are null where they are not found beside this one and
 *     those before them
 */
public record Block(
    List<Variable.Node> nodes,
    List<Hop> hops,
    List<Condition> conditions,
    List<Block> negations,
    List<Block> optionals) {
  public Block {
    nodes = List.copyOf(nodes);
    hops = List.copyOf(hops);
    conditions = List.copyOf(conditions);
    negations = List.copyOf(negations);
    optionals = List.copyOf(optionals);
  }

  /** What the block binds, without what its optional patterns bind: its nodes, then its edges. */
  public List<Variable> variables() {
    List<Variable> variables = new ArrayList<>(nodes);
    hops.forEach(hop -> hop.edge().ifPresent(variables::add));
    return variables;
  }
}
