package org.omnigraph.jdbc;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.flight.CallOption;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements, one at a time; running the next closes the result of the one before. {@link
 * #cancel} may come from any thread, everything else from one at a time.
 */
class OmniGraphStatement implements Statement {
  private final OmniGraphConnection connection;
  private final ServerSession session;
  private final List<String> batch = new ArrayList<>();
  private @Nullable OmniGraphResultSet result;
  private @Nullable PreparedHandle adHoc;
  private volatile @Nullable Call running;
  private long updateCount = -1;
  private long maxRows;
  private int fetchSize;
  private Duration timeout = Duration.ZERO;
  private boolean closeOnCompletion;
  private boolean poolable;
  private boolean escapes = true;
  private boolean closed;

  OmniGraphStatement(OmniGraphConnection connection) {
    this.connection = connection;
    this.session = connection.session();
  }

  final ServerSession session() {
    return session;
  }

  /** A statement of the caller's, which is one. */
  static String given(@Nullable String sql) throws SQLException {
    if (sql == null) {
      throw new SQLException("the statement is null", SqlState.BAD_VALUE);
    }
    return sql;
  }

  /** A statement as the server takes it. */
  private String sent(@Nullable String sql) throws SQLException {
    return RequestSize.requireShort(escapes ? Escapes.plain(given(sql)) : given(sql));
  }

  @Override
  public ResultSet executeQuery(@Nullable String text) throws SQLException {
    String sql = sent(text);
    if (SqlWords.choice(sql)) {
      choose(sql);
      return keep(new ListRows(List.of(), List.of()));
    }
    if (!SqlWords.read(sql)) {
      requireRows(sql);
    }
    Call call = begin();
    return keep(session.query(sql, call));
  }

  /** The server would run a change by the route of a query as well. */
  private void requireRows(String sql) throws SQLException {
    requireOpen();
    try (PreparedHandle handle = new PreparedHandle(session, sql)) {
      if (handle.isUpdate()) {
        session.requireWritable();
        throw noRows();
      }
    }
  }

  static SQLException noRows() {
    return new SQLException(
        "the statement returns no rows; use executeUpdate", SqlState.SYNTAX_OR_ACCESS);
  }

  /** Runs a statement about the session, which changes no data. */
  private long choose(String sql) throws SQLException {
    try (Call call = begin()) {
      session.choose(sql, call);
      updateCount = 0;
      return updateCount;
    }
  }

  @Override
  public long executeLargeUpdate(@Nullable String text) throws SQLException {
    String sql = sent(text);
    if (SqlWords.choice(sql)) {
      return choose(sql);
    }
    try (Call call = begin()) {
      updateCount = session.update(sql, call);
      return updateCount;
    }
  }

  @Override
  public boolean execute(@Nullable String text) throws SQLException {
    requireOpen();
    String sql = sent(text);
    endResult();
    releaseHandles();
    if (SqlWords.choice(sql)) {
      choose(sql);
      return false;
    }
    PreparedHandle handle = new PreparedHandle(session, sql);
    adHoc = handle;
    if (!handle.parameterSchema().getFields().isEmpty()) {
      throw new SQLException(
          "the statement has parameters; use prepareStatement", SqlState.BAD_INDEX);
    }
    return execute(handle);
  }

  /** Runs what is prepared and bound. */
  final boolean execute(PreparedHandle handle) throws SQLException {
    if (handle.isUpdate()) {
      update(handle);
      return false;
    }
    query(handle);
    return true;
  }

  final OmniGraphResultSet query(PreparedHandle handle) throws SQLException {
    return run(handle, statement -> keep(session.rows(begin(), statement::query)));
  }

  /** One execution of what is prepared. */
  private interface Execution<T> {
    T of(ServerStatement statement) throws SQLException;
  }

  private static <T> T run(PreparedHandle handle, Execution<T> execution) throws SQLException {
    ServerStatement statement = handle.current();
    try {
      return execution.of(statement);
    } catch (SQLException e) {
      if (!SqlErrors.isUnprepared(e)) {
        throw e;
      }
      statement = handle.renewed();
      return execution.of(statement);
    } finally {
      statement.unbind();
    }
  }

  final long update(PreparedHandle handle) throws SQLException {
    if (SqlWords.choice(handle.sql())) {
      return choose(handle.sql());
    }
    return change(handle, session.options()).total();
  }

  /** Runs what changes data, with what is bound. */
  final ServerStatement.Changed change(PreparedHandle handle, CallOption... options)
      throws SQLException {
    session.requireWritable();
    return run(handle, statement -> change(handle.sql(), statement, options));
  }

  private ServerStatement.Changed change(
      String sql, ServerStatement statement, CallOption... options) throws SQLException {
    try (Call call = begin()) {
      ServerStatement.Changed changed =
          session.transactions().run(sql, call, () -> statement.update(options));
      updateCount = changed.total();
      return changed;
    }
  }

  /** Ends what ran before and starts the next call. */
  private Call begin() throws SQLException {
    requireOpen();
    endResult();
    Call call = session.callWithin(timeout);
    running = call;
    return call;
  }

  private OmniGraphResultSet keep(Rows rows) {
    OmniGraphResultSet kept = OmniGraphResultSet.of(this, rows, session.target().zone(), maxRows);
    result = kept;
    return kept;
  }

  final void endResult() throws SQLException {
    updateCount = -1;
    OmniGraphResultSet open = result;
    result = null;
    if (open != null) {
      open.close();
    }
  }

  /** A result set tells that it is closed. */
  final void resultClosed(OmniGraphResultSet closedResult) throws SQLException {
    if (result == closedResult) {
      result = null;
      if (closeOnCompletion) {
        close();
      }
    }
  }

  @Override
  public void cancel() throws SQLException {
    requireOpen();
    endCall();
  }

  private void endCall() {
    Call call = running;
    if (call != null) {
      call.cancel();
    }
  }

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    connection.forget(this);
    try {
      endResult();
      endCall();
    } finally {
      releaseHandles();
    }
  }

  /** Frees what the server keeps for this statement. */
  void releaseHandles() throws SQLException {
    PreparedHandle handle = adHoc;
    adHoc = null;
    if (handle != null) {
      handle.close();
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  final void requireOpen() throws SQLException {
    if (session.hasLeft()) {
      throw new SQLNonTransientConnectionException(
          "the connection is closed", SqlState.CONNECTION_CLOSED);
    }
    if (closed) {
      throw new SQLException("the statement is closed", SqlState.CONNECTION_CLOSED);
    }
  }

  @Override
  public int executeUpdate(@Nullable String sql) throws SQLException {
    return saturated(executeLargeUpdate(sql));
  }

  @Override
  public int executeUpdate(String sql, int keys) throws SQLException {
    refuseKeys(keys);
    return executeUpdate(sql);
  }

  @Override
  public int executeUpdate(String sql, int[] columns) throws SQLException {
    throw SqlErrors.unsupported("returning generated keys");
  }

  @Override
  public int executeUpdate(String sql, String[] columns) throws SQLException {
    throw SqlErrors.unsupported("returning generated keys");
  }

  @Override
  public long executeLargeUpdate(String sql, int keys) throws SQLException {
    refuseKeys(keys);
    return executeLargeUpdate(sql);
  }

  @Override
  public boolean execute(String sql, int keys) throws SQLException {
    refuseKeys(keys);
    return execute(sql);
  }

  @Override
  public boolean execute(String sql, int[] columns) throws SQLException {
    throw SqlErrors.unsupported("returning generated keys");
  }

  @Override
  public boolean execute(String sql, String[] columns) throws SQLException {
    throw SqlErrors.unsupported("returning generated keys");
  }

  static void refuseKeys(int keys) throws SQLException {
    if (keys == RETURN_GENERATED_KEYS) {
      throw SqlErrors.unsupported("returning generated keys");
    }
    if (keys != NO_GENERATED_KEYS) {
      throw new SQLException(
          keys + " is neither NO_GENERATED_KEYS nor RETURN_GENERATED_KEYS", SqlState.BAD_VALUE);
    }
  }

  @Override
  public void addBatch(@Nullable String sql) throws SQLException {
    requireOpen();
    batch.add(given(sql));
  }

  @Override
  public void clearBatch() throws SQLException {
    requireOpen();
    batch.clear();
  }

  /** One statement after the other; stops at the first that fails. */
  @Override
  public long[] executeLargeBatch() throws SQLException {
    requireOpen();
    List<String> statements = List.copyOf(batch);
    batch.clear();
    long[] counts = new long[statements.size()];
    for (int i = 0; i < counts.length; i++) {
      try {
        counts[i] = executeLargeUpdate(statements.get(i));
      } catch (SQLException e) {
        throw new BatchUpdateException(
            "statement " + (i + 1) + " of the batch: " + e.getMessage(),
            e.getSQLState(),
            e.getErrorCode(),
            Arrays.copyOf(counts, i),
            e);
      }
    }
    return counts;
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return Arrays.stream(executeLargeBatch()).mapToInt(OmniGraphStatement::saturated).toArray();
  }

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    requireOpen();
    return result;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return saturated(getLargeUpdateCount());
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    requireOpen();
    return updateCount;
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    requireOpen();
    endResult();
    return false;
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    if (current == KEEP_CURRENT_RESULT) {
      throw SqlErrors.unsupported("several open results of one statement");
    }
    return getMoreResults();
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    requireOpen();
    return OmniGraphResultSet.detached(new ListRows(List.of(), List.of()), session.target().zone());
  }

  @Override
  public int getMaxRows() throws SQLException {
    return saturated(getLargeMaxRows());
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    requireOpen();
    return maxRows;
  }

  @Override
  public void setMaxRows(int max) throws SQLException {
    setLargeMaxRows(max);
  }

  @Override
  public void setLargeMaxRows(long max) throws SQLException {
    requireOpen();
    requireNotNegative("the maximum of rows", max);
    maxRows = max;
  }

  @Override
  public int getMaxFieldSize() throws SQLException {
    requireOpen();
    return 0;
  }

  @Override
  public void setMaxFieldSize(int max) throws SQLException {
    if (max != 0) {
      throw SqlErrors.unsupported("cutting values to a maximal size");
    }
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    requireOpen();
    return (int) timeout.toSeconds();
  }

  /** Seconds to wait for the first rows, or for the count of an update; 0 is for ever. */
  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    requireOpen();
    requireNotNegative("the time limit", seconds);
    timeout = Duration.ofSeconds(seconds);
  }

  @Override
  public int getFetchSize() throws SQLException {
    requireOpen();
    return fetchSize;
  }

  /** A hint; the server decides how large a batch is. */
  @Override
  public void setFetchSize(int rows) throws SQLException {
    requireOpen();
    requireNotNegative("the fetch size", rows);
    fetchSize = rows;
  }

  @Override
  public int getFetchDirection() throws SQLException {
    requireOpen();
    return ResultSet.FETCH_FORWARD;
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    requireOpen();
    if (direction != ResultSet.FETCH_FORWARD) {
      throw SqlErrors.unsupported("a fetch direction other than forward");
    }
  }

  /** The server reads JDBC's other escapes whatever is said here. */
  @Override
  public void setEscapeProcessing(boolean on) throws SQLException {
    requireOpen();
    escapes = on;
  }

  @Override
  public boolean isSimpleIdentifier(String identifier) throws SQLException {
    return Statement.super.isSimpleIdentifier(identifier) && !ReservedWords.contain(identifier);
  }

  @Override
  public String enquoteIdentifier(String identifier, boolean alwaysQuote) throws SQLException {
    return Statement.super.enquoteIdentifier(
        identifier, alwaysQuote || !isSimpleIdentifier(identifier));
  }

  @Override
  public void setCursorName(String name) throws SQLException {
    throw SqlErrors.unsupported("a named cursor");
  }

  @Override
  public int getResultSetConcurrency() throws SQLException {
    requireOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetType() throws SQLException {
    requireOpen();
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    requireOpen();
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public Connection getConnection() throws SQLException {
    requireOpen();
    return connection;
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    requireOpen();
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {
    requireOpen();
  }

  @Override
  public void setPoolable(boolean on) throws SQLException {
    requireOpen();
    poolable = on;
  }

  @Override
  public boolean isPoolable() throws SQLException {
    requireOpen();
    return poolable;
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    requireOpen();
    closeOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    requireOpen();
    return closeOnCompletion;
  }

  @Override
  public <T> T unwrap(Class<T> wanted) throws SQLException {
    return Unwrapping.unwrap(this, wanted);
  }

  @Override
  public boolean isWrapperFor(Class<?> wanted) {
    return wanted.isInstance(this);
  }

  static int saturated(long count) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, count));
  }

  private static void requireNotNegative(String what, long value) throws SQLException {
    if (value < 0) {
      throw new SQLException(what + " is not negative, it was " + value, SqlState.BAD_VALUE);
    }
  }
}
