package org.omnigraph.query.kernel;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.TooManyRequests;

/**
 * One embedded DuckDB in memory, shared by all statements, and its connections. Starts when the
 * first statement needs it. It reads no file, loads no extension, and nobody can change how it is
 * set; what does not fit its memory spills to a temporary folder.
 *
 * <p>Safe for use by many threads.
 */
public final class Kernel implements AutoCloseable {
  /**
   * Off, because each would undo a decision of ours or read a stream twice: the order of joins and
   * their sides are chosen from the tables' row counts, which DuckDB does not see.
   */
  private static final String DISABLED = "join_order,build_side_probe_side,window_self_join";

  private final KernelLimits limits;
  private final Semaphore running;
  private final ConcurrentLinkedDeque<DuckDBConnection> idle = new ConcurrentLinkedDeque<>();
  private @Nullable DuckDBConnection database;
  private boolean closed;

  public Kernel(KernelLimits limits) {
    this.limits = limits;
    this.running = new Semaphore(limits.statements(), true);
  }

  KernelLimits limits() {
    return limits;
  }

  /**
   * A connection of one's own until {@link #release}.
   *
   * @throws TooManyRequests when none became free in time
   */
  DuckDBConnection acquire() throws SQLException {
    try {
      if (!running.tryAcquire(limits.patience().toMillis(), TimeUnit.MILLISECONDS)) {
        throw busy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy();
    }
    boolean acquired = false;
    try {
      DuckDBConnection connection = idle.poll();
      connection = connection == null ? database().duplicate() : connection;
      acquired = true;
      return connection;
    } finally {
      if (!acquired) {
        running.release();
      }
    }
  }

  private TooManyRequests busy() {
    return new TooManyRequests(
        limits.statements() + " statements run already and none ended in time; try again later");
  }

  /** Gives a connection back; a broken one is not used again. */
  void release(DuckDBConnection connection, boolean broken) {
    try {
      if (broken || isClosed()) {
        connection.close();
      } else {
        idle.push(connection);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the kernel's connection does not close", e);
    } finally {
      running.release();
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized DuckDBConnection database() throws SQLException {
    if (closed) {
      throw new IllegalStateException("the query engine is closed");
    }
    if (database == null) {
      database = start(limits);
    }
    return database;
  }

  private static DuckDBConnection start(KernelLimits limits) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("jdbc_stream_results", "true");
    DuckDBConnection connection =
        DriverManager.getConnection("jdbc:duckdb:", properties).unwrap(DuckDBConnection.class);
    try (Statement statement = connection.createStatement()) {
      for (String setting : settings(limits)) {
        statement.execute("SET " + setting);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static List<String> settings(KernelLimits limits) {
    Path spill = limits.spill().resolve("omnigraph-spill-" + UUID.randomUUID());
    return List.of(
        "memory_limit='" + limits.memory() / 1024 + "KiB'",
        "threads=" + limits.threads(),
        "temp_directory=" + Literals.text(spill.toString()),
        "disabled_optimizers='" + DISABLED + "'",
        "autoinstall_known_extensions=false",
        "autoload_known_extensions=false",
        "enable_external_access=false",
        "lock_configuration=true");
  }

  @Override
  public void close() {
    DuckDBConnection open;
    synchronized (this) {
      closed = true;
      open = database;
      database = null;
    }
    try {
      for (DuckDBConnection connection = idle.poll();
          connection != null;
          connection = idle.poll()) {
        connection.close();
      }
      if (open != null) {
        open.close();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the kernel does not close", e);
    }
  }
}
