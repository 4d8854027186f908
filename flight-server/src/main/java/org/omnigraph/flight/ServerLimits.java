package org.omnigraph.flight;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.omnigraph.query.kernel.KernelLimits;

/**
 * Bounds on what callers may hold and for how long.
 *
 * @param memory bytes of Arrow memory for all requests and uncommitted rows together; less where
 *     the JVM may not reserve so much
 * @param sessionIdle a session without a call for so long is closed, its transaction rolled back
 * @param sessions sessions alive at once
 * @param handlesPerSession prepared statements and tickets of one session, each; the oldest go
 *     first
 * @param handleIdle a prepared statement or ticket unused for so long is dropped
 * @param transactionIdle a transaction without a call for so long is rolled back
 * @param streamStall a stream whose client takes nothing for so long ends with an error
 * @param inboundMessage bytes of one message from a client
 * @param batchBytes the size that sent batches aim at
 * @param batchMaxBytes the size that no sent batch of several rows exceeds, below the 4 MiB of a
 *     plain gRPC client
 * @param statementTimeout how long a statement may take unless its session or its call says
 *     otherwise; empty is no limit
 * @param kernel what statements may compute with, one and all together
 * @param rowMaxBytes the size that no sent row exceeds, below the 64 MiB that our packages take in
 *     a message
 */
public record ServerLimits(
    long memory,
    Duration sessionIdle,
    int sessions,
    int handlesPerSession,
    Duration handleIdle,
    Duration transactionIdle,
    Duration streamStall,
    int inboundMessage,
    Optional<Duration> statementTimeout,
    KernelLimits kernel,
    int batchBytes,
    int batchMaxBytes,
    int rowMaxBytes) {
  private static final long MOST_SWEEP_SECONDS = 5;

  /** For one machine: 4 GiB, sessions of half a day, handles of an hour, transactions likewise. */
  public static ServerLimits defaults() {
    return new ServerLimits(
        4L << 30,
        Duration.ofHours(12),
        10_000,
        1_000,
        Duration.ofHours(1),
        Duration.ofHours(1),
        Duration.ofMinutes(10),
        64 << 20,
        Optional.empty(),
        KernelLimits.defaults(),
        2 << 20,
        3 << 20,
        62 << 20);
  }

  /** How often what is idle is looked for: often enough for the shortest of its limits. */
  public long sweepSeconds() {
    Duration shortest =
        Stream.of(sessionIdle, transactionIdle, handleIdle).min(Duration::compareTo).orElseThrow();
    return Math.max(1, Math.min(MOST_SWEEP_SECONDS, shortest.toSeconds() / 2));
  }

  /** Arrow memory for all requests together. */
  public ServerLimits withMemory(long bytes) {
    return with(bytes, sessions, sessionIdle, transactionIdle, statementTimeout, kernel);
  }

  /** So many sessions at once, and how long they and their transactions live idle. */
  public ServerLimits withSessions(int most, Duration idle, Duration idleTransaction) {
    return with(memory, most, idle, idleTransaction, statementTimeout, kernel);
  }

  public ServerLimits withKernel(KernelLimits limits) {
    return with(memory, sessions, sessionIdle, transactionIdle, statementTimeout, limits);
  }

  /** Zero is no limit. */
  public ServerLimits withStatementTimeout(Duration limit) {
    Optional<Duration> some = Optional.of(limit).filter(time -> !time.isZero());
    return with(memory, sessions, sessionIdle, transactionIdle, some, kernel);
  }

  private ServerLimits with(
      long bytes,
      int most,
      Duration idle,
      Duration idleTransaction,
      Optional<Duration> timeout,
      KernelLimits statements) {
    return new ServerLimits(
        bytes,
        idle,
        most,
        handlesPerSession,
        handleIdle,
        idleTransaction,
        streamStall,
        inboundMessage,
        timeout,
        statements,
        batchBytes,
        batchMaxBytes,
        rowMaxBytes);
  }
}
