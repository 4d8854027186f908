package org.omnigraph.query.gq.check;

import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.NodeType;

/** What a match binds. Blocks may use a name again, so it is the number that tells two apart. */
public sealed interface Variable {
  /** Unique in the query. */
  int number();

  /** Without the {@code $}. */
  String name();

  GraphType type();

  /** A node. */
  record Node(int number, String name, NodeType type) implements Variable {}

  /** An edge. */
  record Edge(int number, String name, EdgeType type) implements Variable {}
}
