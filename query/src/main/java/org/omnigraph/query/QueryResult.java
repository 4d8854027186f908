package org.omnigraph.query;

import org.apache.arrow.vector.ipc.ArrowReader;

/** A running statement. Closing it ends the statement wherever it is and frees everything. */
public interface QueryResult extends AutoCloseable {
  /** The batches, in the schema of the statement. Owned by this result. */
  ArrowReader reader();

  /** Ends the statement from another thread: the reader then throws {@code Cancelled}. */
  void cancel();

  @Override
  void close();
}
