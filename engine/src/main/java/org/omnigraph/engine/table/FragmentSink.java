package org.omnigraph.engine.table;

import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Writes rows of one table into immutable data files while they arrive; nothing becomes visible.
 *
 * <p>Memory stays bounded by a few batches. Closing before {@link #finish()} abandons the files:
 * they are unreachable and removed as far as possible.
 */
public interface FragmentSink extends AutoCloseable {
  /**
   * Takes a batch in the table's physical schema (columns in that order). The caller keeps
   * ownership of {@code batch}.
   */
  void write(VectorSchemaRoot batch);

  /** Ends the input and names what was written. May be called once. */
  StagedFragments finish();

  @Override
  void close();
}
