package org.omnigraph.engine.pending.column;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.BrokenConstraint;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.RowPlaces;

/** Keeps the first bad row of a batch, whichever column it is found in. */
class Problems {
  private final RowPlaces places;
  private int firstRow = Integer.MAX_VALUE;
  private @Nullable Problem first;

  Problems(RowPlaces places) {
    this.places = places;
  }

  RowPlaces places() {
    return places;
  }

  /** Rows at or after this one need no check: an earlier one is bad already. */
  int firstRow() {
    return firstRow;
  }

  /** A column reports its first bad row and stops; of one row the first column reported stays. */
  final void report(int row, Supplier<String> message) {
    report(row, new Problem(message, InvalidRequest::new));
  }

  /** As {@link #report}, for a value that breaks a constraint. */
  final void breaks(int row, BrokenConstraint.Kind kind, Supplier<String> message) {
    report(row, new Problem(message, text -> new BrokenConstraint(kind, text)));
  }

  /** As {@link #report}, for a null where none may be. */
  final void missing(int row, Owner owner) {
    breaks(row, BrokenConstraint.Kind.NOT_NULL, owner::missing);
  }

  void report(int row, Problem problem) {
    if (row < firstRow) {
      firstRow = row;
      first = problem;
    }
  }

  void throwFirst() {
    if (first != null) {
      throw first.refusal().apply(places.place(firstRow) + ": " + first.message().get());
    }
  }

  /** What is wrong with a row, and the refusal that says it. */
  record Problem(Supplier<String> message, Function<String, InvalidRequest> refusal) {}
}
