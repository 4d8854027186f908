package org.omnigraph.engine.pending.column;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.RowPlaces;

/** Keeps the first bad row of a batch, whichever column it is found in. */
class Problems {
  private final RowPlaces places;
  private int firstRow = Integer.MAX_VALUE;
  private @Nullable Supplier<String> first;

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
  void report(int row, Supplier<String> message) {
    if (row < firstRow) {
      firstRow = row;
      first = message;
    }
  }

  void throwFirst() {
    if (first != null) {
      throw new InvalidRequest(places.place(firstRow) + ": " + first.get());
    }
  }
}
