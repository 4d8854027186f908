package org.omnigraph.cli;

import picocli.CommandLine.Option;

/** {@code --format} or {@code --json}: how rows are printed. */
final class FormatOption {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = WordConverter.Formats.class,
      description = "table (default), kv, csv, json or jsonl.")
  private ResultFormat format = ResultFormat.TABLE;

  @Option(names = "--json", description = "The same as --format json.")
  private boolean json;

  ResultFormat format() {
    return json ? ResultFormat.JSON : format;
  }
}
