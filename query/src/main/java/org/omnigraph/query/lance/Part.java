package org.omnigraph.query.lance;

import java.util.List;

/**
 * One of several disjoint parts of the rows of a scan, that together are all of them.
 *
 * @param index from 0
 * @param count of parts
 */
public record Part(int index, int count) {
  /** All rows. */
  public static final Part WHOLE = new Part(0, 1);

  public Part {
    if (index < 0 || index >= count) {
      throw new IllegalArgumentException("no part " + index + " of " + count);
    }
  }

  boolean isWhole() {
    return count == 1;
  }

  /** Those of {@code all} that belong to this part: a run of neighbours. */
  List<Integer> of(List<Integer> all) {
    return all.subList(at(index, all.size()), at(index + 1, all.size()));
  }

  private int at(int part, int size) {
    return (int) ((long) part * size / count);
  }
}
