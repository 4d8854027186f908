package org.omnigraph.flight;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.flight.auth.TlsFiles;
import org.omnigraph.flight.operations.OperationsConfig;
import org.omnigraph.flight.quota.PrincipalLimits;

/**
 * What a server serves and where it listens.
 *
 * @param graphs catalog name to the URI of the graph, in the order in which listings name them
 * @param host the address to bind
 * @param port the port to bind; 0 takes any free one
 * @param tokenFile one {@code name:secret} or {@code name:sha256=<64 hex digits>} a line; without
 *     it every caller is anonymous
 * @param roleFile one {@code PRINCIPAL ROLE GRAPH BRANCH} a line; without it every caller may do
 *     everything
 * @param tls what connections are encrypted with; without it they are not
 * @param graphConfig how the graphs are opened
 * @param limits bounds on what callers may hold together
 * @param principals bounds on what each caller may hold
 * @param operations what the server tells its operator, and how it ends
 */
public record ServerConfig(
    Map<String, String> graphs,
    String host,
    int port,
    Optional<Path> tokenFile,
    Optional<Path> roleFile,
    Optional<TlsFiles> tls,
    GraphConfig graphConfig,
    ServerLimits limits,
    PrincipalLimits principals,
    OperationsConfig operations) {
  public static final String DEFAULT_HOST = "127.0.0.1";
  public static final int DEFAULT_PORT = 31337;

  public ServerConfig {
    if (graphs.isEmpty()) {
      throw new InvalidRequest("a server needs at least one graph: name it as NAME=URI");
    }
    if (graphConfig.blobs().reachesFiles()) {
      throw new InvalidRequest(
          "a server reads no files for its clients: allow no file: base of external blobs, and load"
              + " what refers to files by the command");
    }
    graphs = Collections.unmodifiableMap(new LinkedHashMap<>(graphs));
  }

  /** Loopback, the default port, no authentication. */
  public static ServerConfig of(Map<String, String> graphs) {
    return new ServerConfig(
        graphs,
        DEFAULT_HOST,
        DEFAULT_PORT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        GraphConfig.defaults(),
        ServerLimits.defaults(),
        PrincipalLimits.NONE,
        OperationsConfig.defaults());
  }

  public ServerConfig at(String newHost, int newPort) {
    return with(newHost, newPort, tokenFile, roleFile, tls);
  }

  public ServerConfig withTokens(Path file) {
    return with(host, port, Optional.of(file), roleFile, tls);
  }

  public ServerConfig withRoles(Path file) {
    return with(host, port, tokenFile, Optional.of(file), tls);
  }

  public ServerConfig encrypted(TlsFiles files) {
    return with(host, port, tokenFile, roleFile, Optional.of(files));
  }

  private ServerConfig with(
      String newHost,
      int newPort,
      Optional<Path> tokens,
      Optional<Path> roles,
      Optional<TlsFiles> encryption) {
    return new ServerConfig(
        graphs,
        newHost,
        newPort,
        tokens,
        roles,
        encryption,
        graphConfig,
        limits,
        principals,
        operations);
  }

  public ServerConfig opening(GraphConfig config) {
    return with(config, limits, principals, operations);
  }

  public ServerConfig bounded(ServerLimits newLimits) {
    return with(graphConfig, newLimits, principals, operations);
  }

  public ServerConfig boundedEach(PrincipalLimits each) {
    return with(graphConfig, limits, each, operations);
  }

  public ServerConfig operated(OperationsConfig newOperations) {
    return with(graphConfig, limits, principals, newOperations);
  }

  private ServerConfig with(
      GraphConfig config,
      ServerLimits newLimits,
      PrincipalLimits each,
      OperationsConfig newOperations) {
    return new ServerConfig(
        graphs, host, port, tokenFile, roleFile, tls, config, newLimits, each, newOperations);
  }
}
