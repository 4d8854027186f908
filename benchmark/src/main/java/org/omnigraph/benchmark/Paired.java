package org.omnigraph.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/**
 * Two pieces of work run in turn, A B A B …, so that a machine whose speed drifts slows both.
 *
 * @param a seconds of each counted run of A
 * @param b seconds of each counted run of B
 */
record Paired(List<Double> a, List<Double> b) {
  /** Runs each side {@code warmups} times uncounted, then {@code runs} times counted. */
  static Paired run(int warmups, int runs, Callable<Long> sideA, Callable<Long> sideB)
      throws Exception {
    return run(warmups, runs, () -> 0L, sideA, sideB);
  }

  /**
   * As {@link #run(int, int, Callable, Callable)}.
   *
   * @param before runs before each pair, uncounted
   */
  static Paired run(
      int warmups, int runs, Callable<Long> before, Callable<Long> sideA, Callable<Long> sideB)
      throws Exception {
    List<Double> a = new ArrayList<>();
    List<Double> b = new ArrayList<>();
    for (int i = -warmups; i < runs; i++) {
      before.call();
      double secondsA = seconds(sideA);
      double secondsB = seconds(sideB);
      if (i >= 0) {
        a.add(secondsA);
        b.add(secondsB);
      }
    }
    return new Paired(a, b);
  }

  private static double seconds(Callable<Long> work) throws Exception {
    long start = System.nanoTime();
    if (work.call() < 0) {
      throw new IllegalStateException("the work reports its size; a negative one is a failure");
    }
    return (System.nanoTime() - start) / 1e9;
  }

  double medianA() {
    return median(a);
  }

  double medianB() {
    return median(b);
  }

  /** The median of A / B, pair by pair. */
  double medianRatio() {
    return median(IntStream.range(0, a.size()).mapToObj(i -> a.get(i) / b.get(i)).toList());
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
