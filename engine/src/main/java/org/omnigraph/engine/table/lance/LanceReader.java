package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A reader that closes what its batches come from, and types the failures. The dataset stays leased
 * until the reader is closed, so a table handle may be closed before its readers.
 */
final class LanceReader extends ArrowReader {
  private final ArrowReader source;
  private final AutoCloseable[] owned;
  private final String doing;
  private boolean closed;

  LanceReader(BufferAllocator allocator, ArrowReader source, String doing, AutoCloseable... owned) {
    super(allocator);
    this.source = source;
    this.doing = doing;
    this.owned = owned;
  }

  @Override
  public VectorSchemaRoot getVectorSchemaRoot() throws IOException {
    return source.getVectorSchemaRoot();
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    try {
      return source.loadNextBatch();
    } catch (OutOfMemoryException e) {
      throw LanceErrors.outOfMemory(allocator, e);
    } catch (IOException | RuntimeException e) {
      // An import that finds no memory for a column wraps the failure.
      throw e.getCause() instanceof OutOfMemoryException memory
          ? LanceErrors.outOfMemory(allocator, memory)
          : LanceErrors.classify(doing, e);
    }
  }

  @Override
  public Map<Long, Dictionary> getDictionaryVectors() throws IOException {
    return source.getDictionaryVectors();
  }

  @Override
  public @Nullable Dictionary lookup(long id) {
    return source.lookup(id);
  }

  @Override
  public Set<Long> getDictionaryIds() {
    return source.getDictionaryIds();
  }

  @Override
  public long bytesRead() {
    return source.bytesRead();
  }

  @Override
  public void close() throws IOException {
    close(true);
  }

  @Override
  public void close(boolean closeReadSource) throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    Closing.all(doing, source, owned);
  }

  @Override
  protected void closeReadSource() {
    // The source closes its own.
  }

  @Override
  protected Schema readSchema() throws IOException {
    return source.getVectorSchemaRoot().getSchema();
  }

  /** The vector of a column that the reader has. */
  static FieldVector column(VectorSchemaRoot root, String name) {
    FieldVector vector = root.getVector(name);
    if (vector == null) {
      throw new IllegalStateException("no column " + name + " in " + root.getSchema());
    }
    return vector;
  }
}
