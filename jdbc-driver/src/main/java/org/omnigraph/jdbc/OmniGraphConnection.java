package org.omnigraph.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Types;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One session with a server. The catalog is the graph, the schema is the branch; both go along with
 * every request. Closing it closes every statement and result, and rolls an open transaction back.
 */
final class OmniGraphConnection implements Connection {
  private final ServerSession session;
  private final Runnable whenClosed;
  private final Set<OmniGraphStatement> statements = ConcurrentHashMap.newKeySet();
  private final Properties clientInfo = new Properties();
  private @Nullable SQLWarning warning;
  private @Nullable Map<String, String> placeAtRequest;
  private final Map<String, @Nullable String> branchesLeft = new HashMap<>();
  private final AtomicBoolean closing = new AtomicBoolean();

  /**
   * @param whenClosed what ends with the connection
   */
  OmniGraphConnection(ServerSession session, Runnable whenClosed) {
    this.session = session;
    this.whenClosed = whenClosed;
    for (String name : session.target().ignored()) {
      warn(new SQLWarning("the connection property '" + name + "' means nothing to this driver"));
    }
  }

  ServerSession session() {
    return session;
  }

  void forget(OmniGraphStatement statement) {
    statements.remove(statement);
  }

  private void warn(SQLWarning next) {
    if (warning == null) {
      warning = next;
    } else {
      warning.setNextWarning(next);
    }
  }

  @Override
  public Statement createStatement() throws SQLException {
    requireOpen();
    OmniGraphStatement statement = new OmniGraphStatement(this);
    statements.add(statement);
    return statement;
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    warnIfLess(type, concurrency);
    return createStatement();
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    requireHoldability(holdability);
    return createStatement(type, concurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    requireOpen();
    OmniGraphPreparedStatement statement = new OmniGraphPreparedStatement(this, sql);
    statements.add(statement);
    return statement;
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    warnIfLess(type, concurrency);
    return prepareStatement(sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    requireHoldability(holdability);
    return prepareStatement(sql, type, concurrency);
  }

  private static void requireHoldability(int holdability) throws SQLException {
    if (holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT
        && holdability != ResultSet.CLOSE_CURSORS_AT_COMMIT) {
      throw new SQLException(holdability + " is no holdability of results", SqlState.BAD_VALUE);
    }
  }

  /** JDBC has a driver fall back to what it can and say so. */
  private void warnIfLess(int type, int concurrency) throws SQLException {
    requireOpen();
    if (type < ResultSet.TYPE_FORWARD_ONLY || type > ResultSet.TYPE_SCROLL_SENSITIVE) {
      throw new SQLException(type + " is no type of results", SqlState.BAD_VALUE);
    }
    if (concurrency != ResultSet.CONCUR_READ_ONLY && concurrency != ResultSet.CONCUR_UPDATABLE) {
      throw new SQLException(concurrency + " is no concurrency of results", SqlState.BAD_VALUE);
    }
    if (type != ResultSet.TYPE_FORWARD_ONLY || concurrency != ResultSet.CONCUR_READ_ONLY) {
      warn(
          new SQLWarning(
              "results are forward only and read only, whatever was asked for", "01S02"));
    }
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int keys) throws SQLException {
    OmniGraphStatement.refuseKeys(keys);
    return prepareStatement(sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columns) throws SQLException {
    throw SqlErrors.unsupported("returning generated keys");
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columns) throws SQLException {
    throw SqlErrors.unsupported("returning generated keys");
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    throw SqlErrors.unsupported("a stored procedure");
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    throw SqlErrors.unsupported("a stored procedure");
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    throw SqlErrors.unsupported("a stored procedure");
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    requireOpen();
    return Escapes.plain(OmniGraphStatement.given(sql));
  }

  @Override
  public void setAutoCommit(boolean on) throws SQLException {
    requireOpen();
    if (!on && session.info().number(8, 0) == 0) {
      throw SqlErrors.unsupported("a transaction on this server, which has none,");
    }
    session.transactions().autoCommit(on);
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    requireOpen();
    return session.transactions().autoCommit();
  }

  @Override
  public void commit() throws SQLException {
    requireManualCommit("commit");
    session.transactions().commit();
  }

  @Override
  public void rollback() throws SQLException {
    requireManualCommit("roll back");
    session.transactions().rollback();
  }

  private void requireManualCommit(String what) throws SQLException {
    requireOpen();
    if (!session.transactions().mayBeOpen()) {
      throw new SQLException(
          "nothing to " + what + ": every statement commits by itself; call setAutoCommit(false)",
          SqlState.NO_TRANSACTION);
    }
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return setSavepoint(OmniGraphSavepoint.unnamed());
  }

  @Override
  public Savepoint setSavepoint(@Nullable String name) throws SQLException {
    return setSavepoint(OmniGraphSavepoint.named(name));
  }

  private Savepoint setSavepoint(OmniGraphSavepoint savepoint) throws SQLException {
    requireManualCommit("set a savepoint in");
    session.savepoint("SAVEPOINT " + savepoint.sqlName());
    session.transactions().savepoints().add(savepoint);
    return savepoint;
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    requireManualCommit("roll back");
    Savepoints known = session.transactions().savepoints();
    OmniGraphSavepoint own = known.require(savepoint);
    session.savepoint("ROLLBACK TO SAVEPOINT " + own.sqlName());
    known.returnedTo(own);
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    requireManualCommit("release a savepoint of");
    Savepoints known = session.transactions().savepoints();
    OmniGraphSavepoint own = known.require(savepoint);
    session.savepoint("RELEASE SAVEPOINT " + own.sqlName());
    known.released(own);
  }

  /** Closes every statement, then the session; the first failure is thrown after all is closed. */
  @Override
  public void close() throws SQLException {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    session.leave();
    Interrupts.aside(this::closeAll);
  }

  private void closeAll() throws SQLException {
    SQLException failure = null;
    for (OmniGraphStatement statement : List.copyOf(statements)) {
      try {
        statement.close();
      } catch (SQLException e) {
        failure = failure == null ? e : failure;
      }
    }
    try {
      session.close();
    } catch (SQLException e) {
      failure = failure == null ? e : failure;
    } finally {
      whenClosed.run();
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public boolean isClosed() {
    return session.hasLeft();
  }

  /** A pool lends the connection: {@link #endRequest} goes back to where it works now. */
  @Override
  public void beginRequest() throws SQLException {
    requireOpen();
    session.undoText();
    placeAtRequest = session.place();
  }

  /** The pool has it back: what is open is rolled back, and a branch that was used is left. */
  @Override
  public void endRequest() throws SQLException {
    requireOpen();
    Map<String, String> place = placeAtRequest;
    placeAtRequest = null;
    if (place != null) {
      session.transactions().rollback();
      session.undoText();
      clientInfo.clear();
      session.returnTo(place);
    }
  }

  /**
   * What runs or is read fails at once as on a closed connection; the rest ends in the executor.
   */
  @Override
  public void abort(@Nullable Executor executor) throws SQLException {
    if (executor == null) {
      throw new SQLException("abort takes an executor", SqlState.BAD_VALUE);
    }
    session.leave();
    session.transactions().giveUp();
    executor.execute(
        () -> {
          try {
            close();
          } catch (SQLException e) {
            throw new IllegalStateException("cannot abort the connection", e);
          }
        });
  }

  /** Asks the server, and waits no longer than the limit (0: 20 seconds). */
  @Override
  public boolean isValid(int seconds) throws SQLException {
    if (seconds < 0) {
      throw new SQLException("a time limit is not negative", SqlState.BAD_VALUE);
    }
    return !isClosed() && session.answers(Duration.ofSeconds(seconds == 0 ? 20 : seconds));
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    requireOpen();
    return new OmniGraphMetaData(this);
  }

  /** Refuses updates from this connection from now on. */
  @Override
  public void setReadOnly(boolean on) throws SQLException {
    requireOpen();
    requireNoTransaction("the read-only mode");
    session.readOnly(on);
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    requireOpen();
    return session.readOnly() || isPinned() || session.info().flag(3, false);
  }

  /**
   * Turns to another graph, to its main branch; refuses one that there is not. In the same graph
   * nothing changes, and a snapshot that the URL names is not left. A pool that gets the connection
   * back turns to the branch that its borrower left there: it resets the schema only where the
   * borrower has changed that too.
   */
  @Override
  public void setCatalog(@Nullable String graph) throws SQLException {
    requireOpen();
    requireNoTransaction("the graph");
    if (graph != null && graph.equals(getCatalog())) {
      session.move(ConnectionTarget.GRAPH_HEADER, graph);
      return;
    }
    requireNoSnapshotOfUrl("the graph");
    String here = getCatalog();
    String branch = session.header(ConnectionTarget.BRANCH_HEADER);
    session.move(
        ConnectionTarget.GRAPH_HEADER,
        graph,
        ConnectionTarget.BRANCH_HEADER,
        ConnectionTarget.SNAPSHOT_HEADER);
    branchesLeft.put(String.valueOf(here), branch);
    String before = branchesLeft.get(String.valueOf(graph));
    if (before != null && LogicalClose.isUnderWay()) {
      session.move(ConnectionTarget.BRANCH_HEADER, before);
    }
  }

  /** The graph by its own name, which the URL may have written in another case. */
  @Override
  public @Nullable String getCatalog() throws SQLException {
    requireOpen();
    String named = session.header(ConnectionTarget.GRAPH_HEADER);
    List<String> graphs = new ArrayList<>();
    try (ResultSet catalogs = getMetaData().getCatalogs()) {
      while (catalogs.next()) {
        graphs.add(catalogs.getString(1));
      }
    }
    if (named == null) {
      return graphs.size() == 1 ? graphs.get(0) : null;
    }
    return graphs.contains(named)
        ? named
        : graphs.stream().filter(named::equalsIgnoreCase).findFirst().orElse(named);
  }

  /**
   * Turns to the head of another branch; refuses one that there is not. A snapshot of the same
   * branch is kept, and one that the URL names is not left.
   */
  @Override
  public void setSchema(@Nullable String branch) throws SQLException {
    requireOpen();
    requireNoTransaction("the branch");
    if (isPinned() && (branch == null || branch.equals(getSchema()))) {
      return;
    }
    requireNoSnapshotOfUrl("the branch");
    session.move(ConnectionTarget.BRANCH_HEADER, branch, ConnectionTarget.SNAPSHOT_HEADER);
  }

  /** Whether statements read a snapshot. */
  private boolean isPinned() {
    String branch = session.header(ConnectionTarget.BRANCH_HEADER);
    return session.header(ConnectionTarget.SNAPSHOT_HEADER) != null
        || (branch != null && branch.indexOf('@') >= 0);
  }

  private void requireNoSnapshotOfUrl(String what) throws SQLException {
    if (isPinned() && session.target().namesSnapshot()) {
      throw new SQLException(
          what
              + " stays, since the URL names a snapshot, which has no other; the statement USE"
              + " leaves it, or connect without one",
          SqlState.WRONG_STATE);
    }
  }

  /** The branch, also where a snapshot of it is read. */
  @Override
  public String getSchema() throws SQLException {
    requireOpen();
    String named = session.header(ConnectionTarget.BRANCH_HEADER);
    return named == null ? "main" : named.split("@", 2)[0];
  }

  private void requireNoTransaction(String what) throws SQLException {
    undoTextOfBorrower();
    if (session.transactions().areOpen()) {
      throw new SQLException(
          what + " cannot change inside a transaction; commit or roll back first",
          SqlState.ACTIVE_TRANSACTION);
    }
  }

  /** Every level but none is accepted and served as serializable, the strictest. */
  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    requireOpen();
    switch (level) {
      case TRANSACTION_READ_UNCOMMITTED,
          TRANSACTION_READ_COMMITTED,
          TRANSACTION_REPEATABLE_READ,
          TRANSACTION_SERIALIZABLE -> {
        return;
      }
      case TRANSACTION_NONE -> throw SqlErrors.unsupported("running without transactions");
      default -> throw new SQLException(level + " is no level of isolation", SqlState.BAD_VALUE);
    }
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    requireOpen();
    return TRANSACTION_SERIALIZABLE;
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    requireOpen();
    return warning;
  }

  /** The one call of the driver that pools make whenever they get a connection back. */
  @Override
  public void clearWarnings() throws SQLException {
    requireOpen();
    warning = null;
    undoTextOfBorrower();
  }

  /** What statements have left is not for the next borrower of a pool's connection. */
  private void undoTextOfBorrower() throws SQLException {
    if ((session.hasText() || !clientInfo.isEmpty()) && LogicalClose.isUnderWay()) {
      session.undoText();
      clientInfo.clear();
    }
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    requireOpen();
    return new HashMap<>();
  }

  @Override
  public void setTypeMap(@Nullable Map<String, Class<?>> map) throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.unsupported("a map of user-defined types");
    }
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    requireOpen();
    if (holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT) {
      throw SqlErrors.unsupported("closing results at commit");
    }
  }

  @Override
  public int getHoldability() throws SQLException {
    requireOpen();
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public Array createArrayOf(@Nullable String typeName, @Nullable Object @Nullable [] elements)
      throws SQLException {
    requireOpen();
    if (typeName == null || elements == null) {
      throw new SQLException("an array has a type and elements", SqlState.BAD_VALUE);
    }
    int type = type(typeName);
    ZoneId zone = session.target().zone();
    List<@Nullable Object> values = new ArrayList<>();
    for (Object element : elements) {
      values.add(TypedArguments.of(ParameterValues.canonical(element, zone), type));
    }
    return new OmniGraphArray(
        values, Column.plain("element", type, typeName.toUpperCase(Locale.ROOT)), zone);
  }

  private static int type(String name) throws SQLException {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "VARCHAR", "STRING", "TEXT", "CHAR" -> Types.VARCHAR;
      case "BOOLEAN" -> Types.BOOLEAN;
      case "TINYINT", "SMALLINT", "INTEGER", "INT" -> Types.INTEGER;
      case "BIGINT" -> Types.BIGINT;
      case "REAL", "FLOAT" -> Types.REAL;
      case "DOUBLE" -> Types.DOUBLE;
      case "DECIMAL", "NUMERIC" -> Types.DECIMAL;
      case "DATE" -> Types.DATE;
      case "TIMESTAMP" -> Types.TIMESTAMP;
      case "VARBINARY" -> Types.VARBINARY;
      default -> throw new SQLException("there is no type '" + name + "'", SqlState.BAD_VALUE);
    };
  }

  @Override
  public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
    throw SqlErrors.unsupported("STRUCT");
  }

  @Override
  public Clob createClob() throws SQLException {
    throw SqlErrors.unsupported("creating a CLOB; use setString");
  }

  @Override
  public NClob createNClob() throws SQLException {
    throw SqlErrors.unsupported("creating an NCLOB; use setString");
  }

  @Override
  public Blob createBlob() throws SQLException {
    throw SqlErrors.unsupported("creating a BLOB; use setBytes");
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    throw SqlErrors.unsupported("SQLXML");
  }

  @Override
  public void setClientInfo(String name, @Nullable String value) {
    if (value == null) {
      clientInfo.remove(name);
    } else {
      clientInfo.setProperty(name, value);
    }
  }

  @Override
  public void setClientInfo(Properties properties) {
    clientInfo.clear();
    clientInfo.putAll(properties);
  }

  @Override
  public @Nullable String getClientInfo(String name) throws SQLException {
    requireOpen();
    return clientInfo.getProperty(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    requireOpen();
    Properties copy = new Properties();
    copy.putAll(clientInfo);
    return copy;
  }

  @Override
  public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) throws SQLException {
    if (milliseconds != 0) {
      throw SqlErrors.unsupported("a network time limit; use Statement.setQueryTimeout");
    }
  }

  @Override
  public int getNetworkTimeout() {
    return 0;
  }

  @Override
  public <T> T unwrap(Class<T> wanted) throws SQLException {
    return Unwrapping.unwrap(this, wanted);
  }

  @Override
  public boolean isWrapperFor(Class<?> wanted) {
    return wanted.isInstance(this);
  }

  private void requireOpen() throws SQLException {
    if (isClosed()) {
      throw new SQLNonTransientConnectionException(
          "the connection is closed", SqlState.CONNECTION_CLOSED);
    }
  }
}
