package org.omnigraph.flight.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.arrow.memory.OutOfMemoryException;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.TooManyRequests;
import org.omnigraph.engine.error.TransactionBusy;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Receipt;
import org.omnigraph.flight.auth.Access;
import org.omnigraph.flight.auth.Role;
import org.omnigraph.flight.error.FlightErrors;
import org.omnigraph.flight.quota.Quota;
import org.omnigraph.query.PreparedQuery;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.running.RunningStatement;

/**
 * One open transaction: nothing until its first statement, then one snapshot of one branch, and
 * from the first written row on one staging.
 *
 * <p>Safe for use by many threads; one call works in it at a time. A second one that writes is
 * refused at once, since its client may have to send it before the first can end; others wait a
 * little. Either is {@link TransactionBusy}, and changes nothing.
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

    /**
     * @param origin the staging before anything was written
     */
    record Written(
        String catalog, Graph graph, MutationStaging staging, MutationStaging.Mark origin)
        implements Work {}

    record Failed(ReadSetChanged of) implements Work {}
  }

  /** Work on the staging, which is as it was when this fails. */
  @FunctionalInterface
  public interface Write<T> {
    /** Changes rows; answers what the caller wants to know of it. */
    T to(MutationStaging staging);
  }

  /**
   * A moment to go back to.
   *
   * @param mark empty when nothing had been written
   */
  private record Savepoint(String name, String id, Optional<MutationStaging.Mark> mark) {}

  private static final int MOST_SAVEPOINTS = 256;

  /**
   * How long a call waits that reads or ends the transaction: for one that plans beside it, or that
   * its client has given up and that is about to stop.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final String BUSY =
      "another call works in this transaction, which takes one at a time and goes on; send this one"
          + " again when that has ended, or use a second connection";

  private final String id = RandomId.next();
  private final Owner owner;
  private final Clock clock;
  private final Access access;
  private final Runnable onRollback;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Savepoint> savepoints = new ArrayList<>();
  private volatile Work work = new Work.Nothing();
  private volatile boolean holdsRows;
  private boolean readOnly;
  private volatile Instant used;
  private volatile Cancellation writing = new Cancellation();
  private volatile Quota.@Nullable Pending pending;
  private final AtomicInteger readers = new AtomicInteger();
  private volatile boolean abandoned;
  private volatile boolean expired;
  private volatile long begun;
  private volatile long ended = Long.MAX_VALUE;

  /**
   * A transaction that has done nothing.
   *
   * @param onRollback hears that what it had written is forgotten
   */
  Transaction(Owner owner, Clock clock, Access access, Runnable onRollback) {
    this.owner = owner;
    this.clock = clock;
    this.access = access;
    this.onRollback = onRollback;
    this.used = clock.instant();
  }

  public String id() {
    return id;
  }

  Owner owner() {
    return owner;
  }

  /** What names it in a message; no secret. */
  String name() {
    return id.substring(0, 8);
  }

  /**
   * It begins.
   *
   * @param turn larger than those of all that began or ended before in its session
   */
  void begins(long turn) {
    begun = turn;
  }

  /** Its client ends it; see {@link #begins}. */
  void ends(long turn) {
    ended = turn;
  }

  /** Its end was refused. */
  void goesOn() {
    ended = Long.MAX_VALUE;
  }

  /** Whether its client had ended the other one before this began. */
  boolean hasBegunAfter(Transaction other) {
    return begun > other.ended;
  }

  /** Whether no statement has run in it. */
  boolean isUnused() {
    return locked(() -> work instanceof Work.Nothing && savepoints.isEmpty());
  }

  /** Where it has worked; empty when it has done nothing. */
  Optional<Target> target() {
    return locked(
        () -> {
          if (work instanceof Work.Read read) {
            return Optional.of(new Target(read.catalog(), read.snapshot().branch()));
          }
          return work instanceof Work.Written written
              ? Optional.of(new Target(written.catalog(), written.staging().branch()))
              : Optional.empty();
        });
  }

  /** Whether it was rolled back because nobody used it. */
  boolean hasExpired() {
    return expired;
  }

  /** Whether its end would lose something: a write that was refused has left nothing. */
  boolean hasWritten() {
    return holdsRows;
  }

  /** Where it has written something that its end would lose; waits for nobody. */
  Optional<Target> uncommitted() {
    return work instanceof Work.Written written
        ? Optional.of(new Target(written.catalog(), written.staging().branch()))
        : Optional.empty();
  }

  /** From here on it refuses to write, or no longer does. */
  void readOnly(boolean on) {
    locked(
        () -> {
          readOnly = on;
          return on;
        });
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

  /** Is in use, since a result of it is read, until the answer is run once. */
  Runnable reading() {
    readers.incrementAndGet();
    return () -> {
      used = clock.instant();
      readers.decrementAndGet();
    };
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

  /** Waits only for a call that is ending already. */
  private boolean lockToWrite() {
    if (lock.tryLock()) {
      return true;
    }
    try {
      return writing.isCancelled() && lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Changes rows at a place.
   *
   * @param statement whose work it is, and whose memory all pending rows are meanwhile
   * @param quota of the caller, who has them until the transaction ends
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded when the caller has too much already
   */
  public <T> T write(Place place, RunningStatement statement, Quota quota, Write<T> write) {
    place.requireWritable();
    if (!lockToWrite()) {
      throw new TransactionBusy(BUSY);
    }
    try {
      if (readOnly) {
        throw new InvalidRequest(
            "this transaction is read-only; end it, and begin one without READ ONLY to write");
      }
      MutationStaging staging = staging(place);
      writing = statement.cancellation();
      staging.heed(statement.cancellation());
      lend(staging, statement);
      try {
        statement.made(0);
        return write.to(staging);
      } finally {
        staging.heed(new Cancellation());
        takeBack(staging, statement, quota);
      }
    } finally {
      used = clock.instant();
      lock.unlock();
      discardAbandoned();
    }
  }

  private void lend(MutationStaging staging, RunningStatement statement) {
    statement.holds(staging.memory());
    count(0);
  }

  private void takeBack(MutationStaging staging, RunningStatement statement, Quota quota) {
    if (pending == null) {
      pending = quota.pending();
    }
    look(staging);
    statement.holdsNoMore(staging.memory());
  }

  /** What others may want to know of what is written, while nobody writes. */
  private void look(MutationStaging staging) {
    holdsRows = !staging.isEmpty();
    count(staging.memory().getAllocatedMemory());
  }

  private void count(long bytes) {
    Quota.Pending counted = pending;
    if (counted != null) {
      counted.set(bytes);
    }
  }

  /** Bytes of memory that it keeps between its statements. */
  long held() {
    Quota.Pending counted = pending;
    return counted == null ? 0 : counted.bytes();
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
    staging.conflictAtOnce();
    work = new Work.Written(place.catalog(), graph, staging, staging.mark());
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
              head.map(CommitId::value).orElse(null),
              "somebody committed to the branch after this transaction had read it and before it"
                  + " wrote anything; roll back and run the whole transaction again");
      work = new Work.Failed(changed);
      throw changed;
    }
  }

  /**
   * Publishes what was written, as one commit. Afterwards, also when that fails, the transaction is
   * as new.
   *
   * @return empty when nothing was written
   * @throws NotFound when it has expired in between
   */
  Optional<Receipt> commit(Optional<String> actor) {
    return locked(
        () -> {
          if (expired) {
            throw Transactions.gone();
          }
          if (work instanceof Work.Failed) {
            ReadSetChanged failed = failed();
            discard();
            throw failed;
          }
          if (work instanceof Work.Written written) {
            try {
              return Optional.of(publish(written, actor));
            } finally {
              discard();
            }
          }
          discard();
          return Optional.empty();
        });
  }

  /** What was allowed when it was written may be no longer. */
  private Receipt publish(Work.Written written, Optional<String> actor) {
    access.require(Role.WRITE, written.catalog(), written.staging().branch());
    try {
      return written.graph().commit(written.staging(), new CommitOptions(actor, Optional.empty()));
    } catch (OutOfMemoryException e) {
      throw FlightErrors.ofCommit(e);
    }
  }

  /**
   * Names this moment; one of the same name is forgotten.
   *
   * @return its id
   */
  public String savepoint(String name) {
    return locked(
        () -> {
          if (work instanceof Work.Failed) {
            throw failed();
          }
          find(name).ifPresent(this::forget);
          if (savepoints.size() >= MOST_SAVEPOINTS) {
            throw new TooManyRequests(
                "this transaction has " + MOST_SAVEPOINTS + " savepoints; release some");
          }
          Optional<MutationStaging.Mark> mark =
              work instanceof Work.Written written
                  ? Optional.of(written.staging().mark())
                  : Optional.empty();
          Savepoint made = new Savepoint(name, RandomId.next(), mark);
          savepoints.add(made);
          return made.id();
        });
  }

  boolean hasSavepoint(String savepointId) {
    return locked(() -> savepoints.stream().anyMatch(s -> s.id().equals(savepointId)));
  }

  /** Takes back what was written since a savepoint, which stays; later ones are forgotten. */
  public void rollbackTo(String nameOrId) {
    locked(
        () -> {
          Savepoint savepoint = required(nameOrId);
          if (work instanceof Work.Failed) {
            throw failed();
          }
          forgetAfter(savepoint);
          if (work instanceof Work.Written written) {
            written.staging().rollbackTo(savepoint.mark().orElse(written.origin()));
            look(written.staging());
          }
          return true;
        });
  }

  /** Forgets a savepoint and later ones; what was written stays. */
  public void release(String nameOrId) {
    locked(
        () -> {
          Savepoint savepoint = required(nameOrId);
          forgetAfter(savepoint);
          forget(savepoint);
          return true;
        });
  }

  private Savepoint required(String nameOrId) {
    return find(nameOrId)
        .orElseThrow(
            () ->
                new NotFound(
                    "this transaction has no savepoint '"
                        + nameOrId
                        + "'; it has "
                        + savepoints.stream().map(Savepoint::name).toList()));
  }

  /** An id or an exact name wins, otherwise case is ignored; the newest of several. */
  private Optional<Savepoint> find(String nameOrId) {
    Optional<Savepoint> alike = Optional.empty();
    for (Savepoint savepoint : savepoints) {
      if (savepoint.id().equals(nameOrId) || savepoint.name().equals(nameOrId)) {
        return Optional.of(savepoint);
      }
      if (savepoint.name().equalsIgnoreCase(nameOrId)) {
        alike = Optional.of(savepoint);
      }
    }
    return alike;
  }

  private void forgetAfter(Savepoint savepoint) {
    List<Savepoint> later =
        List.copyOf(savepoints.subList(savepoints.indexOf(savepoint) + 1, savepoints.size()));
    later.forEach(this::forget);
  }

  private void forget(Savepoint savepoint) {
    savepoints.remove(savepoint);
    savepoint.mark().ifPresent(MutationStaging.Mark::close);
  }

  /** Forgets what was written. Afterwards the transaction is as new. */
  void rollback() {
    locked(
        () -> {
          forget();
          return true;
        });
  }

  /** Rolls back without waiting: at once, or when the call that works in it now is over. */
  void abandon() {
    abandoned = true;
    if (lock.tryLock()) {
      try {
        forget();
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

  private void forget() {
    discard();
    onRollback.run();
  }

  private void discard() {
    Work old = work;
    work = new Work.Nothing();
    holdsRows = false;
    savepoints.clear();
    readOnly = false;
    if (old instanceof Work.Written written) {
      written.staging().close();
      count(0);
    }
  }

  /** Rolls back when it holds something and nobody has used it since {@code limit}. */
  boolean expire(Instant limit) {
    if (readers.get() > 0 || !used.isBefore(limit) || !lock.tryLock()) {
      return false;
    }
    try {
      boolean holds = !(work instanceof Work.Nothing);
      forget();
      expired |= holds;
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

  /** What it has failed of, again: who tries anew by the kind of an error does so here too. */
  private ReadSetChanged failed() {
    ReadSetChanged of = ((Work.Failed) work).of();
    return new ReadSetChanged(
        of.member(),
        of.expected().orElse(null),
        of.actual().orElse(null),
        "this transaction failed of that and can only be rolled back; nothing of it is kept: roll"
            + " back and run the whole transaction again");
  }

  private <T> T locked(Supplier<T> step) {
    try {
      if (!lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TransactionBusy(BUSY);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransactionBusy(BUSY, e);
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
