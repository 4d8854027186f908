package org.omnigraph.query.kernel;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.calcite.rel.RelNode;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.memory.ImportAllocator;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.FedLeaf;
import org.omnigraph.query.lance.LanceTableScan;
import org.omnigraph.query.lance.TopBound;
import org.omnigraph.query.plan.Escapes;
import org.omnigraph.query.plan.JsonFunctions;
import org.omnigraph.query.plan.ListFunctions;
import org.omnigraph.query.plan.TextBound;
import org.omnigraph.query.plan.WorkBound;
import org.omnigraph.query.type.SqlTypes;

/**
 * A statement in DuckDB: its scans registered as Arrow streams, its result read as Arrow. DuckDB
 * asks the scans for batches from its own threads.
 */
final class KernelRun implements Run {
  /** Keys that are sent into a scan; a longer list takes the table longer than its rows. */
  static final int MOST_KEYS = 64;

  /** A scan is worth a look at its order when it gives so many times what comes first. */
  private static final int TIMES_MORE = 8;

  /**
   * What the driver says when a streaming statement fails before its first row; the cause is lost.
   */
  private static final String LOST = "Invalid result set";

  /**
   * DuckDB divides decimals as doubles, so that zero shows only when the quotient is cast back;
   * where it sees the zero itself its message quotes the generated expression.
   */
  private static final Pattern DIVISION_BY_ZERO =
      Pattern.compile("^(Could not cast value -?(inf|nan) to DECIMAL|Division by zero)");

  /** What RE2 finds wrong. */
  private static final Pattern PATTERN =
      Pattern.compile(
          "^((?:missing [])]|unexpected \\)|no argument for repetition|bad repetition|trailing"
              + " \\\\|pattern too large|invalid (?:escape sequence|perl operator|character class"
              + "|repetition size|named capture|UTF-8|regexp group)).*)");

  private static final Pattern SPACED_WILDCARD =
      Pattern.compile("JSON path error near '\\[\\s*\\*");

  private static final Pattern OF_BYTES =
      Pattern.compile("No function matches the given name and argument types '(\\w+)\\([^']*BLOB");

  private static final Pattern JSON_FILTER = Pattern.compile("\\?\\s*\\(");
  private static final Pattern JSON_PATH = Pattern.compile("JSON path error near ('[^\n]*')");

  private final Kernel kernel;
  private final KernelPlan plan;
  private final Execution execution;
  private final int batchRows;
  private final BufferAllocator allocator;
  private final LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
  private final AtomicReference<@Nullable Throwable> scanFailure = new AtomicReference<>();
  private final List<ArrowArrayStream> streams = new ArrayList<>();
  private final List<String> views = new ArrayList<>();
  private final List<String> tables = new ArrayList<>();
  private final List<TableCopies.Lease> copies = new ArrayList<>();
  private final Map<String, FedLeaf.Intake> intakes = new HashMap<>();
  private final Object ending = new Object();
  private volatile @Nullable RunningResult feeding;
  private volatile boolean interrupted;
  private volatile boolean isBeginning;
  private @Nullable PreparedStatement statement;
  private @Nullable Database database;
  private long lastMemory;
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
    List<String> sources = acquired();
    DuckDBConnection used = Objects.requireNonNull(database).connection();
    DuckDBResultSet made = deep(() -> query(used, sources));
    result = made;
    return (ArrowReader) made.arrowExportStream(ImportAllocator.into(allocator), batchRows);
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
    Execution own = execution.feed(memory);
    try (RunningResult rows =
        program.start(kernel, own, SqlTypes.wireSchema(source.getRowType()))) {
      feeding = rows;
      if (interrupted) {
        rows.reader().close();
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

  private ArrowReader open(KernelPlan.Scan scan, Predicate also) {
    FedLeaf.Intake intake = intakes.get(scan.name());
    if (intake != null) {
      return intake.rows(scan.columns(), () -> interrupted);
    }
    return scan.leaf() instanceof LanceTableScan table
        ? table.open(execution, scan.columns(), also)
        : scan.leaf().open(execution, scan.columns());
  }

  private DuckDBResultSet query(DuckDBConnection used, List<String> sources) throws SQLException {
    PreparedStatement prepared =
        used.prepareStatement(plan.sql().fill(sources, execution.arguments(), now));
    synchronized (ending) {
      statement = prepared;
      isBeginning = true;
    }
    try {
      if (interrupted) {
        throw new SQLException("interrupted");
      }
      return prepared.executeQuery().unwrap(DuckDBResultSet.class);
    } finally {
      isBeginning = false;
    }
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

  /** Takes a DuckDB; answers what each scan's rows come from there, as a sub-select. */
  private List<String> acquired() throws SQLException {
    if (kernel.known().areTables(plan.scans(), execution)) {
      Database target = kernel.acquire(execution.statement(), Database.Inputs.TABLES, false);
      database = target;
      Optional<List<String>> sources = tables(target);
      if (sources.isPresent()) {
        return sources.get();
      }
      giveBack(true);
    }
    Database target =
        kernel.acquire(execution.statement(), Database.Inputs.STREAMS, plan.isSmall());
    database = target;
    return sources(target);
  }

  /** As {@link #sources}, all of them tables; empty when one is too large for that after all. */
  private Optional<List<String>> tables(Database target) throws SQLException {
    List<String> sources = new ArrayList<>();
    for (KernelPlan.Scan scan : plan.scans()) {
      Optional<TableCopies.Lease> copy = copy(target, scan, true);
      if (copy.isPresent()) {
        copies.add(copy.get());
        sources.add(scan.copy().orElseThrow().from(copy.get().table()));
        continue;
      }
      if (kernel.isWhole(target)) {
        scan.copy()
            .flatMap(refused -> refused.scan().version(execution))
            .ifPresent(kernel.known()::refuse);
      }
      if (scan.leaf().expectedRows() > KnownVersions.FEW_ROWS
          || !fill(target, scan, Predicate.TRUE)) {
        return Optional.empty();
      }
      sources.add("SELECT * FROM " + filled(scan));
    }
    return Optional.of(sources);
  }

  private boolean fill(Database target, KernelPlan.Scan scan, Predicate also) throws SQLException {
    tables.add(filled(scan));
    return filling(target)
        .fill(filled(scan), scan.name(), scan.select(), open(scan, also), target.mostFilled());
  }

  private static String filled(KernelPlan.Scan scan) {
    return "rows_of_" + scan.name();
  }

  private Filling filling(Database target) {
    return new Filling(
        target.connection(),
        allocator,
        this::requireRunning,
        failure -> scanFailure.compareAndSet(null, failure));
  }

  private List<String> sources(Database target) throws SQLException {
    Inputs inputs = new Inputs(target);
    // Scans that take keys ask for them, while a stream can still be put into a table.
    for (boolean narrowed : new boolean[] {true, false}) {
      for (int number = 0; number < plan.scans().size(); number++) {
        if (takesKeys(plan.scans().get(number)) == narrowed) {
          inputs.source(number, false);
        }
      }
    }
    return IntStream.range(0, plan.scans().size()).mapToObj(inputs.sources::get).toList();
  }

  private boolean takesKeys(KernelPlan.Scan scan) {
    return isWorthALook(scan)
        && scan.narrowings().stream().anyMatch(Narrowing.Keys.class::isInstance);
  }

  private boolean isWorthALook(KernelPlan.Scan scan) {
    return scan.leaf() instanceof LanceTableScan
        && scan.leaf().expectedRows() >= kernel.limits().narrowedRows();
  }

  /** What the scans of one run come from, each decided once. */
  private final class Inputs {
    private final Database target;
    private final Map<Integer, String> sources = new HashMap<>();
    private final Set<Integer> tabled = new HashSet<>();

    Inputs(Database target) {
      this.target = target;
    }

    /**
     * Decides one scan.
     *
     * @param asTable whether it is to be read more than once
     */
    void source(int number, boolean asTable) throws SQLException {
      if (sources.containsKey(number)) {
        return;
      }
      KernelPlan.Scan scan = plan.scans().get(number);
      Optional<TableCopies.Lease> copy = copy(target, scan, false);
      if (copy.isPresent()) {
        copies.add(copy.get());
        tabled.add(number);
        sources.put(number, scan.copy().orElseThrow().from(copy.get().table()));
        return;
      }
      Predicate also = narrowed(scan);
      if (asTable && fill(target, scan, also)) {
        tabled.add(number);
        sources.put(number, "SELECT * FROM " + filled(scan));
      } else {
        register(target.connection(), scan, also);
        sources.put(number, scan.select());
      }
    }

    /** What only rows satisfy that the statement needs. */
    private Predicate narrowed(KernelPlan.Scan scan) throws SQLException {
      Predicate all = Predicate.TRUE;
      if (isWorthALook(scan) && scan.leaf() instanceof LanceTableScan table) {
        for (Narrowing narrowing : scan.narrowings()) {
          all = Predicate.and(all, condition(table, narrowing).orElse(Predicate.TRUE));
        }
      }
      return all;
    }

    private Optional<Predicate> condition(LanceTableScan table, Narrowing narrowing)
        throws SQLException {
      if (narrowing instanceof Narrowing.Top top) {
        return table.expectedRows() < TIMES_MORE * top.rows()
            ? Optional.empty()
            : TopBound.of(
                table,
                execution,
                top.column(),
                top.descending(),
                top.nullsFirst(),
                Math.toIntExact(top.rows()));
      }
      Narrowing.Keys keys = (Narrowing.Keys) narrowing;
      source(keys.from(), true);
      return tabled.contains(keys.from())
          ? keys(table.source().columns().get(keys.column()).name(), keys)
          : Optional.empty();
    }

    /** The keys as a condition; empty when they are too many. */
    private Optional<Predicate> keys(String column, Narrowing.Keys keys) throws SQLException {
      String key = "k.c" + keys.key();
      String distinct =
          "SELECT DISTINCT "
              + key
              + " FROM ("
              + sources.get(keys.from())
              + ") AS k WHERE "
              + key
              + " IS NOT NULL LIMIT "
              + (MOST_KEYS + 1);
      List<Predicate.Literal> values = new ArrayList<>();
      try (Statement asked = target.connection().createStatement();
          ResultSet found =
              asked.executeQuery(
                  plan.sql().with(distinct).fill(List.of(), execution.arguments(), now))) {
        while (found.next()) {
          Object value = found.getObject(1);
          values.add(
              value instanceof Number number
                  ? new Predicate.Literal.Int64(number.longValue())
                  : new Predicate.Literal.Text(String.valueOf(value)));
        }
      }
      return values.size() > MOST_KEYS
          ? Optional.empty()
          : Optional.of(new Predicate.In(column, values));
    }
  }

  /**
   * A copy of what a scan reads.
   *
   * @param first whether it is worth it at the first read
   */
  private Optional<TableCopies.Lease> copy(Database target, KernelPlan.Scan scan, boolean first)
      throws SQLException {
    return scan.copy().isEmpty()
        ? Optional.empty()
        : target
            .copies()
            .lease(
                filling(target),
                execution,
                scan.copy().get().scan(),
                scan.copy().get().columns(),
                first);
  }

  private void register(DuckDBConnection target, KernelPlan.Scan scan, Predicate also) {
    ArrowReader reader =
        new WatchedReader(
            allocator,
            open(scan, also),
            this::requireRunning,
            failure -> scanFailure.compareAndSet(null, failure));
    ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
    streams.add(stream);
    Data.exportArrayStream(allocator, reader, stream);
    target.registerArrowStream(scan.name(), stream);
    views.add(scan.name());
  }

  @Override
  public void interrupt() {
    interrupted = true;
    RunningResult fed = feeding;
    if (fed != null) {
      fed.interrupt();
    }
    if (interruptKernel()) {
      kernel.repeat(this::interruptKernel);
    }
  }

  /**
   * Interrupts the kernel, which forgets it when it is only about to begin the statement.
   *
   * @return whether it has to be said again
   */
  private boolean interruptKernel() {
    synchronized (ending) {
      PreparedStatement running = statement;
      if (running == null) {
        return false;
      }
      try {
        running.cancel();
        return isBeginning;
      } catch (SQLException e) {
        // It has ended meanwhile, which is what was asked for.
        return false;
      }
    }
  }

  private void requireRunning() {
    execution.statement().cancellation().requireRunning();
    if (interrupted) {
      throw new Cancelled("the result was closed");
    }
  }

  @Override
  public RuntimeException explain(Exception failure) {
    Throwable scan = scanFailure.get();
    if (scan instanceof GraphException ours) {
      return ours;
    }
    if (scan != null) {
      return scan instanceof OutOfMemoryException
          ? ResourceLimitExceeded.ofMemory(allocator, ResultReader.REMEDY)
          : new StorageUnavailable("a table cannot be read: " + scan.getMessage(), scan);
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
      return outOfMemory();
    }
    if (message.contains(JsonFunctions.SEVERAL)
        || message.contains("JSON path cannot contain wildcards")
        || SPACED_WILDCARD.matcher(message).find()) {
      return new Unsupported(JsonFunctions.SEVERAL, failure);
    }
    if (message.contains(JsonFunctions.FILTERED)) {
      return new Unsupported(JsonFunctions.FILTERED, failure);
    }
    Matcher path = JSON_PATH.matcher(message);
    if (path.find()) {
      if (JSON_FILTER.matcher(path.group(1)).find()) {
        return new Unsupported(JsonFunctions.FILTERED, failure);
      }
      return new InvalidRequest(
          "a JSON path cannot be read near "
              + path.group(1)
              + "; it is written as $.key, $.list[0] or $.\"a key\"",
          failure);
    }
    Optional<ResourceLimitExceeded> text = TextBound.meaning(message, kernel.limits().mostText());
    if (text.isPresent()) {
      return text.get();
    }
    Optional<InvalidRequest> time = TimeText.meaning(message, failure);
    if (time.isPresent()) {
      return time.get();
    }
    Optional<ResourceLimitExceeded> work = WorkBound.meaning(message);
    if (work.isPresent()) {
      return work.get();
    }
    if (message.contains("must be a constant expression") && message.contains("precision")) {
      return new Unsupported(
          "the digits that ROUND and TRUNC of a decimal keep must be the same for all rows; write a"
              + " literal or a parameter, or CAST the decimal AS DOUBLE",
          failure);
    }
    if (message.contains("must be a constant expression")) {
      return new Unsupported(
          "the separator of ARRAY_TO_STRING, STRING_AGG and LISTAGG must be the same for all rows;"
              + " write a literal or a parameter",
          failure);
    }
    if (message.contains(ListFunctions.TOO_MANY)) {
      return new InvalidRequest(ListFunctions.TOO_MANY, failure);
    }
    if (message.contains(Escapes.NOT_ONE) || message.contains("Invalid escape string")) {
      return new InvalidRequest(Escapes.NOT_ONE, failure);
    }
    if (message.contains(Escapes.AT_THE_END)) {
      return new InvalidRequest(Escapes.AT_THE_END, failure);
    }
    Matcher pattern = PATTERN.matcher(line);
    if (pattern.find()) {
      return new InvalidRequest(
          "a regular expression cannot be read: " + pattern.group(1), failure);
    }
    if (DIVISION_BY_ZERO.matcher(line).find()) {
      return new InvalidRequest("division by zero", failure);
    }
    Matcher bytes = OF_BYTES.matcher(message);
    if (bytes.find()) {
      return new Unsupported(bytes.group(1) + " of bytes is not done here", failure);
    }
    if (message.contains("LIMIT/OFFSET cannot be negative")) {
      return new InvalidRequest("LIMIT and OFFSET are numbers of rows, not below 0", failure);
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

  private ResourceLimitExceeded outOfMemory() {
    long most = kernel.limits().memory();
    long had = database == null ? lastMemory : database.memory();
    String remedy =
        "some of what it keeps cannot wait on disk; narrow the statement or raise the limit";
    return new ResourceLimitExceeded(
        "memory of a statement",
        had,
        had,
        had == most
            ? remedy
            : remedy + ", or try again when fewer run beside it, alone it may have " + most);
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
      List<String> sources = acquired();
      DuckDBConnection used = Objects.requireNonNull(database).connection();
      return deep(() -> secondRun(used, sources, fallback));
    } catch (SQLException | IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private String secondRun(DuckDBConnection used, List<String> sources, String fallback)
      throws SQLException {
    try (DuckDBPreparedStatement again =
            used.prepareStatement(plan.sql().fill(sources, execution.arguments(), now))
                .unwrap(DuckDBPreparedStatement.class);
        DuckDBChunkedResult chunks = again.query()) {
      return chunks.nextChunk() ? fallback : "the statement failed without a message";
    }
  }

  /** Frees everything; the statement can start again. */
  private void end() throws IOException {
    PreparedStatement ended;
    synchronized (ending) {
      ended = statement;
      statement = null;
    }
    boolean clean = false;
    try {
      if (rows != null) {
        rows.close();
      }
      if (result != null) {
        result.close();
      }
      if (ended != null) {
        ended.close();
      }
      clean = true;
    } catch (SQLException e) {
      throw new IOException(e);
    } finally {
      rows = null;
      result = null;
      giveBack(clean);
    }
  }

  /**
   * Gives the DuckDB back with nothing of this run in it.
   *
   * @param clean whether it is good for other statements
   */
  private void giveBack(boolean clean) {
    Database used = database;
    database = null;
    try {
      if (used != null) {
        lastMemory = used.memory();
        kernel.release(used, !clean || !dropInputs(used));
      }
    } finally {
      streams.forEach(KernelRun::free);
      streams.clear();
      views.clear();
      tables.clear();
      copies.forEach(TableCopies.Lease::close);
      copies.clear();
    }
  }

  /** Whether the DuckDB has let go of what this run had put there. */
  private boolean dropInputs(Database used) {
    try (Statement drop = used.connection().createStatement()) {
      for (String view : views) {
        drop.execute("DROP VIEW IF EXISTS " + view);
      }
      for (String table : tables) {
        drop.execute("DROP TABLE IF EXISTS " + table);
      }
      return true;
    } catch (SQLException e) {
      // A DuckDB that fails here is closed, which frees everything in it.
      return false;
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
