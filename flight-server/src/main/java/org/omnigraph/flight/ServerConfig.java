package org.omnigraph.flight;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * What a server serves and where it listens.
 *
 * @param graphs catalog name to the URI of the graph, in the order in which listings name them
 * @param host the address to bind
 * @param port the port to bind; 0 takes any free one
 * @param tokenFile one {@code name:secret} or {@code name:sha256=<64 hex digits>} a line; without
 *     it every caller is anonymous
 * @param graphConfig how the graphs are opened
 * @param limits bounds on what callers may hold
 */
public record ServerConfig(
    Map<String, String> graphs,
    String host,
    int port,
    Optional<Path> tokenFile,
    GraphConfig graphConfig,
    ServerLimits limits) {
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
        GraphConfig.defaults(),
        ServerLimits.defaults());
  }

  public ServerConfig at(String newHost, int newPort) {
    return new ServerConfig(graphs, newHost, newPort, tokenFile, graphConfig, limits);
  }

  public ServerConfig withTokens(Path file) {
    return new ServerConfig(graphs, host, port, Optional.of(file), graphConfig, limits);
  }

  public ServerConfig opening(GraphConfig config) {
    return new ServerConfig(graphs, host, port, tokenFile, config, limits);
  }

  public ServerConfig bounded(ServerLimits newLimits) {
    return new ServerConfig(graphs, host, port, tokenFile, graphConfig, newLimits);
  }
}
