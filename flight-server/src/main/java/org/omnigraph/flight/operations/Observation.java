package org.omnigraph.flight.operations;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.omnigraph.flight.session.CallListener;

/** Everything that watches the calls of one server, as it is configured. */
public final class Observation implements AutoCloseable {
  private final List<CallListener> listeners = new ArrayList<>();
  private final List<AutoCloseable> held = new ArrayList<>();
  private final Optional<Metrics> metrics;

  private Observation(Optional<Metrics> metrics) {
    this.metrics = metrics;
    metrics.ifPresent(listeners::add);
    metrics.ifPresent(held::add);
  }

  /**
   * Opens what the configuration asks for.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest when a file cannot be written
   */
  public static Observation of(OperationsConfig config) {
    Observation observation =
        new Observation(
            config.metricsPort().isPresent() ? Optional.of(new Metrics()) : Optional.empty());
    config
        .traces()
        .ifPresent(
            exporter -> {
              CallTraces traces = new CallTraces(exporter);
              observation.listeners.add(traces);
              observation.held.add(traces);
            });
    config
        .audit()
        .ifPresent(
            target -> {
              AuditLog log = new AuditLog(new LineFile(target, System.out));
              observation.listeners.add(log);
              observation.held.add(log);
            });
    config.slowStatement().ifPresent(time -> observation.listeners.add(new SlowLog(time)));
    return observation;
  }

  /** Empty when nobody asked for them. */
  public Optional<Metrics> metrics() {
    return metrics;
  }

  /**
   * Lets metrics be read at an address, when somebody asked for them.
   *
   * @param port 0 for any free one
   * @return the port
   */
  public OptionalInt serveMetrics(String host, OptionalInt port) {
    if (metrics.isEmpty() || port.isEmpty()) {
      return OptionalInt.empty();
    }
    MetricsServer server = new MetricsServer(host, port.getAsInt(), metrics.get());
    held.add(server);
    return OptionalInt.of(server.port());
  }

  /** Hears of each call. */
  public CallListener listener() {
    return CallListener.all(listeners);
  }

  @Override
  public void close() throws IOException {
    IOException failure = new IOException("a log of the server did not close");
    for (AutoCloseable thing : held) {
      try {
        thing.close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
    }
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }
}
