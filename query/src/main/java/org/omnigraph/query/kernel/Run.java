package org.omnigraph.query.kernel;

import java.io.IOException;
import org.apache.arrow.vector.ipc.ArrowReader;

/** A running statement below its {@link ResultReader}. Used by one thread, ended by any. */
interface Run extends AutoCloseable {
  /** Starts on the first call. The caller does not close the reader. */
  ArrowReader rows() throws IOException;

  /** Ends the work as soon as it can; safe from another thread, at any time. */
  void interrupt();

  /** What a failure while reading means to a caller. */
  RuntimeException explain(Exception failure);

  @Override
  void close() throws IOException;
}
