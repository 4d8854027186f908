package org.omnigraph.engine.pending;

/** What adding a row means for a row that already has its id. */
public enum WriteMode {
  /** A strict insert: an existing id is a {@code KeyConflict}. */
  INSERT,
  /** Insert, or replace the row that has the id. */
  UPSERT,
  /** The rows added become the whole table; every other row of the type goes. */
  REPLACE
}
