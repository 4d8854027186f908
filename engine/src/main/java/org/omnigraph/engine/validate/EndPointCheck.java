package org.omnigraph.engine.validate;

import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.omnigraph.engine.error.BrokenConstraint;
import org.omnigraph.engine.pending.fact.EdgeFacts;
import org.omnigraph.engine.pending.fact.IdSet;
import org.omnigraph.engine.pending.fact.TypeFacts;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.pending.key.KeyHasher;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.table.Predicate;

/** Both ends of every edge exist: of staged edges, and of committed edges whose nodes may go. */
final class EndPointCheck {
  private final Image image;
  private final Committed committed;

  EndPointCheck(Image image, Committed committed) {
    this.image = image;
    this.committed = committed;
  }

  void checkStaged(EdgeType type, TypeFacts facts, EdgeFacts edges) {
    int src = firstMissing(type.from(), edges.sources());
    int dst = firstMissing(type.to(), edges.targets());
    if (src < 0 && dst < 0) {
      return;
    }
    boolean atSource =
        dst < 0 || (src >= 0 && edges.sources().row(src) <= edges.targets().row(dst));
    EdgeFacts.Side side = atSource ? edges.sources() : edges.targets();
    int missing = atSource ? src : dst;
    int row = side.row(missing);
    throw Violation.at(
        0,
        2L * row + (atSource ? 0 : 1),
        new BrokenConstraint(
            BrokenConstraint.Kind.REFERENCE,
            facts.places().of(row)
                + ": "
                + text(type, atSource, side.nodes().text(side.number(missing)).orElse(""))));
  }

  private int firstMissing(String nodeType, EdgeFacts.Side side) {
    for (int i = 0; i < side.size(); i++) {
      if (!image.hasNode(nodeType, side.number(i))) {
        return i;
      }
    }
    return -1;
  }

  private static String text(EdgeType type, boolean atSource, String id) {
    return "edge "
        + type.name()
        + (atSource ? ".src '" : ".dst '")
        + id
        + "' not found in "
        + (atSource ? type.from() : type.to());
  }

  /** Edges that stay behind when the change takes nodes away. */
  void checkRetained(EdgeType type, IdSet from, IdSet to) {
    boolean sources = image.losesNodes(type.from());
    boolean targets = image.losesNodes(type.to());
    if (image.isReplaced(type.key()) || !(sources || targets)) {
      return;
    }
    Ids ids = new Ids();
    committed.scan(
        type.key(),
        List.of("id", "src", "dst"),
        Predicate.TRUE,
        (batch, firstRow) -> {
          KeyColumn src = Ids.column(batch.getVector(1));
          KeyColumn dst = Ids.column(batch.getVector(2));
          for (int row = 0; row < batch.getRowCount(); row++) {
            boolean noSource = sources && goes(type.from(), from, src, row, ids);
            boolean noTarget = targets && goes(type.to(), to, dst, row, ids);
            if (noSource || noTarget) {
              requireLost(type, noSource, batch, row, firstRow + row, ids);
            }
          }
        });
  }

  private boolean goes(String nodeType, IdSet nodes, KeyColumn end, int row, Ids ids) {
    KeyHasher hash = ids.hash(end, row);
    return nodes.covers(hash) && !image.keepsNode(nodeType, nodes.find(hash), end, row);
  }

  /** An edge goes with the node that it refers to. */
  private void requireLost(
      EdgeType type, boolean atSource, VectorSchemaRoot batch, int row, int number, Ids ids) {
    KeyColumn id = Ids.column(batch.getVector(0));
    if (!image.loses(type.key(), ids, id, row, number)) {
      KeyColumn end = Ids.column(batch.getVector(atSource ? 1 : 2));
      throw Violation.at(
          1,
          2L * number + (atSource ? 0 : 1),
          new BrokenConstraint(
              BrokenConstraint.Kind.REFERENCE,
              text(type, atSource, end.text(row))
                  + " after this change, but the committed edge '"
                  + id.text(row)
                  + "' still refers to it; write "
                  + type.name()
                  + " too, or keep the node"));
    }
  }
}
