package org.omnigraph.flight.producer;

import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.flight.error.ServerStopping;

/**
 * The batches that a client sends. Bytes that are no Arrow data, and batches whose buffers
 * contradict one another, are the client's mistake and found before anybody reads a value.
 */
final class ClientBatches {
  private interface Read<T> {
    T run();
  }

  private final FlightStream stream;

  ClientBatches(FlightStream stream) {
    this.stream = stream;
  }

  /**
   * Goes on to the next batch; what comes before the schema is none.
   *
   * @return false at the end
   * @throws InvalidRequest when what comes is no batch of the stream's schema
   */
  boolean next() {
    return read(
        () -> {
          boolean more = stream.next();
          while (more && !stream.hasRoot()) {
            more = stream.next();
          }
          if (more) {
            WellFormedBatch.require(stream.getRoot(), stream.getDictionaryProvider());
          }
          return more;
        });
  }

  /** Whether the stream has a schema. */
  boolean hasSchema() {
    return read(stream::hasRoot);
  }

  Schema schema() {
    return read(stream::getSchema);
  }

  /** The batch, until the next one. */
  VectorSchemaRoot batch() {
    return read(stream::getRoot);
  }

  DictionaryProvider dictionaries() {
    return stream.getDictionaryProvider();
  }

  private static <T> T read(Read<T> read) {
    try {
      return read.run();
    } catch (FlightRuntimeException | GraphException | OutOfMemoryException e) {
      throw e;
    } catch (RuntimeException e) {
      if (e.getCause() instanceof InterruptedException) {
        // Flight may have lost the end of the stream with it: nobody may wait for that.
        Thread.currentThread().interrupt();
        throw new ServerStopping(e);
      }
      throw new InvalidRequest(
          "the stream is no Arrow data that can be read (" + reason(e) + "); send it again", e);
    }
  }

  private static String reason(RuntimeException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
