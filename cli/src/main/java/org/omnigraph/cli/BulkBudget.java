package org.omnigraph.cli;

import org.omnigraph.engine.pending.Budget;
import picocli.CommandLine;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

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

  /**
   * The budget.
   *
   * @throws ParameterException when it would let nothing in
   */
  Budget budget(CommandLine command) {
    requirePositive(command, "--bulk-rows", rows);
    requirePositive(command, "--bulk-bytes", bytes);
    return Budget.bulk(rows, bytes);
  }

  private static void requirePositive(CommandLine command, String option, long value) {
    if (value < 1) {
      throw new ParameterException(command, option + " is " + value + "; give at least 1");
    }
  }
}
