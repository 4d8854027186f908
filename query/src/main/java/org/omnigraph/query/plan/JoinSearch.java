package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Searches the order of inner joins whose intermediate results have the fewest rows together. All
 * trees of connected parts are tried while their pairs are at most {@value #MOST_PAIRS} (dynamic
 * programming over sets of inputs, as in Moerkotte and Neumann, "Analysis of Two Existing and One
 * New Dynamic Programming Algorithm", VLDB 2006); beyond that, and for parts that nothing connects,
 * always the two parts with the smallest result are joined. So the number of steps is bounded by
 * the number of inputs, whatever the conditions.
 */
final class JoinSearch {
  static final int MOST_PAIRS = 20_000;

  static final int MOST_INPUTS = Long.SIZE - 1;

  /** Every set of so many inputs can be tried: three to the power of it is below the bound. */
  private static final int MOST_TRIED = 9;

  private final int count;
  private final Sizes sizes;
  private final Map<Long, Double> rows = new HashMap<>();
  private int steps;

  private JoinSearch(int count, Sizes sizes) {
    this.count = count;
    this.sizes = sizes;
  }

  /** What is known of the inputs; sets of them are bit sets. */
  interface Sizes {
    /** Rows of one input. */
    double rows(int input);

    /** Whether a condition joins two sets that have no input in common. */
    boolean areConnected(long left, long right);

    /** The share of the product of some inputs that the conditions among them keep. */
    double share(long inputs);
  }

  /**
   * A part of the order.
   *
   * @param inputs what it joins
   * @param left null, as {@code right}, for an input
   * @param cost rows of all intermediate results
   */
  record Tree(long inputs, @Nullable Tree left, @Nullable Tree right, double cost) {}

  /**
   * The best order found.
   *
   * @param count from 1 to 63 inputs
   */
  static Tree best(int count, Sizes sizes) {
    return new JoinSearch(count, sizes).best();
  }

  /** As {@link #best}, for a test: how many pairs of parts were looked at. */
  static int steps(int count, Sizes sizes) {
    JoinSearch search = new JoinSearch(count, sizes);
    search.best();
    return search.steps;
  }

  private Tree best() {
    List<Tree> parts = new ArrayList<>();
    for (int input = 0; input < count; input++) {
      parts.add(new Tree(1L << input, null, null, 0));
    }
    return greedy(count <= MOST_TRIED ? connected(parts) : parts);
  }

  /** The best tree of each connected part. */
  private List<Tree> connected(List<Tree> single) {
    Map<Long, Tree> best = new HashMap<>();
    single.forEach(tree -> best.put(tree.inputs(), tree));
    long all = (1L << count) - 1;
    for (long set = 1; set <= all; set++) {
      for (long left = (set - 1) & set; left > (set ^ left); left = (left - 1) & set) {
        join(best, left, set ^ left);
      }
    }
    List<Tree> parts = new ArrayList<>();
    long open = all;
    while (open != 0) {
      Tree part = largest(best, open);
      parts.add(part);
      open &= ~part.inputs();
    }
    return parts;
  }

  private void join(Map<Long, Tree> best, long left, long right) {
    steps++;
    Tree first = best.get(left);
    Tree second = best.get(right);
    if (first == null || second == null || !sizes.areConnected(left, right)) {
      return;
    }
    Tree joined = joined(first, second);
    best.merge(joined.inputs(), joined, (a, b) -> a.cost() <= b.cost() ? a : b);
  }

  private static Tree largest(Map<Long, Tree> best, long open) {
    Tree largest = best.get(Long.lowestOneBit(open));
    for (Tree tree : best.values()) {
      boolean fits = (tree.inputs() & ~open) == 0;
      if (fits
          && (largest == null || Long.bitCount(tree.inputs()) > Long.bitCount(largest.inputs()))) {
        largest = tree;
      }
    }
    if (largest == null) {
      throw new IllegalStateException("an input has no tree");
    }
    return largest;
  }

  /** Joins the two parts with the smallest result, connected ones first, until one is left. */
  private Tree greedy(List<Tree> start) {
    List<Tree> parts = new ArrayList<>(start);
    while (parts.size() > 1) {
      Tree next = null;
      boolean isConnected = false;
      for (int i = 0; i < parts.size(); i++) {
        for (int j = i + 1; j < parts.size(); j++) {
          steps++;
          boolean connected = sizes.areConnected(parts.get(i).inputs(), parts.get(j).inputs());
          if (connected || !isConnected) {
            Tree candidate = joined(parts.get(i), parts.get(j));
            if (next == null
                || (connected && !isConnected)
                || rows(candidate.inputs()) < rows(next.inputs())) {
              next = candidate;
              isConnected = connected;
            }
          }
        }
      }
      if (next == null) {
        throw new IllegalStateException("two parts and no join of them");
      }
      long taken = next.inputs();
      parts.removeIf(part -> (part.inputs() & taken) != 0);
      parts.add(next);
    }
    return parts.get(0);
  }

  private Tree joined(Tree left, Tree right) {
    long inputs = left.inputs() | right.inputs();
    return new Tree(inputs, left, right, left.cost() + right.cost() + rows(inputs));
  }

  private double rows(long inputs) {
    return rows.computeIfAbsent(
        inputs,
        set -> {
          double product = sizes.share(set);
          for (int input = 0; input < count; input++) {
            product *= (set & (1L << input)) != 0 ? sizes.rows(input) : 1;
          }
          return Math.max(1, product);
        });
  }
}
