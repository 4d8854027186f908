package org.omnigraph.query.expand;

import org.apache.arrow.memory.BufferAllocator;

/**
 * Breadth-first searches, one root after the other. A node is found when its distance from the root
 * is within the bounds. One whose distance is one less than the least, as the root's own, 0, may
 * be, is found when the last hop can be an edge from a node to itself: the found one's own, or the
 * root's when edges are walked backwards.
 */
final class Search implements AutoCloseable {
  private final Adjacency edges;
  private final int min;
  private final int max;
  private final boolean backwards;
  private final Ints visits;
  private final Ints found;
  private Ints frontier;
  private Ints next;
  private int visit;

  /**
   * @param backwards whether the root is where the traversal ends
   */
  Search(Adjacency edges, int min, int max, boolean backwards, BufferAllocator allocator) {
    this.edges = edges;
    this.min = min;
    this.max = max;
    this.backwards = backwards;
    this.visits = Ints.zeros(allocator, edges.ids().count());
    this.found = new Ints(allocator);
    this.frontier = new Ints(allocator);
    this.next = new Ints(allocator);
  }

  /** What is reached from a node; valid until the next search. */
  Ints from(int root) {
    visit++;
    found.clear();
    frontier.clear();
    frontier.add(root);
    visits.set(root, visit);
    boolean rootLoops = backwards && loops(root);
    if (rootLoops && min == 1) {
      found.add(root);
    }
    for (int hop = 1; hop <= max && frontier.size() > 0; hop++) {
      next.clear();
      boolean finds = hop >= min || (rootLoops && hop == min - 1);
      for (long i = 0; i < frontier.size(); i++) {
        expand(frontier.get(i), hop, finds);
      }
      Ints reached = next;
      next = frontier;
      frontier = reached;
    }
    return found;
  }

  private boolean loops(int node) {
    int end = edges.begin(node + 1);
    for (int place = edges.begin(node); place < end; place++) {
      if (edges.neighbour(place) == node) {
        return true;
      }
    }
    return false;
  }

  private void expand(int node, int hop, boolean finds) {
    boolean loop = false;
    int end = edges.begin(node + 1);
    for (int place = edges.begin(node); place < end; place++) {
      int neighbour = edges.neighbour(place);
      if (neighbour == node) {
        loop = true;
      } else if (visits.get(neighbour) != visit) {
        visits.set(neighbour, visit);
        next.add(neighbour);
        if (finds) {
          found.add(neighbour);
        }
      }
    }
    if (loop && hop == min && !backwards) {
      found.add(node);
    }
  }

  @Override
  public void close() {
    visits.close();
    found.close();
    frontier.close();
    next.close();
  }
}
