package org.omnigraph.engine.table;

/**
 * Data files that no version refers to yet. Opaque; made by a {@link FragmentSink}, consumed by a
 * staged transaction.
 */
public interface StagedFragments {
  long rows();

  /** Size of the data files in bytes. */
  long bytes();
}
