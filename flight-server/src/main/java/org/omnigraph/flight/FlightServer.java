package org.omnigraph.flight;

/**
 * A running Flight SQL server.
 *
 * <p>{@link #start} returns once clients can connect. {@link #close} stops taking calls, lets
 * running streams finish for a moment, then ends them, rolls open transactions back and closes the
 * graphs.
 */
public final class FlightServer implements AutoCloseable {
  private FlightServer() {}

  /**
   * Opens the graphs and starts to listen.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest when the configuration is refused: a
   *     non-loopback address without a token file, a token file that cannot be read
   * @throws org.omnigraph.engine.error.StorageUnavailable when the address cannot be bound
   * @throws org.omnigraph.engine.error.GraphException when a graph cannot be opened
   */
  public static FlightServer start(ServerConfig config) {
    throw new UnsupportedOperationException();
  }

  /** The port that clients connect to. */
  public int port() {
    throw new UnsupportedOperationException();
  }

  /** Blocks until the server has stopped. */
  public void awaitTermination() throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
