package org.omnigraph.cli;

/** How rows are printed. */
enum ResultFormat {
  /** Aligned columns for people. */
  TABLE,
  /** A block of lines a row, one {@code name: value} a column. */
  KV,
  /** A header line and one line a row, as they arrive. */
  CSV,
  /** One document with the target, the count, the columns and the rows. */
  JSON,
  /** A line of facts, then one object a line. */
  JSONL
}
