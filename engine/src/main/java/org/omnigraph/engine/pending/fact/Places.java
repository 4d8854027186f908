package org.omnigraph.engine.pending.fact;

import java.util.ArrayList;
import java.util.List;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.pending.RowPlaces;

/** Where each row of a type came from, over all its batches. */
public final class Places {
  private record Part(int firstRow, RowPlaces places) {}

  private final List<Part> parts = new ArrayList<>();
  private int rows;

  /** Adds a batch after those before it. */
  void add(int count, RowPlaces places) {
    if (rows + count < 0) {
      throw new ResourceLimitExceeded(
          "rows of one type in one request",
          Integer.MAX_VALUE,
          (long) rows + count,
          "split the input");
    }
    parts.add(new Part(rows, places));
    rows += count;
  }

  /** Rows so far. */
  public int rows() {
    return rows;
  }

  /** The place of a row, as its batch's {@link RowPlaces} words it. */
  public String of(int row) {
    int low = 0;
    int high = parts.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (parts.get(middle).firstRow() <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    Part part = parts.get(low);
    return part.places().place(row - part.firstRow());
  }
}
