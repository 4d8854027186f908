package org.omnigraph.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.blob.BlobPolicy;
import picocli.CommandLine.Option;

/** Below what blobs may refer to content outside the graph. */
final class BlobBases {
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");

  @Option(
      names = "--allow-blob-base",
      paramLabel = "BASE",
      description = {
        "A folder, or its file: URI, below which blobs may refer to files; may be repeated",
        "(default: none)."
      })
  private List<String> bases = List.of();

  /** How a graph is opened. */
  GraphConfig config() {
    return GraphConfig.defaults()
        .allowing(new BlobPolicy(bases.stream().map(BlobBases::uri).toList()));
  }

  private static String uri(String base) {
    return SCHEME.matcher(base).matches()
        ? base
        : Path.of(base).toAbsolutePath().normalize().toUri().toString();
  }
}
