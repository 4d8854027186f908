package org.omnigraph.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.omnigraph.flight.ServerLimits;
import picocli.CommandLine;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What all clients of a server may hold together, and for how long. */
final class SessionLimits {
  @Option(
      names = "--memory",
      paramLabel = "N",
      defaultValue = "4294967296",
      showDefaultValue = Visibility.ALWAYS,
      description =
          "The bytes of Arrow memory that all requests, and rows that are not committed, may use"
              + " together. Without it never more than 7/8 of the JVM's heap.")
  private long memory;

  @Option(
      names = "--compute-memory",
      paramLabel = "N",
      converter = StatementLimits.MemoryConverter.class,
      description =
          "The bytes that all statements may compute with together; one has less while many run"
              + " (default: half of the machine's memory).")
  private @Nullable Long computeMemory;

  @Option(
      names = "--sessions",
      paramLabel = "N",
      defaultValue = "10000",
      showDefaultValue = Visibility.ALWAYS,
      description = "The most sessions at once.")
  private int sessions;

  @Option(
      names = "--session-idle",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      defaultValue = "12h",
      showDefaultValue = Visibility.ALWAYS,
      description =
          "A session without a call for so long ends: its transaction is rolled back and its options"
              + " are gone.")
  private Duration sessionIdle = Duration.ZERO;

  @Option(
      names = "--transaction-idle",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      defaultValue = "1h",
      showDefaultValue = Visibility.ALWAYS,
      description =
          "A transaction without a call for so long is rolled back, at the next call of its session"
              + " at the latest.")
  private Duration transactionIdle = Duration.ZERO;

  ServerLimits limits(CommandLine command, ServerLimits others) {
    requirePositive(command, "--memory", memory);
    requirePositive(command, "--sessions", sessions);
    Long ofAll = computeMemory;
    return others
        .withKernel(ofAll == null ? others.kernel() : others.kernel().withMemoryOfAll(ofAll))
        .withMemory(memory)
        .withSessions(
            sessions,
            positive(command, "--session-idle", sessionIdle),
            positive(command, "--transaction-idle", transactionIdle));
  }

  private static Duration positive(CommandLine command, String option, Duration time) {
    if (time.isZero()) {
      throw new ParameterException(command, option + " is 0; give some time, as in 30min");
    }
    return time;
  }

  private static void requirePositive(CommandLine command, String option, long value) {
    if (value < 1) {
      throw new ParameterException(command, option + " is " + value + "; give at least 1");
    }
  }
}
