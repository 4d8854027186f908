package org.omnigraph.query.memtable;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.pending.FrozenRows;
import org.omnigraph.engine.table.Predicate;

/** A table with pending rows. */
public record MemTable(FrozenRows rows) {
  /**
   * What is read of it.
   *
   * @param columns physical columns; none is allowed when only the number of rows matters
   * @param wire the schema in which they come, in the same order; any one column for none
   * @param batchRows rows a committed batch holds at most
   */
  public record Query(
      List<String> columns,
      Schema wire,
      Predicate filter,
      OptionalLong limit,
      OptionalLong offset,
      int batchRows) {
    public Query {
      columns = columns.isEmpty() ? List.of("id") : List.copyOf(columns);
    }
  }

  /** Starts reading; the caller closes the reader. */
  public ArrowReader scan(Query query, BufferAllocator allocator) {
    return new MemTableReader(rows, query, allocator);
  }

  /** Rows that match. */
  public long count(Predicate filter, BufferAllocator allocator) {
    if (filter.equals(Predicate.TRUE)) {
      return rows.count(allocator);
    }
    long count = 0;
    try (ArrowReader ids = rows.scan(List.of("id"), filter, 0, allocator)) {
      while (ids.loadNextBatch()) {
        count += ids.getVectorSchemaRoot().getRowCount();
      }
      return count;
    } catch (IOException e) {
      throw new StorageUnavailable("a table cannot be read: " + e.getMessage(), e);
    }
  }
}
