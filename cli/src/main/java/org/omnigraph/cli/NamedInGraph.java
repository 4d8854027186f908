package org.omnigraph.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code NAME [URI]} or {@code NAME --store URI}: a thing of a graph. */
final class NamedInGraph {
  @Parameters(index = "0", paramLabel = "NAME", description = "Its name, or the id of a commit.")
  private String name = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "URI",
      description = "The graph: a path, file:// or s3://.")
  private @Nullable String positional;

  @Option(
      names = {"--store", "--uri"},
      paramLabel = "URI",
      description = "The graph, as an option.")
  private @Nullable String store;

  String name() {
    return name;
  }

  /** The one address that was given. */
  String uri() {
    return GraphAddress.uri(positional, store);
  }
}
