package org.omnigraph.flight.operations;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.omnigraph.engine.error.StorageUnavailable;

/** Metrics over HTTP: {@code GET /metrics}. */
final class MetricsServer implements AutoCloseable {
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final Metrics metrics;
  private final HttpServer server;
  private final ExecutorService threads;

  /**
   * Listens from now on.
   *
   * @throws StorageUnavailable when the address cannot be bound
   */
  MetricsServer(String host, int port, Metrics metrics) {
    this.metrics = metrics;
    try {
      server = HttpServer.create(new InetSocketAddress(host, port), 0);
    } catch (IOException e) {
      throw new StorageUnavailable(
          "cannot listen on " + host + ":" + port + " for metrics: " + e.getMessage(), e);
    }
    threads =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread thread = new Thread(work, "metrics");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext("/metrics", this::answer);
    server.start();
  }

  private void answer(HttpExchange call) throws IOException {
    try (call) {
      if (!call.getRequestMethod().equals("GET")) {
        call.getResponseHeaders().set("Allow", "GET");
        call.sendResponseHeaders(405, -1);
        return;
      }
      byte[] text = metrics.text().getBytes(StandardCharsets.UTF_8);
      call.getResponseHeaders().set("Content-Type", TYPE);
      call.sendResponseHeaders(200, text.length);
      call.getResponseBody().write(text);
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
