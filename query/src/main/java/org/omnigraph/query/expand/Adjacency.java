package org.omnigraph.query.expand;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.omnigraph.query.expand.Expand.Direction;

/**
 * The edges of one type by node: for each node where its neighbours begin in one array of all
 * neighbours (compressed sparse rows), nodes being numbers. Filled by one thread, then read by any.
 */
final class Adjacency implements AutoCloseable {
  private final BufferAllocator allocator;
  private final Direction direction;
  private final Ids ids;
  private Ints from;
  private Ints to;
  private Ints begins;
  private Ints neighbours;

  Adjacency(BufferAllocator allocator, Direction direction) {
    this.allocator = allocator;
    this.direction = direction;
    this.ids = new Ids(allocator);
    this.from = new Ints(allocator);
    this.to = new Ints(allocator);
    this.begins = new Ints(allocator);
    this.neighbours = new Ints(allocator);
  }

  private Adjacency(
      BufferAllocator allocator, Direction direction, Ids ids, Ints begins, Ints neighbours) {
    this.allocator = allocator;
    this.direction = direction;
    this.ids = ids;
    this.from = new Ints(allocator);
    this.to = new Ints(allocator);
    this.begins = begins;
    this.neighbours = neighbours;
  }

  /** The same edges in the memory of another allocator of the same root; this is empty then. */
  Adjacency moveTo(BufferAllocator target) {
    return new Adjacency(
        target, direction, ids.moveTo(target), begins.moveTo(target), neighbours.moveTo(target));
  }

  /** What it takes when it is finished. */
  long bytes() {
    return ids.bytes() + begins.bytes() + neighbours.bytes();
  }

  /** Takes edges, one a row. */
  void add(VarCharVector sources, VarCharVector targets, int rows) {
    for (int row = 0; row < rows; row++) {
      int source = ids.number(sources, row);
      int target = ids.number(targets, row);
      if (direction != Direction.INCOMING) {
        from.add(source);
        to.add(target);
      }
      if (direction == Direction.INCOMING || (direction == Direction.BOTH && source != target)) {
        from.add(target);
        to.add(source);
      }
    }
  }

  /** Sorts the edges by their nodes; none is added after that. */
  void finish() {
    begins.close();
    begins = Ints.zeros(allocator, ids.count() + 2L);
    for (long edge = 0; edge < from.size(); edge++) {
      begins.increment(from.get(edge) + 2L);
    }
    for (long node = 2; node < begins.size(); node++) {
      begins.set(node, begins.get(node) + begins.get(node - 1));
    }
    neighbours.close();
    neighbours = Ints.zeros(allocator, to.size());
    for (long edge = 0; edge < from.size(); edge++) {
      neighbours.set(begins.increment(from.get(edge) + 1L), to.get(edge));
    }
    from.close();
    from = new Ints(allocator);
    to.close();
    to = new Ints(allocator);
  }

  Ids ids() {
    return ids;
  }

  /** Where the neighbours of a node begin; those of the next node begin where they end. */
  int begin(int node) {
    return begins.get(node);
  }

  int neighbour(int place) {
    return neighbours.get(place);
  }

  @Override
  public void close() {
    ids.close();
    from.close();
    to.close();
    begins.close();
    neighbours.close();
  }
}
