package org.omnigraph.query.kernel;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What the kernel may use.
 *
 * @param memory bytes, all statements together; beyond them it spills
 * @param threads threads that compute, all statements together
 * @param statements statements that may run at the same time
 * @param patience how long a further statement waits for its turn
 * @param spill the folder in which a spill folder is made when needed
 */
public record KernelLimits(
    long memory, int threads, int statements, Duration patience, Path spill) {
  private static final int STATEMENTS = 32;
  private static final Duration WAIT = Duration.ofSeconds(60);

  /** Half of the machine's memory, all its cores. */
  public static KernelLimits defaults() {
    return new KernelLimits(
        physicalMemory() / 2,
        Runtime.getRuntime().availableProcessors(),
        STATEMENTS,
        WAIT,
        Path.of(System.getProperty("java.io.tmpdir")));
  }

  public KernelLimits withMemory(long bytes) {
    return new KernelLimits(bytes, threads, statements, patience, spill);
  }

  private static long physicalMemory() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Runtime.getRuntime().maxMemory();
  }
}
