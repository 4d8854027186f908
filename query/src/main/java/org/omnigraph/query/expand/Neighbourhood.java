package org.omnigraph.query.expand;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.query.expand.Expand.Direction;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.LanceTableScan;

/**
 * The edges around some nodes, by look-ups hop by hop: first those that leave the nodes, then those
 * that leave the nodes found, and so on. A table with an index on an end answers a look-up from it,
 * another one by a scan of that column.
 */
final class Neighbourhood {
  private static final int SRC = 1;
  private static final int DST = 2;

  /** Ids that one look-up asks for. */
  private static final int BATCH = 1_024;

  /** Nodes whose edges are looked up; with more the whole table is read instead. */
  private static final int MOST_NODES = 2 * BATCH;

  private final LanceTableScan table;
  private final Execution execution;
  private final Expand.Walk walk;
  private final Adjacency edges;

  private Neighbourhood(
      LanceTableScan table, Execution execution, Expand.Walk walk, BufferAllocator allocator) {
    this.table = table;
    this.execution = execution;
    this.walk = walk;
    this.edges = new Adjacency(allocator, walk.searched());
  }

  /** The edges that a search from {@code roots} walks; empty when they are too many to look up. */
  static Optional<Adjacency> around(
      Ids roots, LanceTableScan table, Execution execution, Expand.Walk walk) {
    if (roots.count() > BATCH) {
      return Optional.empty();
    }
    Neighbourhood found = new Neighbourhood(table, execution, walk, execution.allocator());
    boolean complete = false;
    try {
      complete = found.grow(roots);
      return complete ? Optional.of(found.edges) : Optional.empty();
    } catch (IOException e) {
      throw new StorageUnavailable("a table cannot be read: " + e.getMessage(), e);
    } finally {
      if (!complete) {
        found.edges.close();
      }
    }
  }

  private boolean grow(Ids roots) throws IOException {
    Ids known = edges.ids();
    for (int root = 0; root < roots.count(); root++) {
      known.number(roots, root);
    }
    int asked = 0;
    for (int hop = 1; hop <= walk.max() && asked < known.count(); hop++) {
      int reached = known.count();
      if (reached > MOST_NODES) {
        return false;
      }
      for (int first = asked; first < reached; first += BATCH) {
        lookUp(first, Math.min(reached, first + BATCH));
      }
      asked = reached;
    }
    edges.finish();
    return true;
  }

  private void lookUp(int first, int end) throws IOException {
    List<Predicate.Literal> ids = new ArrayList<>();
    for (int number = first; number < end; number++) {
      ids.add(
          new Predicate.Literal.Text(
              new String(edges.ids().text(number), java.nio.charset.StandardCharsets.UTF_8)));
    }
    if (walk.searched() != Direction.INCOMING) {
      read(new Predicate.In("src", ids));
    }
    if (walk.searched() != Direction.OUTGOING) {
      read(new Predicate.In("dst", ids));
    }
  }

  private void read(Predicate which) throws IOException {
    try (ArrowReader rows = table.open(execution, List.of(SRC, DST), which)) {
      VectorSchemaRoot batch = rows.getVectorSchemaRoot();
      while (rows.loadNextBatch()) {
        edges.add(
            (VarCharVector) batch.getVector(0),
            (VarCharVector) batch.getVector(1),
            batch.getRowCount());
      }
    }
  }
}
