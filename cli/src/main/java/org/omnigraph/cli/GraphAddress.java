package org.omnigraph.cli;

import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code [URI]} or {@code --store URI}: which graph a command is about. */
final class GraphAddress {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "URI",
      description = "The graph: a path, file:// or s3://.")
  private @Nullable String positional;

  @Option(names = "--store", paramLabel = "URI", description = "The graph, as an option.")
  private @Nullable String store;

  /** The one address that was given. */
  String uri() {
    return uri(positional, store);
  }

  static String uri(@Nullable String positional, @Nullable String store) {
    if (positional != null && store != null) {
      throw new InvalidRequest(
          "two graphs addressed: '" + positional + "' and --store '" + store + "'; give one");
    }
    String explicit = positional != null ? positional : store;
    return storage(explicit != null ? explicit : fromEnvironment());
  }

  /** Whether the graph is on this machine's disk. */
  static boolean isLocal(String uri) {
    return !uri.contains("://") || uri.startsWith("file://");
  }

  private static String fromEnvironment() {
    String store = System.getenv().getOrDefault("OMNIGRAPH_STORE", "");
    if (store.isEmpty()) {
      throw new InvalidRequest(
          "no graph addressed — pass a positional URI, --store URI, or set OMNIGRAPH_STORE");
    }
    return store;
  }

  private static String storage(String uri) {
    if (uri.matches("(?i)(https?|grpc[^:]*)://.*")) {
      throw new InvalidRequest(
          "'"
              + uri
              + "' is the address of a server; name the graph's storage: a path, file:// or s3://");
    }
    if (uri.isBlank()) {
      throw new InvalidRequest("the address of the graph is empty");
    }
    return uri;
  }
}
