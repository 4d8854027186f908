package org.omnigraph.benchmark;

import java.util.Arrays;
import java.util.concurrent.Callable;

/**
 * Two pieces of work run in turn, A B A B …, so that a machine whose speed drifts slows both.
 *
 * @param a seconds of each counted run of A
 * @param b seconds of each counted run of B
 */
record Paired(double[] a, double[] b) {
  /** Runs each side {@code warmups} times uncounted, then {@code runs} times counted. */
  static Paired run(int warmups, int runs, Callable<Long> sideA, Callable<Long> sideB)
      throws Exception {
    double[] a = new double[runs];
    double[] b = new double[runs];
    for (int i = -warmups; i < runs; i++) {
      double secondsA = seconds(sideA);
      double secondsB = seconds(sideB);
      if (i >= 0) {
        a[i] = secondsA;
        b[i] = secondsB;
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
    double[] ratios = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      ratios[i] = a[i] / b[i];
    }
    return median(ratios);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
