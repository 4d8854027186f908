package org.omnigraph.engine.pending;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Takes the rows of one type.
 *
 * <p>A batch has one column per property, by name, in any order; {@code id} may be there; an edge
 * has {@code src} and {@code dst}, or {@code from} and {@code to}. Every Arrow spelling of a type
 * is taken: large and view types, dictionaries, the null type, narrower and wider integers
 * (checked), timestamps of every unit for {@code DateTime}, lists of floats for a vector.
 */
public interface RowSink {
  /** As {@link #open(Schema, Years)}, for dates and timestamps of all years. */
  default void open(Schema schema) {
    open(schema, Years.ALL);
  }

  /**
   * Checks the names and types of a stream before its first batch.
   *
   * @param years dates and timestamps of other ones are refused with their row
   * @throws org.omnigraph.engine.error.InvalidRequest naming every unknown, missing or
   *     unconvertible column
   */
  void open(Schema schema, Years years);

  /**
   * Adds a batch of the opened schema. The caller keeps ownership of {@code batch}.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest at the first row that breaks a type, a
   *     required value, an enum or a range, naming its place, the property and the value
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded when the budget is passed
   */
  void add(VectorSchemaRoot batch, DictionaryProvider dictionaries, RowPlaces places);

  /** Rows added so far. */
  long rows();
}
