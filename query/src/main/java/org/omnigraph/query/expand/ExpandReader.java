package org.omnigraph.query.expand;

import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.query.type.SqlTypes;

/** The pairs of starts and ends, a batch at a time. */
final class ExpandReader extends ArrowReader {
  private static final int BATCH_ROWS = 8_192;

  private final Source source;
  private final List<Integer> columns;
  private final BooleanSupplier cancelled;
  private final BufferAllocator memory;
  private @Nullable Search search;
  private @Nullable Ints found;
  private long root = -1;
  private long place;
  private long bytesRead;

  /**
   * What is searched.
   *
   * @param roots numbers of nodes, each once
   */
  record Source(Adjacency edges, Ints roots, Expand.Walk walk) {}

  ExpandReader(
      Source source, List<Integer> columns, BooleanSupplier cancelled, BufferAllocator allocator) {
    super(allocator);
    this.source = source;
    this.columns = List.copyOf(columns);
    this.cancelled = cancelled;
    this.memory = allocator;
  }

  @Override
  protected Schema readSchema() {
    return new Schema(
        columns.stream().map(c -> SqlTypes.wireField("c" + c, SqlTypes.text())).toList());
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    try {
      return fill(getVectorSchemaRoot());
    } catch (OutOfMemoryException e) {
      throw ExpandIntake.outOfMemory(memory);
    }
  }

  private boolean fill(VectorSchemaRoot batch) {
    batch.allocateNew();
    int row = 0;
    while (row < BATCH_ROWS && moveToPair()) {
      write(batch, row++);
    }
    batch.setRowCount(row);
    batch.getFieldVectors().forEach(v -> bytesRead += v.getBufferSize());
    return row > 0;
  }

  /** Moves to a root that reaches something, if the last one is used up. */
  private boolean moveToPair() {
    while (found == null || place == found.size()) {
      if (root + 1 >= source.roots().size()) {
        return false;
      }
      if (cancelled.getAsBoolean()) {
        throw new Cancelled("the query was cancelled");
      }
      root++;
      place = 0;
      found = search().from(source.roots().get(root));
    }
    return true;
  }

  private Search search() {
    Expand.Walk walk = source.walk();
    if (search == null) {
      search = new Search(source.edges(), walk.min(), walk.max(), walk.backwards(), memory);
    }
    return search;
  }

  private void write(VectorSchemaRoot batch, int row) {
    Ints reached = found;
    if (reached == null) {
      throw new IllegalStateException("no pair");
    }
    Ids ids = source.edges().ids();
    for (int i = 0; i < columns.size(); i++) {
      boolean ofRoot = (columns.get(i) == 0) != source.walk().backwards();
      int node = ofRoot ? source.roots().get(root) : reached.get(place);
      ((VarCharVector) batch.getVector(i)).setSafe(row, ids.text(node));
    }
    place++;
  }

  @Override
  public long bytesRead() {
    return bytesRead;
  }

  @Override
  protected void closeReadSource() {
    if (search != null) {
      search.close();
      search = null;
    }
  }
}
