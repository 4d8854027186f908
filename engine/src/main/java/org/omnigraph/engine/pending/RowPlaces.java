package org.omnigraph.engine.pending;

/**
 * Says where a row of a batch came from, for messages. Called only when a message is made, which
 * may be long after the batch is gone: it holds no Arrow memory, and little heap.
 */
@FunctionalInterface
public interface RowPlaces {
  /**
   * Text such as {@code people.jsonl line 17} or {@code Person.parquet row 3} (rows count from 1);
   * {@code row} counts from 0.
   */
  String place(int row);

  /**
   * Rows of an unnamed stream: {@code row 1}, {@code row 2}, counted on from {@code firstRow} (from
   * 0).
   */
  static RowPlaces numbered(String source, long firstRow) {
    return row -> (source.isEmpty() ? "" : source + " ") + "row " + (firstRow + row + 1);
  }
}
