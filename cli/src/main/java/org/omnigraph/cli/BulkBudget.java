package org.omnigraph.cli;

import org.omnigraph.engine.pending.Budget;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** How much one bulk request may bring. */
final class BulkBudget {
  @Option(
      names = "--bulk-rows",
      paramLabel = "N",
      defaultValue = "20000000",
      showDefaultValue = Visibility.ALWAYS,
      description = "The most rows that a bulk request may bring.")
  private long rows;

  @Option(
      names = "--bulk-bytes",
      paramLabel = "N",
      defaultValue = "8589934592",
      showDefaultValue = Visibility.ALWAYS,
      description = "The most bytes, in memory's form, that a bulk request may bring.")
  private long bytes;

  Budget budget() {
    return Budget.bulk(rows, bytes);
  }
}
