package org.omnigraph.query.dml;

import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.util.VectorSchemaRootAppender;

/**
 * The rows of a result in few large chunks: what takes them does some work for each chunk, and all
 * of a chunk or nothing.
 */
final class Chunks implements AutoCloseable {
  /** The most rows of one chunk. */
  static final int ROWS = 1 << 18;

  private static final long BYTES = 64L << 20;

  private final ArrowReader source;
  private final VectorSchemaRoot chunk;
  private boolean isAhead;
  private boolean isFilled;
  private boolean ended;

  /**
   * @param source keeps its owner
   */
  Chunks(ArrowReader source, BufferAllocator allocator) throws IOException {
    this.source = source;
    this.chunk = VectorSchemaRoot.create(source.getVectorSchemaRoot().getSchema(), allocator);
  }

  /** Whether there are no more rows than so; reads the first chunk, and moves nowhere. */
  boolean areAtMost(int rows) throws IOException {
    fill();
    isFilled = true;
    return ended && chunk.getRowCount() <= rows;
  }

  /** Moves to the next chunk that has a row; false when there is none. */
  boolean next() throws IOException {
    if (!isFilled) {
      fill();
    }
    isFilled = false;
    return chunk.getRowCount() > 0;
  }

  private void fill() throws IOException {
    chunk.clear();
    while (!ended && !isFull()) {
      if (!isAhead && !source.loadNextBatch()) {
        ended = true;
        break;
      }
      VectorSchemaRoot batch = source.getVectorSchemaRoot();
      isAhead = chunk.getRowCount() > 0 && chunk.getRowCount() + batch.getRowCount() > ROWS;
      if (isAhead) {
        break;
      }
      append(batch);
    }
  }

  private boolean isFull() {
    return chunk.getRowCount() >= ROWS
        || chunk.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum() >= BYTES;
  }

  private void append(VectorSchemaRoot batch) {
    if (batch.getRowCount() == 0) {
      return;
    }
    if (chunk.getRowCount() == 0) {
      for (int i = 0; i < batch.getFieldVectors().size(); i++) {
        batch.getVector(i).makeTransferPair(chunk.getVector(i)).transfer();
      }
      chunk.setRowCount(batch.getRowCount());
    } else {
      VectorSchemaRootAppender.append(false, chunk, batch);
    }
  }

  /** The rows of the chunk; gone when it moves on. */
  VectorSchemaRoot rows() {
    return chunk;
  }

  @Override
  public void close() {
    chunk.close();
  }
}
