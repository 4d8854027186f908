package org.omnigraph.query.gq.mutate;

import java.math.BigDecimal;

/** Numbers of different types by their exact values. */
final class Exact {
  private Exact() {}

  /** The sign of the difference of a finite double and an integer. */
  static int compare(double real, long whole) {
    return new BigDecimal(real).compareTo(BigDecimal.valueOf(whole));
  }
}
