package org.omnigraph.engine.table;

import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The tables of one graph root. Safe for use by many threads.
 *
 * <p>Reading and writing files only; nothing here makes a version visible. What commits is a staged
 * transaction, and only the write path runs those.
 */
public interface TableStore extends AutoCloseable {
  /**
   * Opens one version of one table. The dataset below is shared between the handles that are open;
   * opening one again is cheap.
   *
   * @throws org.omnigraph.engine.error.NotFound when there is no such table or version
   */
  TableSnapshot open(TableRef table);

  /**
   * Starts writing data files beside those of {@code table}. Nothing refers to them until a staged
   * transaction does.
   *
   * @param schema the physical schema of the batches, as {@code PhysicalSchema.of} gives it
   */
  FragmentSink sink(TableRef table, Schema schema);

  @Override
  void close();
}
