package org.omnigraph.query.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.query.lance.ArrowLeaf;
import org.omnigraph.query.lance.Execution;

/** A statement that is one scan: its batches go to the client without a kernel. */
final class DirectRun implements Run {
  private final ArrowLeaf leaf;
  private final List<Integer> columns;
  private final Execution execution;
  private @Nullable ArrowReader rows;

  DirectRun(ArrowLeaf leaf, List<Integer> columns, Execution execution) {
    this.leaf = leaf;
    this.columns = columns;
    this.execution = execution;
  }

  @Override
  public ArrowReader rows() {
    if (rows == null) {
      rows = leaf.open(execution, columns);
    }
    return rows;
  }

  @Override
  public void interrupt() {
    // The reader looks at the cancellation between two batches, which are short.
  }

  @Override
  public RuntimeException explain(Exception failure) {
    if (failure instanceof GraphException ours) {
      return ours;
    }
    if (failure instanceof IOException io) {
      return new StorageUnavailable("reading failed: " + io.getMessage(), io);
    }
    return failure instanceof RuntimeException runtime
        ? runtime
        : new UncheckedIOException(new IOException(failure));
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
    }
  }
}
