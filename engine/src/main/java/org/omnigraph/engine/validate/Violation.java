package org.omnigraph.engine.validate;

import java.util.Comparator;
import org.omnigraph.engine.error.GraphException;

/**
 * A broken rule. Of all violations of a change one is told: that of the first check, there of the
 * first part, there of the first row; whatever else is read first. Never leaves this package.
 */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final Comparator<Violation> ORDER =
      Comparator.<Violation>comparingInt(v -> v.check)
          .thenComparingInt(v -> v.part)
          .thenComparingLong(v -> v.row)
          .thenComparing(v -> v.id);

  private final int check;
  private final int part;
  private final long row;
  private final String id;
  private final GraphException refusal;

  private Violation(int check, int part, long row, String id, GraphException refusal) {
    super(refusal.getMessage(), refusal, false, false);
    this.check = check;
    this.part = part;
    this.row = row;
    this.id = id;
    this.refusal = refusal;
  }

  /**
   * A violation of the check that runs.
   *
   * @param part which of the things that the check looks at, in their order
   * @param row where it was found, staged or committed
   */
  static Violation at(int part, long row, GraphException refusal) {
    return new Violation(0, part, row, "", refusal);
  }

  /** A violation that no row has, but a node. */
  static Violation of(int part, String id, GraphException refusal) {
    return new Violation(0, part, 0, id, refusal);
  }

  /** The same as found by the check of that number. */
  Violation in(int number) {
    return new Violation(number, part, row, id, refusal);
  }

  boolean isAfter(Violation other) {
    return ORDER.compare(this, other) > 0;
  }

  GraphException refusal() {
    return refusal;
  }
}
