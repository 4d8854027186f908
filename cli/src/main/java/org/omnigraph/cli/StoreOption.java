package org.omnigraph.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --store URI}: which graph a command is about that takes something else as argument. */
final class StoreOption {
  @Option(
      names = {"--store", "--uri"},
      paramLabel = "URI",
      description = "The graph: a path, file:// or s3:// (default: OMNIGRAPH_STORE).")
  private @Nullable String store;

  String uri() {
    return GraphAddress.uri(null, store);
  }
}
