package org.omnigraph.jdbc;

import java.sql.BatchUpdateException;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** A statement that the server prepared once and runs with ever new parameters. */
final class OmniGraphPreparedStatement extends ParameterSetters {
  private final PreparedHandle handle;
  private final Schema parameters;
  private final List<Column> columns;
  private final @Nullable Object[] values;
  private final boolean[] given;
  private final List<@Nullable Object[]> batch = new ArrayList<>();

  OmniGraphPreparedStatement(OmniGraphConnection connection, @Nullable String sql)
      throws SQLException {
    super(connection);
    this.handle = new PreparedHandle(session(), Escapes.plain(given(sql)));
    this.parameters = handle.parameterSchema();
    this.columns = handle.resultSchema().getFields().stream().map(Column::of).toList();
    this.values = new @Nullable Object[parameters.getFields().size()];
    this.given = new boolean[values.length];
  }

  @Override
  void set(int parameter, @Nullable Object value) throws SQLException {
    requireOpen();
    if (parameter < 1 || parameter > values.length) {
      throw new SQLException(
          "there is no parameter " + parameter + "; there are " + values.length,
          SqlState.BAD_INDEX);
    }
    UnicodeText.requireAll("parameter " + parameter, value);
    values[parameter - 1] = value;
    given[parameter - 1] = true;
  }

  @Override
  public void clearParameters() throws SQLException {
    requireOpen();
    Arrays.fill(values, null);
    Arrays.fill(given, false);
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    ready();
    if (handle.isUpdate()) {
      throw noRows();
    }
    return query(handle);
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    ready();
    if (!handle.isUpdate()) {
      throw new SQLException(
          "the statement returns rows; use executeQuery", SqlState.SYNTAX_OR_ACCESS);
    }
    return update(handle);
  }

  @Override
  public int executeUpdate() throws SQLException {
    return saturated(executeLargeUpdate());
  }

  @Override
  public boolean execute() throws SQLException {
    ready();
    return execute(handle);
  }

  private void ready() throws SQLException {
    requireOpen();
    endResult();
    bind(List.<@Nullable Object[]>of(row()));
  }

  private @Nullable Object[] row() throws SQLException {
    for (int i = 0; i < given.length; i++) {
      if (!given[i]) {
        throw new SQLException("parameter " + (i + 1) + " has no value", SqlState.BAD_INDEX);
      }
    }
    return values.clone();
  }

  private void bind(List<@Nullable Object[]> rows) throws SQLException {
    if (values.length > 0) {
      handle.current().bind(ArgumentRows.of(parameters, rows));
    }
  }

  @Override
  public void addBatch() throws SQLException {
    requireOpen();
    batch.add(row());
  }

  @Override
  public void clearBatch() throws SQLException {
    super.clearBatch();
    batch.clear();
  }

  /**
   * Sends all rows as one request that the server applies as a whole, and answers what each row
   * changed. When the batch fails, nothing of it is applied: the exception says {@link
   * Statement#EXECUTE_FAILED} for every row, and names the one that failed where the server knows
   * it.
   */
  @Override
  public long[] executeLargeBatch() throws SQLException {
    requireOpen();
    List<@Nullable Object[]> rows = List.copyOf(batch);
    batch.clear();
    if (rows.isEmpty()) {
      return new long[0];
    }
    if (!handle.isUpdate()) {
      throw new SQLException("a batch runs updates, not queries", SqlState.SYNTAX_OR_ACCESS);
    }
    endResult();
    if (values.length == 0) {
      return repeat(rows.size());
    }
    try {
      bind(rows);
      return counts(rows.size(), change(handle, session().countingOptions()));
    } catch (SQLException e) {
      long[] failed = new long[rows.size()];
      Arrays.fill(failed, EXECUTE_FAILED);
      throw new BatchUpdateException(
          "the batch of "
              + rows.size()
              + (mayBeApplied(e)
                  ? " rows has failed and may have been applied: "
                  : " rows was not applied: ")
              + SqlErrors.row(e).map(row -> "row " + row + ": ").orElse("")
              + e.getMessage(),
          e.getSQLState(),
          e.getErrorCode(),
          failed,
          e);
    }
  }

  /** Whether the server may have come to the end of a batch that commits by itself. */
  private boolean mayBeApplied(SQLException e) {
    return !session().transactions().mayBeOpen() && SqlErrors.isUnheard(e);
  }

  /** A server that counts no rows one by one says how many there are in all. */
  private static long[] counts(int rows, ServerStatement.Changed changed) {
    if (changed.rows().size() == rows) {
      return changed.rows().stream().mapToLong(Long::longValue).toArray();
    }
    long[] counts = new long[rows];
    Arrays.fill(counts, rows == 1 ? changed.total() : SUCCESS_NO_INFO);
    return counts;
  }

  /** A statement without parameters has no rows to send. */
  private long[] repeat(int times) throws SQLException {
    long[] counts = new long[times];
    for (int i = 0; i < times; i++) {
      try {
        counts[i] = update(handle);
      } catch (SQLException e) {
        throw new BatchUpdateException(
            "run " + (i + 1) + " of the batch: " + e.getMessage(),
            e.getSQLState(),
            e.getErrorCode(),
            Arrays.copyOf(counts, i),
            e);
      }
    }
    return counts;
  }

  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    requireOpen();
    return handle.isUpdate() ? null : new ResultColumns(columns);
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    requireOpen();
    return new ParameterColumns(parameters.getFields().stream().map(Column::of).toList());
  }

  @Override
  void releaseHandles() throws SQLException {
    super.releaseHandles();
    handle.close();
  }

  @Override
  public ResultSet executeQuery(@Nullable String sql) throws SQLException {
    throw ownStatement();
  }

  @Override
  public long executeLargeUpdate(@Nullable String sql) throws SQLException {
    throw ownStatement();
  }

  @Override
  public boolean execute(@Nullable String sql) throws SQLException {
    throw ownStatement();
  }

  @Override
  public void addBatch(@Nullable String sql) throws SQLException {
    throw ownStatement();
  }

  private static SQLException ownStatement() {
    return new SQLException(
        "a prepared statement runs its own SQL; use createStatement for other SQL",
        SqlState.SYNTAX_OR_ACCESS);
  }
}
