package org.omnigraph.cli;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.kernel.KernelLimits;
import org.omnigraph.query.running.Origin;
import org.omnigraph.query.running.RunningStatement;
import org.omnigraph.query.running.TimeLimit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How long one statement may take, and how much memory. */
final class StatementLimits {
  private static final String TIMEOUT = "--statement-timeout";

  @Option(
      names = TIMEOUT,
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "End a statement after so long, as in 500ms, 30s or 5min; 0 is no limit.")
  private Duration timeout = Duration.ZERO;

  @Option(
      names = "--statement-memory",
      paramLabel = "N",
      converter = MemoryConverter.class,
      description =
          "The bytes that one statement may compute with before it uses the disk (default: an"
              + " eighth of the machine's memory).")
  private @Nullable Long memory;

  /** Bytes enough for a statement to work with. */
  static final class MemoryConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      long bytes;
      try {
        bytes = Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + text + "' is not a long");
      }
      if (bytes < KernelLimits.LEAST_MEMORY) {
        throw new TypeConversionException(
            text + " is too little; give at least " + KernelLimits.LEAST_MEMORY);
      }
      return bytes;
    }
  }

  /** Zero when there is none. */
  Duration timeout() {
    return timeout;
  }

  KernelLimits kernel() {
    KernelLimits defaults = KernelLimits.defaults();
    Long given = memory;
    return given == null ? defaults : defaults.withMemory(given);
  }

  /** Begins the statement of a command; the caller closes it. */
  RunningStatement begin(QueryEngine engine, String sql) {
    Optional<TimeLimit> limit =
        Optional.of(timeout())
            .filter(time -> !time.isZero())
            .map(time -> new TimeLimit(time, TIMEOUT));
    return engine.statements().begin(Origin.LOCAL, sql, limit);
  }
}
