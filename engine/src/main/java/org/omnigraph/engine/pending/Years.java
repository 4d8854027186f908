package org.omnigraph.engine.pending;

/** The years that dates and timestamps may have that are written. */
public enum Years {
  /** Those that a table can hold: what another implementation wrote can be loaded. */
  ALL,

  /** From 1 to 9999, as in SQL. */
  OF_SQL
}
