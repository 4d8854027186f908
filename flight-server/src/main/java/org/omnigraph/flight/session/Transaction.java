package org.omnigraph.flight.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Receipt;
import org.omnigraph.query.PreparedQuery;
import org.omnigraph.query.QueryContext;

/**
 * One open transaction: nothing until its first statement, then one snapshot of one branch, and
 * from the first written row on one staging.
 *
 * <p>Safe for use by many threads; one call works in it at a time, and a second one that writes is
 * refused.
 */
public final class Transaction {
  /** Who ends it: the client that holds its id, or a statement in the text of a session. */
  enum Owner {
    HANDLE,
    TEXT
  }

  /** What has been done in it. */
  private sealed interface Work {
    record Nothing() implements Work {}

    record Read(String catalog, Snapshot snapshot) implements Work {}

    record Written(String catalog, Graph graph, MutationStaging staging) implements Work {}

    record Failed(String reason) implements Work {}
  }

  /** Work on the staging; says before its first effect that there will be one. */
  @FunctionalInterface
  public interface Write {
    /**
     * Adds rows.
     *
     * @param touching called before the first effect on {@code staging}
     * @return rows added
     */
    long to(MutationStaging staging, Runnable touching);
  }

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String id = RandomId.next();
  private final Owner owner;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private Work work = new Work.Nothing();
  private volatile Instant used;
  private volatile boolean abandoned;

  Transaction(Owner owner, Clock clock) {
    this.owner = owner;
    this.clock = clock;
    this.used = clock.instant();
  }

  public String id() {
    return id;
  }

  Owner owner() {
    return owner;
  }

  /** Whether no statement has run in it. */
  boolean isUnused() {
    return locked(() -> work instanceof Work.Nothing);
  }

  /**
   * Plans a query over what this transaction sees: the snapshot of its first statement, and what it
   * has written since. A place that names a snapshot itself stays as it is.
   */
  public PreparedQuery read(Place place, Function<QueryContext, PreparedQuery> plan) {
    if (place.snapshot().isPresent()) {
      return plan.apply(place.context());
    }
    return locked(() -> plan.apply(place.context().in(seen(place))));
  }

  private QueryContext.Transaction seen(Place place) {
    if (work instanceof Work.Nothing) {
      Snapshot snapshot = place.graph().snapshot(place.branch());
      work = new Work.Read(place.catalog(), snapshot);
      return new QueryContext.Transaction(snapshot, Optional.empty());
    }
    if (work instanceof Work.Read read) {
      requireSame(place, read.catalog(), read.snapshot().branch());
      return new QueryContext.Transaction(read.snapshot(), Optional.empty());
    }
    if (work instanceof Work.Written written) {
      MutationStaging staging = written.staging();
      requireSame(place, written.catalog(), staging.branch());
      staging.bind();
      return new QueryContext.Transaction(staging.base(), Optional.of(staging));
    }
    throw failed();
  }

  /**
   * Adds rows at a place. When the write fails after it touched the staging, the transaction can
   * only be rolled back, because a part of the rows cannot be taken out again.
   */
  public long write(Place place, Write write) {
    place.requireWritable();
    if (!lock.tryLock()) {
      throw new Conflict(
          "another call writes in this transaction; wait for it, or use a second connection");
    }
    boolean[] touched = {false};
    try {
      long rows = write.to(staging(place), () -> touched[0] = true);
      used = clock.instant();
      return rows;
    } catch (RuntimeException e) {
      if (touched[0]) {
        discard();
        work = new Work.Failed(String.valueOf(e.getMessage()));
      }
      throw e;
    } finally {
      lock.unlock();
      discardAbandoned();
    }
  }

  private MutationStaging staging(Place place) {
    if (work instanceof Work.Nothing) {
      return begin(place);
    }
    if (work instanceof Work.Read read) {
      requireSame(place, read.catalog(), read.snapshot().branch());
      MutationStaging staging = begin(place);
      staging.bind();
      requireHead(staging, read.snapshot().commit());
      return staging;
    }
    if (work instanceof Work.Written written) {
      requireSame(place, written.catalog(), written.staging().branch());
      return written.staging();
    }
    throw failed();
  }

  private MutationStaging begin(Place place) {
    Graph graph = place.graph();
    MutationStaging staging = graph.beginBulk(place.branch());
    work = new Work.Written(place.catalog(), graph, staging);
    return staging;
  }

  private void requireHead(MutationStaging staging, Optional<CommitId> read) {
    Optional<CommitId> head = staging.base().commit();
    if (!head.equals(read)) {
      discard();
      ReadSetChanged changed =
          new ReadSetChanged(
              "graph_head:" + staging.branch(),
              read.map(CommitId::value).orElse(null),
              head.map(CommitId::value).orElse(null));
      work = new Work.Failed(changed.getMessage());
      throw changed;
    }
  }

  /**
   * Publishes what was written, as one commit. Afterwards, also when that fails, the transaction is
   * as new.
   *
   * @return empty when nothing was written
   */
  Optional<Receipt> commit(Optional<String> actor) {
    return locked(
        () -> {
          if (work instanceof Work.Failed) {
            InvalidRequest failed = failed();
            work = new Work.Nothing();
            throw failed;
          }
          if (work instanceof Work.Written written) {
            try {
              return Optional.of(publish(written, actor));
            } finally {
              discard();
            }
          }
          work = new Work.Nothing();
          return Optional.empty();
        });
  }

  private static Receipt publish(Work.Written written, Optional<String> actor) {
    return written.graph().commit(written.staging(), new CommitOptions(actor, Optional.empty()));
  }

  /** Forgets what was written. Afterwards the transaction is as new. */
  void rollback() {
    locked(
        () -> {
          discard();
          return true;
        });
  }

  /** Rolls back without waiting: at once, or when the call that works in it now is over. */
  void abandon() {
    abandoned = true;
    if (lock.tryLock()) {
      try {
        discard();
      } finally {
        lock.unlock();
      }
    }
  }

  private void discardAbandoned() {
    if (abandoned) {
      abandon();
    }
  }

  private void discard() {
    Work old = work;
    work = new Work.Nothing();
    if (old instanceof Work.Written written) {
      written.staging().close();
    }
  }

  /** Rolls back when it holds something and nobody has used it since {@code limit}. */
  boolean expire(Instant limit) {
    if (!used.isBefore(limit) || !lock.tryLock()) {
      return false;
    }
    try {
      boolean holds = !(work instanceof Work.Nothing);
      discard();
      return holds;
    } finally {
      lock.unlock();
    }
  }

  private static void requireSame(Place place, String catalog, BranchName branch) {
    if (!place.catalog().equals(catalog) || !place.branch().equals(branch)) {
      throw new InvalidRequest(
          "this transaction works on branch '"
              + branch
              + "' of graph '"
              + catalog
              + "', not on branch '"
              + place.branch()
              + "' of graph '"
              + place.catalog()
              + "'; end it first");
    }
  }

  private InvalidRequest failed() {
    String reason = work instanceof Work.Failed failed ? failed.reason() : "";
    return new InvalidRequest(
        "this transaction failed and can only be rolled back; nothing of it is kept: " + reason);
  }

  private <T> T locked(Supplier<T> step) {
    try {
      if (!lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new Conflict("another call has been writing in this transaction for a long time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Conflict("interrupted while waiting for another call in this transaction", e);
    }
    try {
      used = clock.instant();
      return step.get();
    } finally {
      lock.unlock();
      discardAbandoned();
    }
  }
}
