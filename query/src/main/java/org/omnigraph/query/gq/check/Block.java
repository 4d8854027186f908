package org.omnigraph.query.gq.check;

import java.util.List;

/**
 * Patterns that hold together.
 *
 * @param nodes the nodes that this block introduces, in the order of the text
 * @param hops the traversals
 * @param conditions on nodes and edges of this block and of those around it
 * @param negations patterns that must not be found beside this one
 */
public record Block(
    List<Variable.Node> nodes, List<Hop> hops, List<Condition> conditions, List<Block> negations) {
  public Block {
    nodes = List.copyOf(nodes);
    hops = List.copyOf(hops);
    conditions = List.copyOf(conditions);
    negations = List.copyOf(negations);
  }
}
