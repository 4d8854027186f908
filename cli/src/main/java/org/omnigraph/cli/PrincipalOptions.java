package org.omnigraph.cli;

import org.omnigraph.flight.quota.PrincipalLimits;
import org.omnigraph.query.kernel.KernelLimits;
import picocli.CommandLine;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What each caller of a server may hold. */
final class PrincipalOptions {
  @Option(
      names = "--principal-statements",
      paramLabel = "N",
      defaultValue = "0",
      showDefaultValue = Visibility.ALWAYS,
      description = "The most statements of one caller at once; 0 is no limit.")
  private int statements;

  @Option(
      names = "--principal-streams",
      paramLabel = "N",
      defaultValue = "0",
      showDefaultValue = Visibility.ALWAYS,
      description = "The most results that one caller reads at once; 0 is no limit.")
  private int streams;

  @Option(
      names = "--principal-memory",
      paramLabel = "N",
      defaultValue = "0",
      showDefaultValue = Visibility.ALWAYS,
      description =
          "The bytes of Arrow memory that the statements and the uncommitted rows of one caller may"
              + " use, and as many again that statements compute with; 0 is no limit.")
  private long memory;

  @Option(
      names = "--principal-ingest-bytes",
      paramLabel = "N",
      defaultValue = "0",
      showDefaultValue = Visibility.ALWAYS,
      description = "The bytes that the ingests of one caller may bring at once; 0 is no limit.")
  private long ingestBytes;

  PrincipalLimits limits(CommandLine command) {
    requireNotNegative(command, "--principal-statements", statements);
    requireNotNegative(command, "--principal-streams", streams);
    requireNotNegative(command, "--principal-memory", memory);
    if (memory > 0 && memory < KernelLimits.LEAST_MEMORY) {
      throw new ParameterException(
          command,
          "--principal-memory is " + memory + "; give at least " + KernelLimits.LEAST_MEMORY);
    }
    requireNotNegative(command, "--principal-ingest-bytes", ingestBytes);
    return new PrincipalLimits(statements, streams, memory, ingestBytes);
  }

  private static void requireNotNegative(CommandLine command, String option, long value) {
    if (value < 0) {
      throw new ParameterException(command, option + " is " + value + "; 0 is no limit");
    }
  }
}
