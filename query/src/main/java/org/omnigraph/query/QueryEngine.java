package org.omnigraph.query;

import org.apache.arrow.memory.BufferAllocator;

/**
 * Plans and runs statements. One a process; safe for use by many threads. Keeps a cache of plans
 * and a pool of kernels.
 */
public final class QueryEngine implements AutoCloseable {
  /**
   * Starts an engine without any statement.
   *
   * @param allocator the parent of every result's memory
   */
  public QueryEngine(BufferAllocator allocator) {}

  /**
   * Parses, validates and plans one statement against the snapshot that {@code context} names now.
   * The statement keeps that snapshot.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest with line, column, the thing and the remedy
   * @throws org.omnigraph.engine.error.Unsupported when the statement is SQL that is not done here,
   *     by name
   */
  public PreparedQuery prepare(QueryContext context, String sql) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
