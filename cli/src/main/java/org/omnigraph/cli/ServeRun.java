package org.omnigraph.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.flight.FlightServer;
import org.omnigraph.flight.ServerConfig;

/** A server from its start to the signal that ends it. */
record ServeRun(
    Map<String, String> graphs, String host, int port, Optional<Path> tokenFile, Budget bulk) {
  /**
   * Serves until a signal.
   *
   * @param whenServing hears the port once clients can connect
   */
  void untilToldToEnd(Optional<Path> portFile, IntConsumer whenServing)
      throws IOException, InterruptedException {
    EndSignal end = EndSignal.listen();
    forget(portFile);
    try (FlightServer server = FlightServer.start(config())) {
      if (portFile.isPresent()) {
        announce(server.port(), portFile.get());
      }
      whenServing.accept(server.port());
      end.await();
    } finally {
      forget(portFile);
    }
  }

  /** As clients write it. */
  String address(int boundPort) {
    return "grpc://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + boundPort;
  }

  private ServerConfig config() {
    ServerConfig config =
        ServerConfig.of(graphs).at(host, port).opening(GraphConfig.defaults().withBulk(bulk));
    return tokenFile.map(config::withTokens).orElse(config);
  }

  /** Who waits for the file finds it whole. */
  private static void announce(int port, Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, port + "\n");
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void forget(Optional<Path> portFile) throws IOException {
    if (portFile.isPresent()) {
      Files.deleteIfExists(portFile.get());
    }
  }
}
