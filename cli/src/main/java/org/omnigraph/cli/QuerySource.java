package org.omnigraph.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import picocli.CommandLine.Option;

/** Where the text of queries comes from: a file or the command itself, never both. */
final class QuerySource {
  @Option(names = "--query", paramLabel = "FILE", description = "A file of queries.")
  private @Nullable Path file;

  @Option(
      names = {"-e", "--query-string"},
      paramLabel = "TEXT",
      description = "The text of the query.")
  private @Nullable String text;

  String text() throws IOException {
    if (text != null) {
      return text;
    }
    if (file == null) {
      throw new InvalidRequest(
          "no query: give a file with --query or the text with -e; queries stored by name need a"
              + " server");
    }
    return Files.readString(file);
  }
}
