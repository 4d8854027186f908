package org.omnigraph.query.kernel;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBConnection;

/**
 * Makes tables of the kernel's own of what a statement reads.
 *
 * @param allocator where batches live
 * @param requireRunning throws when nobody waits for the statement any more
 * @param failed is told why something could not be read
 */
record Filling(
    DuckDBConnection connection,
    BufferAllocator allocator,
    Runnable requireRunning,
    Consumer<Throwable> failed) {
  /**
   * Makes one table.
   *
   * @param view the name under which {@code select} reads {@code source}
   * @param source read to its end and closed
   * @param mostBytes what may be read
   * @return whether there is a table; there is none when more was to be read, or memory ended
   * @throws SQLException when the source cannot be read, or nobody waits
   */
  boolean fill(String table, String view, String select, ArrowReader source, long mostBytes)
      throws SQLException {
    BooleanSupplier tooLarge = () -> source.bytesRead() > mostBytes;
    ArrowReader watched =
        new WatchedReader(
            allocator,
            source,
            () -> {
              requireRunning.run();
              if (tooLarge.getAsBoolean()) {
                throw new IllegalStateException("the input is too large for a table");
              }
            },
            failure -> {
              if (!tooLarge.getAsBoolean()) {
                failed.accept(failure);
              }
            });
    try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, watched, stream);
      try {
        fill(table, view, select, stream);
        return true;
      } finally {
        stream.release();
      }
    } catch (SQLException e) {
      if (tooLarge.getAsBoolean() || isOutOfMemory(e)) {
        return false;
      }
      throw e;
    }
  }

  private void fill(String table, String view, String select, ArrowArrayStream stream)
      throws SQLException {
    connection.registerArrowStream(view, stream);
    try (Statement statement = connection.createStatement()) {
      try {
        statement.execute("CREATE TABLE " + table + " AS " + select);
      } finally {
        statement.execute("DROP VIEW IF EXISTS " + view);
      }
    }
  }

  private static boolean isOutOfMemory(SQLException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("Out of Memory Error") || message.contains("failed to allocate");
  }
}
