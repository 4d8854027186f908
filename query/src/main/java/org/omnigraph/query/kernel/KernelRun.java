package org.omnigraph.query.kernel;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.calcite.rel.RelNode;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.FedLeaf;
import org.omnigraph.query.type.SqlTypes;

/**
 * A statement in DuckDB: its scans registered as Arrow streams, its result read as Arrow. DuckDB
 * asks the scans for batches from its own threads.
 */
final class KernelRun implements Run {
  /**
   * What the driver says when a streaming statement fails before its first row; the cause is lost.
   */
  private static final String LOST = "Invalid result set";

  /** DuckDB divides decimals as doubles, so that zero shows only when the quotient is cast back. */
  private static final Pattern DIVISION_BY_ZERO =
      Pattern.compile("^Could not cast value -?(inf|nan) to DECIMAL");

  private final Kernel kernel;
  private final KernelPlan plan;
  private final Execution execution;
  private final int batchRows;
  private final BufferAllocator allocator;
  private final LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
  private final AtomicReference<@Nullable Throwable> scanFailure = new AtomicReference<>();
  private final List<ArrowArrayStream> streams = new ArrayList<>();
  private final Map<String, FedLeaf.Intake> intakes = new HashMap<>();
  private volatile @Nullable RunningResult feeding;
  private volatile boolean interrupted;
  private volatile @Nullable PreparedStatement statement;
  private @Nullable DuckDBConnection connection;
  private @Nullable DuckDBResultSet result;
  private @Nullable ArrowReader rows;

  /**
   * @param batchRows rows a batch of the result holds at most
   */
  KernelRun(Kernel kernel, KernelPlan plan, Execution execution, int batchRows) {
    this.batchRows = batchRows;
    this.kernel = kernel;
    this.plan = plan;
    this.execution = execution;
    this.allocator = execution.allocator();
  }

  @Override
  public ArrowReader rows() throws IOException {
    if (rows == null) {
      try {
        rows = start();
      } catch (SQLException e) {
        throw new IOException(e);
      }
    }
    return rows;
  }

  private ArrowReader start() throws SQLException {
    feed();
    connection = kernel.acquire();
    registerScans(connection);
    DuckDBConnection used = connection;
    DuckDBResultSet made = deep(() -> query(used));
    result = made;
    return (ArrowReader) made.arrowExportStream(allocator, batchRows);
  }

  /** Runs what the scans are fed with, before this statement takes a place in the kernel. */
  private void feed() {
    for (KernelPlan.Scan scan : plan.scans()) {
      if (scan.leaf() instanceof FedLeaf leaf) {
        FedLeaf.Intake intake = leaf.intake(execution);
        intakes.put(scan.name(), intake);
        for (int i = 0; i < scan.feeds().size(); i++) {
          if (intake.wants(i)) {
            feed(intake, i, leaf.feeds().get(i), scan.feeds().get(i));
          }
        }
      }
    }
  }

  private void feed(FedLeaf.Intake intake, int feed, RelNode source, Program program) {
    BufferAllocator memory = allocator.newChildAllocator("feed", 0, allocator.getLimit());
    Execution own =
        new Execution(execution.graphs(), execution.bindings(), execution.arguments(), memory);
    try (RunningResult rows =
        program.start(kernel, own, SqlTypes.wireSchema(source.getRowType()))) {
      feeding = rows;
      if (interrupted) {
        rows.cancel();
      }
      while (rows.reader().loadNextBatch()) {
        intake.take(feed, rows.reader().getVectorSchemaRoot());
      }
    } catch (IOException e) {
      throw new StorageUnavailable("a table cannot be read: " + e.getMessage(), e);
    } finally {
      feeding = null;
    }
  }

  private ArrowReader open(KernelPlan.Scan scan) {
    FedLeaf.Intake intake = intakes.get(scan.name());
    return intake == null
        ? scan.leaf().open(execution, scan.columns())
        : intake.rows(scan.columns(), () -> interrupted);
  }

  private DuckDBResultSet query(DuckDBConnection used) throws SQLException {
    PreparedStatement prepared = used.prepareStatement(plan.sql().fill(execution.arguments(), now));
    statement = prepared;
    if (interrupted) {
      throw new SQLException("interrupted");
    }
    return prepared.executeQuery().unwrap(DuckDBResultSet.class);
  }

  @FunctionalInterface
  private interface Call<T> {
    T make() throws SQLException;
  }

  private static <T> T deep(Call<T> call) throws SQLException {
    try {
      return DeepStack.call(
          () -> {
            try {
              return call.make();
            } catch (SQLException e) {
              throw new CompletionException(e);
            }
          });
    } catch (CompletionException e) {
      if (e.getCause() instanceof SQLException failure) {
        throw failure;
      }
      throw e;
    }
  }

  private void registerScans(DuckDBConnection target) {
    for (KernelPlan.Scan scan : plan.scans()) {
      ArrowReader reader =
          new WatchedReader(
              allocator,
              open(scan),
              () -> interrupted,
              failure -> scanFailure.compareAndSet(null, failure));
      ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
      streams.add(stream);
      Data.exportArrayStream(allocator, reader, stream);
      target.registerArrowStream(scan.name(), stream);
    }
  }

  @Override
  public void interrupt() {
    interrupted = true;
    RunningResult fed = feeding;
    if (fed != null) {
      fed.cancel();
    }
    PreparedStatement running = statement;
    if (running != null) {
      try {
        running.cancel();
      } catch (SQLException e) {
        // It has ended meanwhile, which is what was asked for.
        return;
      }
    }
  }

  @Override
  public RuntimeException explain(Exception failure) {
    Throwable scan = scanFailure.get();
    if (scan instanceof GraphException ours) {
      return ours;
    }
    if (scan != null) {
      return new StorageUnavailable("a table cannot be read: " + scan.getMessage(), scan);
    }
    if (failure instanceof GraphException ours) {
      return ours;
    }
    String message = String.valueOf(failure.getMessage());
    return meaning(message.contains(LOST) ? lostMessage(message) : message, failure);
  }

  private RuntimeException meaning(String message, Exception failure) {
    String line = firstLine(message);
    if (message.contains("Out of Memory Error") || message.contains("failed to allocate")) {
      long limit = kernel.limits().memory();
      return new ResourceLimitExceeded(
          "memory of the query kernel", limit, limit, "narrow the statement or raise the limit");
    }
    if (DIVISION_BY_ZERO.matcher(line).find()) {
      return new InvalidRequest("division by zero", failure);
    }
    if (message.contains("expression depth limit")) {
      return new InvalidRequest(
          "an expression is nested too deeply; join a table of values instead, or split it",
          failure);
    }
    if (message.contains("stream has been released")) {
      return new IllegalStateException("the query kernel read a table twice", failure);
    }
    if (message.contains("Out of Range Error")
        || message.contains("Conversion Error")
        || message.contains("Invalid Input Error")) {
      return new InvalidRequest(line, failure);
    }
    return new IllegalStateException("the query kernel failed: " + line, failure);
  }

  private static String firstLine(String message) {
    String text =
        message.replaceFirst(
            "(?s)^.*?(Out of Range Error|Conversion Error|Invalid Input Error): ", "");
    int end = text.indexOf('\n');
    String line = end < 0 ? text : text.substring(0, end);
    return line.replaceFirst("( Use TRY\\(| when casting from source column ).*$", "").strip();
  }

  /**
   * The message that the driver lost: runs the statement again through the interface that keeps it.
   * A failed statement is worth that; it ends where the first run ended.
   */
  private String lostMessage(String fallback) {
    try {
      end();
      connection = kernel.acquire();
      registerScans(connection);
      DuckDBConnection used = connection;
      return deep(() -> secondRun(used, fallback));
    } catch (SQLException | IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private String secondRun(DuckDBConnection used, String fallback) throws SQLException {
    try (DuckDBPreparedStatement again =
            used.prepareStatement(plan.sql().fill(execution.arguments(), now))
                .unwrap(DuckDBPreparedStatement.class);
        DuckDBChunkedResult chunks = again.query()) {
      return chunks.nextChunk() ? fallback : "the statement failed without a message";
    }
  }

  /** Frees everything; the statement can start again. */
  private void end() throws IOException {
    boolean clean = false;
    try {
      if (rows != null) {
        rows.close();
      }
      if (result != null) {
        result.close();
      }
      if (statement != null) {
        statement.close();
      }
      dropScans();
      clean = true;
    } catch (SQLException e) {
      throw new IOException(e);
    } finally {
      rows = null;
      result = null;
      statement = null;
      DuckDBConnection used = connection;
      connection = null;
      if (used != null) {
        kernel.release(used, !clean);
      }
      streams.forEach(KernelRun::free);
      streams.clear();
    }
  }

  private void dropScans() throws SQLException {
    if (connection == null) {
      return;
    }
    try (Statement drop = connection.createStatement()) {
      for (int i = 0; i < streams.size(); i++) {
        drop.execute("DROP VIEW IF EXISTS " + plan.scans().get(i).name());
      }
    }
  }

  /** Closes the reader behind a stream that DuckDB did not take, and the stream itself. */
  private static void free(ArrowArrayStream stream) {
    stream.release();
    stream.close();
  }

  @Override
  public void close() throws IOException {
    try {
      end();
    } finally {
      intakes.values().forEach(FedLeaf.Intake::close);
      intakes.clear();
    }
  }
}
