package org.omnigraph.query.kernel;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.BufferAllocator;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.TooManyRequests;
import org.omnigraph.query.plan.TextBound;
import org.omnigraph.query.running.RunningStatement;

/**
 * Embedded DuckDBs in memory, one for each statement that runs, so that each has its own memory and
 * fails alone. They start when statements need them, and a few are kept for the next ones. They
 * read no file, load no extension, and nobody can change how they are set; what does not fit their
 * memory spills to a temporary folder.
 *
 * <p>Safe for use by many threads.
 */
public final class Kernel implements AutoCloseable {
  /** Copies of tables may take this part of the memory. */
  private static final int COPIES_PART = 4;

  /** One table that a statement fills for itself may take this part. */
  private static final int FILLED_PART = 16;

  /** So many are kept while nobody uses them. */
  private static final int KEPT = 8;

  private static final int REPEAT_MILLIS = 20;

  private final KernelLimits limits;
  private final Turns turns;
  private final Deque<Database> idle = new ArrayDeque<>();
  private final Set<Database> open = new HashSet<>();
  private final KnownVersions known;
  private final ScheduledThreadPoolExecutor repeats;
  private boolean closed;

  public Kernel(KernelLimits limits) {
    this.limits = limits;
    this.turns = new Turns(limits.statements(), limits.statementsOfOne());
    this.known = new KnownVersions(limits.memory() / COPIES_PART);
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

  /** What a statement reads, which decides what DuckDB may change about its plan. */
  enum Inputs {
    /**
     * Streams among others. DuckDB takes a stream for one row and can read it only once, so that it
     * would undo the order and the sides of joins, which are chosen here from the tables' row
     * counts.
     */
    STREAMS("join_order,build_side_probe_side,window_self_join"),

    /** Tables of DuckDB's own, whose rows and values it has counted. */
    TABLES("");

    private final String disabledOptimizers;

    Inputs(String disabledOptimizers) {
      this.disabledOptimizers = disabledOptimizers;
    }
  }

  /**
   * One DuckDB.
   *
   * @param inputs what its statements read; it cannot be changed afterwards
   * @param copies tables that were read there before, decoded
   */
  record Database(Inputs inputs, DuckDBConnection connection, TableCopies copies) {}

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

  /** Bytes that a statement may put into a table for itself. */
  long mostFilled() {
    return limits.memory() / FILLED_PART;
  }

  KernelLimits limits() {
    return limits;
  }

  /**
   * A DuckDB of one's own until {@link #release}.
   *
   * @throws TooManyRequests when no statement ended in time
   */
  Database acquire(RunningStatement statement, Inputs inputs) throws SQLException {
    awaitTurn(statement);
    boolean acquired = false;
    try {
      Database database = idle(inputs);
      database = database == null ? started(inputs) : database;
      acquired = true;
      return database;
    } finally {
      if (!acquired) {
        turns.give(statement.origin());
      }
    }
  }

  private void awaitTurn(RunningStatement statement) {
    if (turns.tryTake(statement.origin())) {
      return;
    }
    statement.enter(RunningStatement.State.WAITING);
    Thread waiting = Thread.currentThread();
    boolean acquired = false;
    try (Cancellation.Listening listening =
        statement.cancellation().whenCancelled(waiting::interrupt)) {
      acquired = turns.take(statement.origin(), limits.patience());
    } catch (InterruptedException e) {
      statement.cancellation().requireRunning();
      waiting.interrupt();
    }
    if (!acquired) {
      throw busy(statement.origin().owner());
    }
    statement.enter(RunningStatement.State.RUNNING);
    if (statement.cancellation().isCancelled()) {
      // The interrupt was for the wait, which is over.
      Thread.interrupted();
    }
  }

  private TooManyRequests busy(String owner) {
    if (limits.statementsOfOne() < limits.statements() && turns.isFull(owner)) {
      return new TooManyRequests(
          "the statements of "
              + owner
              + " that compute have all the memory that one caller may have ("
              + limits.statementsOfOne()
              + " at once), and none ended in time; let one end and try again");
    }
    return new TooManyRequests(
        limits.statements() + " statements run already and none ended in time; try again later");
  }

  /** Gives a DuckDB back that a statement has acquired; a broken one is not used again. */
  void release(Database database, RunningStatement statement, boolean broken) {
    try {
      Database surplus = broken ? database : kept(database);
      if (surplus != null) {
        end(surplus);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the kernel's connection does not close", e);
    } finally {
      turns.give(statement.origin());
    }
  }

  /** Keeps a DuckDB for the next statement; answers what is not kept in turn. */
  private synchronized @Nullable Database kept(Database database) {
    if (closed) {
      return database;
    }
    idle.push(database);
    return idle.size() > KEPT ? idle.removeLast() : null;
  }

  private synchronized @Nullable Database idle(Inputs inputs) {
    if (closed) {
      throw new IllegalStateException("the query engine is closed");
    }
    for (Database database : idle) {
      if (database.inputs() == inputs) {
        idle.remove(database);
        return database;
      }
    }
    return null;
  }

  private Database started(Inputs inputs) throws SQLException {
    Database database =
        new Database(inputs, start(limits, inputs), new TableCopies(limits.memory() / COPIES_PART));
    synchronized (this) {
      open.add(database);
    }
    return database;
  }

  private void end(Database database) throws SQLException {
    synchronized (this) {
      open.remove(database);
    }
    database.connection().close();
  }

  private static DuckDBConnection start(KernelLimits limits, Inputs inputs) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("jdbc_stream_results", "true");
    DuckDBConnection connection =
        DriverManager.getConnection("jdbc:duckdb:", properties).unwrap(DuckDBConnection.class);
    try (Statement statement = connection.createStatement()) {
      for (String setting : settings(limits, inputs)) {
        statement.execute("SET " + setting);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static List<String> settings(KernelLimits limits, Inputs inputs) {
    Path spill = limits.spill().resolve("omnigraph-spill-" + UUID.randomUUID());
    return List.of(
        "memory_limit='" + limits.memory() / 1024 + "KiB'",
        "threads=" + limits.threads(),
        "TimeZone='UTC'",
        "temp_directory=" + Literals.text(spill.toString()),
        "disabled_optimizers='" + inputs.disabledOptimizers + "'",
        "autoinstall_known_extensions=false",
        "autoload_known_extensions=false",
        "VARIABLE " + TextBound.VARIABLE + "=CAST(" + limits.mostText() + " AS BIGINT)",
        "enable_external_access=false",
        "lock_configuration=true");
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
