package org.omnigraph.engine.pending;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.table.Predicate;

/**
 * The rows of one type as a staging had them at one moment. Whatever the staging does later is not
 * seen, its end included, except that rows which waited in files are gone when it is rolled back.
 *
 * <p>Any number of threads may read at once. Close it after all its readers.
 */
public interface FrozenRows extends AutoCloseable {
  /**
   * Pending rows that count, then committed rows of the base that nothing hides.
   *
   * @param columns physical columns, in the order in which they come back; a blob comes as its
   *     bytes, in a column of large binary
   * @param where on physical columns, none of them a blob
   * @param batchRows rows a committed batch holds at most; 0 leaves it to the table
   */
  ArrowReader scan(List<String> columns, Predicate where, int batchRows, BufferAllocator allocator);

  /** How many rows {@link #scan} gives without a condition; few of them are read for that. */
  long count(BufferAllocator allocator);

  /**
   * The same object for the same rows: two moments of one staging have it between which nothing was
   * written to the type. The staging keeps it until then, or to its end.
   */
  Object state();

  /** How many rows {@link #scan} gives at most; nothing is read for that. */
  long mostRows();

  /** Bytes of memory that only this keeps: none while the staging has the same rows. */
  long keptBytes();

  @Override
  void close();
}
