package org.omnigraph.flight.quota;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.query.running.RunningStatement;
import org.omnigraph.query.running.StatementWatch;

/** What one caller holds now. Safe for use by many threads. */
public final class Quota {
  private final String caller;
  private final PrincipalLimits limits;
  private final Set<RunningStatement> running = ConcurrentHashMap.newKeySet();
  private int statements;
  private int streams;
  private long ingesting;
  private long pending;

  Quota(Principal caller, PrincipalLimits limits) {
    this.caller = caller.name().map(name -> "'" + name + "'").orElse("anonymous callers");
    this.limits = limits;
  }

  /**
   * Lets a statement begin, which takes the answer for its watch.
   *
   * @param stream whether it is the reading of a result
   * @throws ResourceLimitExceeded when the caller has as many as it may
   */
  public synchronized StatementWatch admit(boolean stream) {
    require("statements", limits.statements(), statements + 1L, PrincipalLimits.STATEMENTS);
    if (stream) {
      require("streams", limits.streams(), streams + 1L, PrincipalLimits.STREAMS);
      streams++;
    }
    statements++;
    return new Admitted(stream);
  }

  private synchronized void ended(boolean stream) {
    statements--;
    streams -= stream ? 1 : 0;
  }

  /** Begins an ingest; closing the answer gives its bytes back. */
  public Ingest ingest() {
    return new Ingest();
  }

  /** Begins to count what a transaction has written and not committed. */
  public Pending pending() {
    return new Pending();
  }

  private void require(String what, long limit, long wanted, String option) {
    if (limit > 0 && wanted > limit) {
      throw new ResourceLimitExceeded(
          what + " of " + caller + " at once",
          limit,
          wanted,
          "let some end and try again, or raise " + option + " of the server");
    }
  }

  private final class Admitted implements StatementWatch {
    private final boolean stream;
    private volatile boolean over;

    Admitted(boolean stream) {
      this.stream = stream;
    }

    @Override
    public void progressed(RunningStatement statement) {
      if (limits.memory() > 0 && !over) {
        running.add(statement);
        long held = running.stream().mapToLong(RunningStatement::memory).sum() + pendingBytes();
        require("bytes of memory", limits.memory(), held, PrincipalLimits.MEMORY);
      }
    }

    @Override
    public void ended(RunningStatement statement) {
      over = true;
      running.remove(statement);
      Quota.this.ended(stream);
    }
  }

  private synchronized long pendingBytes() {
    return pending;
  }

  /**
   * The memory of the rows that one transaction has written and not committed, while none of its
   * statements runs: a statement that runs has it as its own.
   */
  public final class Pending {
    private long bytes;

    private Pending() {}

    /** It is so much now. */
    public void set(long now) {
      synchronized (Quota.this) {
        pending += now - bytes;
        bytes = now;
      }
    }

    public long bytes() {
      synchronized (Quota.this) {
        return bytes;
      }
    }
  }

  /** The bytes of one ingest. For one thread. */
  public final class Ingest implements AutoCloseable {
    private long bytes;

    private Ingest() {}

    /**
     * More bytes have come.
     *
     * @throws ResourceLimitExceeded when the caller's ingests have brought more than they may
     */
    public void add(long more) {
      synchronized (Quota.this) {
        require(
            "bytes of ingests",
            limits.ingestBytes(),
            ingesting + more,
            PrincipalLimits.INGEST_BYTES);
        ingesting += more;
      }
      bytes += more;
    }

    @Override
    public void close() {
      synchronized (Quota.this) {
        ingesting -= bytes;
      }
      bytes = 0;
    }
  }
}
