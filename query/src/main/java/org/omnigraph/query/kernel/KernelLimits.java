package org.omnigraph.query.kernel;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.omnigraph.query.plan.TextBound;

/**
 * What the kernel may use.
 *
 * @param memory bytes that one statement may use to compute, beyond which it spills, and as many
 *     again for the batches that it reads and answers
 * @param memoryOfAll bytes that all statements together may use to compute; while many run, each
 *     has a smaller part
 * @param threads threads that compute, each statement
 * @param statements statements that may run at the same time
 * @param statementsOfOne those of one caller among them
 * @param patience how long a further statement waits for its turn
 * @param untaken a result of which nobody takes anything for so long gives its place to a statement
 *     that waits for one
 * @param spill the folder in which a spill folder is made when needed
 * @param narrowedRows a scan that is expected to give fewer rows is read whole, without a look at
 *     which of them the statement needs
 */
public record KernelLimits(
    long memory,
    long memoryOfAll,
    int threads,
    int statements,
    int statementsOfOne,
    Duration patience,
    Duration untaken,
    Path spill,
    long narrowedRows) {
  /** Bytes that a statement needs at the least; with less it could not put much on disk. */
  public static final long LEAST_MEMORY = 32L << 20;

  /** One statement has no more than this part of what all have. */
  private static final int PART_OF_ONE = 4;

  /** So many that read no table compute beside all others. */
  static final int SMALL = 4;

  private static final long LEAST_DEFAULT = 256L << 20;
  private static final int STATEMENTS = 32;
  private static final long NARROWED_ROWS = 20_000;
  private static final Duration WAIT = Duration.ofSeconds(60);
  private static final Duration UNTAKEN = Duration.ofSeconds(10);

  /** An eighth of the machine's memory for each statement, half for all, all its cores. */
  public static KernelLimits defaults() {
    long memory = Math.max(LEAST_DEFAULT, physicalMemory() / 8);
    return new KernelLimits(
        memory,
        PART_OF_ONE * memory,
        Runtime.getRuntime().availableProcessors(),
        STATEMENTS,
        STATEMENTS,
        WAIT,
        UNTAKEN,
        Path.of(System.getProperty("java.io.tmpdir")),
        NARROWED_ROWS);
  }

  /** Bytes of one text that a function makes. */
  long mostText() {
    return memory / TextBound.TEXTS;
  }

  /** One statement may use so much; all together no less than four of them. */
  public KernelLimits withMemory(long bytes) {
    return with(
        bytes, Math.max(PART_OF_ONE * bytes, memoryOfAll), statements, statementsOfOne, patience);
  }

  /**
   * All statements that run at the same time fit so many bytes: one has no more than a quarter, and
   * no more run than have twice {@link #LEAST_MEMORY} each, those that read no table among them.
   */
  public KernelLimits withMemoryOfAll(long bytes) {
    long all = Math.max(LEAST_MEMORY, bytes);
    long each = Math.min(memory, Math.max(LEAST_MEMORY, all / PART_OF_ONE));
    int most = (int) Math.min(statements, Math.max(1, all / (2 * LEAST_MEMORY) - SMALL));
    return with(each, all, most, Math.min(most, statementsOfOne), patience);
  }

  public KernelLimits withStatements(int most, Duration wait) {
    return with(memory, memoryOfAll, most, most, wait);
  }

  /**
   * What all statements of one caller compute with at the same time fits so many bytes: one
   * statement has no more, and as many run as together have no more.
   */
  public KernelLimits withMemoryOfOne(long bytes) {
    long each = Math.max(LEAST_MEMORY, Math.min(memory, bytes));
    int ofOne = (int) Math.min(statementsOfOne, Math.max(1, bytes / each));
    return with(each, memoryOfAll, statements, ofOne, patience);
  }

  /** One caller leaves a quarter of the places to others. */
  public KernelLimits withPlacesForOthers() {
    int ofOne = Math.min(statementsOfOne, Math.max(1, statements - statements / 4));
    return with(memory, memoryOfAll, statements, ofOne, patience);
  }

  /** A result that nobody takes for so long gives its place to a statement that waits. */
  public KernelLimits withUntaken(Duration most) {
    return new KernelLimits(
        memory,
        memoryOfAll,
        threads,
        statements,
        statementsOfOne,
        patience,
        most,
        spill,
        narrowedRows);
  }

  /** Spills to another folder. */
  public KernelLimits spillingTo(Path folder) {
    return new KernelLimits(
        memory,
        memoryOfAll,
        threads,
        statements,
        statementsOfOne,
        patience,
        untaken,
        folder,
        narrowedRows);
  }

  /** Looks ahead in scans of fewer, or of more rows only. */
  public KernelLimits narrowingFrom(long rows) {
    return new KernelLimits(
        memory, memoryOfAll, threads, statements, statementsOfOne, patience, untaken, spill, rows);
  }

  private KernelLimits with(long each, long all, int most, int mostOfOne, Duration wait) {
    return new KernelLimits(
        each, all, threads, most, mostOfOne, wait, untaken, spill, narrowedRows);
  }

  private static long physicalMemory() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Runtime.getRuntime().maxMemory();
  }
}
