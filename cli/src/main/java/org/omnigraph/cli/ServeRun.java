package org.omnigraph.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.flight.FlightServer;
import org.omnigraph.flight.ServerConfig;
import org.omnigraph.flight.ServerLimits;
import org.omnigraph.flight.auth.TlsFiles;
import org.omnigraph.flight.operations.OperationsConfig;
import org.omnigraph.flight.quota.PrincipalLimits;

/** A server from its start to the signal that ends it. */
record ServeRun(
    Map<String, String> graphs,
    String host,
    int port,
    Optional<Path> tokenFile,
    Optional<Path> roleFile,
    Optional<TlsFiles> tls,
    Map<String, String> storage,
    Budget bulk,
    ServerLimits limits,
    PrincipalLimits principals,
    OperationsConfig operations) {
  /**
   * Serves until a signal.
   *
   * @param whenServing hears of the server once clients can connect
   */
  void untilToldToEnd(Optional<Path> portFile, Consumer<FlightServer> whenServing)
      throws InterruptedException {
    EndSignal end = EndSignal.listen();
    forget(portFile);
    try (FlightServer server = FlightServer.start(config())) {
      if (portFile.isPresent()) {
        announce(server.port(), portFile.get());
      }
      whenServing.accept(server);
      end.await();
      server.drain();
    } finally {
      forget(portFile);
    }
  }

  /** Where clients find it. */
  String address(FlightServer server) {
    return (tls.isPresent() ? "grpc+tls://" : "grpc://") + at(server.port());
  }

  /** Where its metrics are, if anywhere. */
  Optional<String> metrics(FlightServer server) {
    return server.metricsPort().stream()
        .mapToObj(metricsPort -> "http://" + at(metricsPort) + "/metrics")
        .findFirst();
  }

  private String at(int boundPort) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + boundPort;
  }

  private ServerConfig config() {
    ServerConfig config =
        ServerConfig.of(graphs)
            .at(host, port)
            .opening(GraphConfig.defaults().withStorageOptions(storage).withBulk(bulk))
            .bounded(limits)
            .boundedEach(principals)
            .operated(operations);
    ServerConfig known = tokenFile.map(config::withTokens).orElse(config);
    ServerConfig guarded = roleFile.map(known::withRoles).orElse(known);
    return tls.map(guarded::encrypted).orElse(guarded);
  }

  /** Who waits for the file finds it whole. */
  private static void announce(int port, Path file) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.writeString(part, port + "\n");
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  private static void forget(Optional<Path> portFile) {
    if (portFile.isEmpty()) {
      return;
    }
    Path file = portFile.get();
    if (Files.isDirectory(file)) {
      throw unwritable(file, "it is a folder");
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  private static InvalidRequest unwritable(Path file, IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return unwritable(file, "its folder does not exist");
    }
    return unwritable(
        file,
        failure instanceof AccessDeniedException
            ? "this process may not write there"
            : String.valueOf(failure.getMessage()));
  }

  private static InvalidRequest unwritable(Path file, String reason) {
    return new InvalidRequest("cannot write the port file " + file + " (--port-file): " + reason);
  }
}
