package org.omnigraph.query.kernel;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.plan.TextBound;

/**
 * One DuckDB in memory, with the share of memory of the statement that has it. It reads no file,
 * loads no extension, and nobody can change how it is set but for that share. One statement uses it
 * at a time; its share may grow meanwhile, by any thread.
 */
final class Database {
  /**
   * What a statement reads, which decides what DuckDB may change about its plan. Its pass {@code
   * projection_pullup} is never among it: it loses columns of outer joins whose condition is about
   * one side only (DuckDB 2.0.0).
   */
  enum Inputs {
    /**
     * Streams among others. DuckDB takes a stream for one row and can read it only once, so that it
     * would undo the order and the sides of joins, which are chosen here from the tables' row
     * counts.
     */
    STREAMS("join_order,build_side_probe_side,window_self_join,projection_pullup"),

    /** Tables of DuckDB's own, whose rows and values it has counted. */
    TABLES("projection_pullup");

    private final String disabledOptimizers;

    Inputs(String disabledOptimizers) {
      this.disabledOptimizers = disabledOptimizers;
    }
  }

  /** Copies of tables may take this part of the memory. */
  static final int COPIES_PART = 4;

  /** One table that a statement fills for itself may take this part. */
  private static final int FILLED_PART = 16;

  /**
   * What a thread needs for a DuckDB to put on disk what does not fit: with a MiB or two less than
   * 24 a thread, sorts, joins and groupings of millions of texts end for want of memory, with 32
   * none does, and fewer threads are no slower then.
   */
  private static final long MEMORY_OF_A_THREAD = 32L << 20;

  /** All statements together begin with so many threads for each core. */
  private static final int THREADS_OF_A_CORE = 2;

  private final Inputs inputs;
  private final DuckDBConnection connection;
  private final DuckDBConnection control;
  private final TableCopies copies;
  private final int mostThreads;

  private long limit;
  private int threads;
  private Shares.@Nullable Share share;

  private Database(
      Inputs inputs,
      DuckDBConnection connection,
      DuckDBConnection control,
      TableCopies copies,
      int mostThreads) {
    this.mostThreads = mostThreads;
    this.inputs = inputs;
    this.connection = connection;
    this.control = control;
    this.copies = copies;
  }

  /** Starts one for the statements that read such inputs; the caller closes it. */
  static Database start(KernelLimits limits, Inputs inputs) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("jdbc_stream_results", "true");
    DuckDBConnection connection =
        DriverManager.getConnection("jdbc:duckdb:", properties).unwrap(DuckDBConnection.class);
    try (Statement statement = connection.createStatement()) {
      for (String setting : settings(limits, inputs)) {
        statement.execute("SET " + setting);
      }
      DuckDBConnection control = connection.duplicate().unwrap(DuckDBConnection.class);
      return new Database(
          inputs,
          connection,
          control,
          new TableCopies(limits.memory() / COPIES_PART),
          limits.threads());
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static List<String> settings(KernelLimits limits, Inputs inputs) {
    Path spill = limits.spill().resolve("omnigraph-spill-" + UUID.randomUUID());
    return List.of(
        "TimeZone='UTC'",
        "temp_directory=" + Literals.text(spill.toString()),
        "disabled_optimizers='" + inputs.disabledOptimizers + "'",
        "autoinstall_known_extensions=false",
        "autoload_known_extensions=false",
        "VARIABLE " + TextBound.VARIABLE + "=CAST(" + limits.mostText() + " AS BIGINT)",
        "enable_external_access=false",
        "allowed_configs=['memory_limit', 'threads']",
        "lock_configuration=true");
  }

  /** What its statements read; it cannot be changed. */
  Inputs inputs() {
    return inputs;
  }

  /** Where statements run. */
  DuckDBConnection connection() {
    return connection;
  }

  /** Tables that were read here before, decoded. */
  TableCopies copies() {
    return copies;
  }

  /** What the statement that has it may compute with; 0 while none has. */
  synchronized long memory() {
    return share == null ? 0 : share.bytes();
  }

  /** Bytes that a statement may put into a table for itself. */
  long mostFilled() {
    return memory() / FILLED_PART;
  }

  /** Whether the memory is set so already. */
  synchronized boolean isLimitedTo(long bytes) {
    return limit == bytes;
  }

  /** Whether what it keeps leaves enough of so much memory to a statement. */
  boolean keepsLittle(long bytes) {
    return copies.bytes() <= bytes / COPIES_PART;
  }

  /** Begins the use of a share. */
  synchronized void begin(Shares.Share begun) throws SQLException {
    setThreads(threadsOf(begun));
    setLimit(begun.bytes());
    share = begun;
    copies.allow(begun.bytes() / COPIES_PART);
  }

  /** Lets the statement have what its share has grown to, if it is still this share. */
  synchronized void grow(Shares.Share grown) throws SQLException {
    if (share == grown) {
      setLimit(grown.bytes());
    }
  }

  private int threadsOf(Shares.Share begun) {
    int fair = THREADS_OF_A_CORE * mostThreads / begun.running();
    long ofMemory = begun.bytes() / MEMORY_OF_A_THREAD;
    return (int) Math.max(1, Math.min(Math.min(mostThreads, fair), ofMemory));
  }

  private void setThreads(int wanted) throws SQLException {
    if (threads != wanted) {
      set("threads=" + wanted);
      threads = wanted;
    }
  }

  private void setLimit(long bytes) throws SQLException {
    if (limit != bytes) {
      set("memory_limit='" + bytes / 1024 + "KiB'");
      limit = bytes;
    }
  }

  private void set(String setting) throws SQLException {
    try (Statement statement = control.createStatement()) {
      statement.execute("SET " + setting);
    }
  }

  /** Ends the use of a share. */
  synchronized Shares.Share end() {
    Shares.Share ended = Objects.requireNonNull(share);
    share = null;
    return ended;
  }

  /** Frees everything in it; no statement has it. */
  synchronized void close() throws SQLException {
    share = null;
    control.close();
    connection.close();
  }
}
