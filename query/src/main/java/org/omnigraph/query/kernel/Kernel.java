package org.omnigraph.query.kernel;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.TooManyRequests;
import org.omnigraph.query.running.RunningStatement;

/**
 * Embedded DuckDBs in memory, one for each statement that runs, so that each has its own memory and
 * fails alone; what they have together is bounded. They start when statements need them, and a few
 * are kept for the next ones. What does not fit their memory spills to a temporary folder.
 *
 * <p>Safe for use by many threads.
 */
public final class Kernel implements AutoCloseable {
  /** So many are kept while nobody uses them. */
  private static final int KEPT = 8;

  /** Of those that read no table, so many of one caller. */
  private static final int SMALL_OF_ONE = 3;

  private static final int REPEAT_MILLIS = 20;

  /** Who has a DuckDB. */
  private record Holder(RunningStatement statement, Turns turns) {
    String owner() {
      return statement.origin().owner();
    }
  }

  private final KernelLimits limits;
  private final Turns turns;
  private final Turns turnsOfSmall;
  private final Map<Database, Holder> holders = new ConcurrentHashMap<>();
  private final Shares shares;
  private final Deque<Database> idle = new ArrayDeque<>();
  private final Set<Database> open = new HashSet<>();
  private final KnownVersions known;
  private final ScheduledThreadPoolExecutor repeats;
  private boolean closed;

  public Kernel(KernelLimits limits) {
    this.limits = limits;
    this.turns = new Turns(limits.statements(), limits.statementsOfOne());
    this.turnsOfSmall = new Turns(KernelLimits.SMALL, SMALL_OF_ONE);
    this.shares =
        new Shares(limits.memoryOfAll(), limits.memory(), limits.statements() + KernelLimits.SMALL);
    this.known = new KnownVersions(limits.memory() / Database.COPIES_PART);
    this.repeats =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "omnigraph-interrupts");
              thread.setDaemon(true);
              return thread;
            });
    repeats.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** What has been read from any of the DuckDBs. */
  KnownVersions known() {
    return known;
  }

  /** Bytes that copies of tables take, about. */
  public synchronized long copiedBytes() {
    return open.stream().mapToLong(database -> database.copies().bytes()).sum();
  }

  /** Arrow memory of one statement; the caller closes it. */
  public BufferAllocator memory(BufferAllocator parent) {
    return parent.newChildAllocator("statement", 0, Math.min(limits.memory(), parent.getLimit()));
  }

  /** Does something again and again, with short pauses, until it answers no. */
  void repeat(BooleanSupplier work) {
    ScheduledFuture<?> unused =
        repeats.schedule(
            () -> {
              if (work.getAsBoolean()) {
                repeat(work);
              }
            },
            REPEAT_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  /** Whether a statement has as much memory as any may have. */
  boolean isWhole(Database database) {
    return database.memory() == limits.memory();
  }

  KernelLimits limits() {
    return limits;
  }

  /**
   * A DuckDB of one's own until {@link #release}.
   *
   * @param small whether the statement reads no table; it waits only for others of its kind
   * @throws TooManyRequests when no statement ended in time
   */
  Database acquire(RunningStatement statement, Database.Inputs inputs, boolean small)
      throws SQLException {
    Holder holder = new Holder(statement, small ? turnsOfSmall : turns);
    awaitTurn(holder);
    Shares.Share share = shares.take();
    boolean acquired = false;
    try {
      Database database = begun(inputs, share);
      holders.put(database, holder);
      acquired = true;
      return database;
    } finally {
      if (!acquired) {
        giveBack(share, holder);
      }
    }
  }

  private Database begun(Database.Inputs inputs, Shares.Share share) throws SQLException {
    Database kept = idle(inputs, share.bytes());
    if (kept != null && begins(kept, share)) {
      return kept;
    }
    Database started = started(inputs);
    if (!begins(started, share)) {
      throw new IllegalStateException("the kernel's memory cannot be set");
    }
    return started;
  }

  /** Whether a DuckDB takes its share; one whose tables do not fit it is closed. */
  private boolean begins(Database database, Shares.Share share) throws SQLException {
    try {
      database.begin(share);
      return true;
    } catch (SQLException e) {
      end(database);
      return false;
    }
  }

  /** Lets go of a statement's turn and its memory, which others may have from now on. */
  private void giveBack(Shares.Share share, Holder holder) {
    try {
      List<Shares.Share> grown = shares.give(share);
      for (Database database : grown.isEmpty() ? List.<Database>of() : databases()) {
        for (Shares.Share one : grown) {
          database.grow(one);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the kernel's memory cannot be set", e);
    } finally {
      holder.turns().give(holder.statement().origin());
    }
  }

  private synchronized List<Database> databases() {
    return List.copyOf(open);
  }

  private void awaitTurn(Holder holder) {
    RunningStatement statement = holder.statement();
    if (holder.turns().tryTake(statement.origin())) {
      return;
    }
    statement.enter(RunningStatement.State.WAITING);
    Thread waiting = Thread.currentThread();
    boolean acquired = false;
    try (Cancellation.Listening listening =
        statement.cancellation().whenCancelled(waiting::interrupt)) {
      acquired =
          holder.turns().take(statement.origin(), limits.patience(), () -> endUntaken(holder));
    } catch (InterruptedException e) {
      statement.cancellation().requireRunning();
      waiting.interrupt();
    }
    if (!acquired) {
      throw busy(holder);
    }
    statement.enter(RunningStatement.State.RUNNING);
    if (statement.cancellation().isCancelled()) {
      // The interrupt was for the wait, which is over.
      Thread.interrupted();
    }
  }

  /**
   * Ends a result whose client takes nothing, for the sake of a statement that waits: one of the
   * caller that has the most places, the one that has stood still the longest.
   */
  private void endUntaken(Holder waiting) {
    boolean own = waiting.turns().isFull(waiting.owner());
    Map<String, Long> places =
        holders.values().stream()
            .collect(Collectors.groupingBy(Holder::owner, Collectors.counting()));
    holders.values().stream()
        .filter(other -> other.turns() == waiting.turns())
        .filter(other -> !own || other.owner().equals(waiting.owner()))
        .filter(other -> !other.statement().cancellation().isCancelled())
        .filter(other -> hasStoodStill(other.statement()))
        .max(
            Comparator.comparing((Holder other) -> places.getOrDefault(other.owner(), 0L))
                .thenComparing(other -> other.statement().untaken()))
        .ifPresent(
            idle ->
                idle.statement()
                    .cancellation()
                    .cancel(
                        () ->
                            new TooManyRequests(
                                "nobody took of the result for "
                                    + limits.untaken().toSeconds()
                                    + " s while another statement waited for its place; read"
                                    + " results to their end or close them, and run it again")));
  }

  private boolean hasStoodStill(RunningStatement statement) {
    Duration untaken = statement.untaken();
    return !untaken.isZero() && untaken.compareTo(limits.untaken()) >= 0;
  }

  private TooManyRequests busy(Holder waiting) {
    if (waiting.turns() == turnsOfSmall) {
      return new TooManyRequests(
          "statements that read no table take all places that there are for them, and none ended"
              + " in time; try again later");
    }
    if (limits.statementsOfOne() < limits.statements() && turns.isFull(waiting.owner())) {
      return new TooManyRequests(
          "the statements of "
              + waiting.owner()
              + " that compute take all places that one caller may have ("
              + limits.statementsOfOne()
              + " of "
              + limits.statements()
              + ", fewer with a small --principal-memory), and none ended in time; let one end and"
              + " try again");
    }
    return new TooManyRequests(
        "the "
            + limits.statements()
            + " statements that may compute at the same time (fewer with a small --compute-memory)"
            + " all do, and none ended in time; try again later");
  }

  /** Gives a DuckDB back that a statement has acquired; a broken one is not used again. */
  void release(Database database, boolean broken) {
    Holder holder = Objects.requireNonNull(holders.remove(database));
    Shares.Share share = database.end();
    try {
      for (Database surplus : broken ? List.of(database) : kept(database)) {
        end(surplus);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the kernel's connection does not close", e);
    } finally {
      giveBack(share, holder);
    }
  }

  /**
   * Keeps a DuckDB for the next statement; answers what is not kept in turn. What all of them keep
   * beside each other takes no more than one statement may compute with.
   */
  private synchronized List<Database> kept(Database database) {
    if (closed) {
      return List.of(database);
    }
    idle.push(database);
    List<Database> surplus = new ArrayList<>();
    while (idle.size() > KEPT || (idle.size() > 1 && idleBytes() > limits.memory())) {
      surplus.add(idle.removeLast());
    }
    return surplus;
  }

  private synchronized long idleBytes() {
    return idle.stream().mapToLong(database -> database.copies().bytes()).sum();
  }

  /** One that nobody has, if possible one whose memory is set so already. */
  private synchronized @Nullable Database idle(Database.Inputs inputs, long memory) {
    if (closed) {
      throw new IllegalStateException("the query engine is closed");
    }
    Optional<Database> best =
        idle.stream()
            .filter(database -> database.inputs() == inputs && database.keepsLittle(memory))
            .min(Comparator.comparing(database -> !database.isLimitedTo(memory)));
    best.ifPresent(idle::remove);
    return best.orElse(null);
  }

  private Database started(Database.Inputs inputs) throws SQLException {
    Database database = Database.start(limits, inputs);
    synchronized (this) {
      open.add(database);
    }
    return database;
  }

  private void end(Database database) throws SQLException {
    synchronized (this) {
      open.remove(database);
    }
    database.close();
  }

  @Override
  public void close() {
    List<Database> unused;
    synchronized (this) {
      closed = true;
      unused = List.copyOf(idle);
      idle.clear();
    }
    repeats.shutdown();
    try {
      for (Database database : unused) {
        end(database);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the kernel does not close", e);
    }
  }
}
