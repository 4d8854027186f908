package org.omnigraph.jdbc;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import org.jspecify.annotations.Nullable;

/** Rows, forward only, read only. Closing it frees the batch in memory and ends the stream. */
final class OmniGraphResultSet extends ReadOnlyResultSet {
  private final Rows rows;
  private final List<Column> columns;
  private final ZoneId zone;
  private final @Nullable OmniGraphStatement statement;
  private final long maxRows;
  private final Map<String, Integer> labels = new HashMap<>();
  private long row;
  private boolean onRow;

  /** Whether there is a first row, once that has been asked for before it is read. */
  private @Nullable Boolean first;

  private boolean ended;
  private boolean wasNull;
  private boolean closed;
  private int fetchSize;

  private OmniGraphResultSet(
      Rows rows, ZoneId zone, @Nullable OmniGraphStatement statement, long maxRows) {
    this.rows = rows;
    this.columns = rows.columns();
    this.zone = zone;
    this.statement = statement;
    this.maxRows = maxRows;
  }

  /** The result of a statement, which is told when it closes. */
  static OmniGraphResultSet of(OmniGraphStatement statement, Rows rows, ZoneId zone, long maxRows) {
    return new OmniGraphResultSet(rows, zone, statement, maxRows);
  }

  /** Rows that no statement stands behind. */
  static OmniGraphResultSet detached(Rows rows, ZoneId zone) {
    return new OmniGraphResultSet(rows, zone, null, 0);
  }

  @Override
  public boolean next() throws SQLException {
    requireOpen();
    if (ended) {
      return false;
    }
    onRow = row == 0 ? hasFirst() : advance();
    if (onRow) {
      row++;
    } else {
      ended = true;
      rows.close();
    }
    return onRow;
  }

  private boolean advance() throws SQLException {
    return (maxRows == 0 || row < maxRows) && rows.advance();
  }

  private boolean hasFirst() throws SQLException {
    Boolean known = first;
    if (known == null) {
      known = advance();
      first = known;
    }
    return known;
  }

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    onRow = false;
    try {
      rows.close();
    } finally {
      if (statement != null) {
        statement.resultClosed(this);
      }
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public boolean wasNull() throws SQLException {
    requireOpen();
    return wasNull;
  }

  @Override
  public @Nullable Object getObject(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : Conversions.object(value, columns.get(column - 1), zone);
  }

  @Override
  public @Nullable Object getObject(int column, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return getObject(column);
  }

  @Override
  public <T> @Nullable T getObject(int column, @Nullable Class<T> wanted) throws SQLException {
    if (wanted == null) {
      throw new SQLException("getObject takes a class", SqlState.BAD_VALUE);
    }
    Object value = value(column);
    return value == null
        ? null
        : wanted.cast(Conversions.as(value, wanted, columns.get(column - 1), zone));
  }

  @Override
  public @Nullable String getString(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : Conversions.text(value);
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    Object value = value(column);
    return value != null && Conversions.bool(value);
  }

  @Override
  public byte getByte(int column) throws SQLException {
    return (byte) integer(column, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
  }

  @Override
  public short getShort(int column) throws SQLException {
    return (short) integer(column, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
  }

  @Override
  public int getInt(int column) throws SQLException {
    return (int) integer(column, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
  }

  @Override
  public long getLong(int column) throws SQLException {
    return integer(column, Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT");
  }

  @Override
  public float getFloat(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : Conversions.real(value);
  }

  @Override
  public double getDouble(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : Conversions.floating(value);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : Conversions.decimal(value);
  }

  @Override
  @Deprecated
  public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(column);
    return value == null ? null : Conversions.scaled(value, scale);
  }

  @Override
  public byte @Nullable [] getBytes(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : Conversions.bytes(value);
  }

  @Override
  public @Nullable Date getDate(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : Conversions.date(value);
  }

  @Override
  public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
    if (calendar == null) {
      return getDate(column);
    }
    Object value = value(column);
    return value == null ? null : Conversions.date(value, calendar.getTimeZone().toZoneId());
  }

  @Override
  public @Nullable Time getTime(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : Conversions.time(value);
  }

  @Override
  public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
    if (calendar == null) {
      return getTime(column);
    }
    Object value = value(column);
    return value == null ? null : Conversions.time(value, calendar.getTimeZone().toZoneId());
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : Conversions.timestamp(value, zone);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar)
      throws SQLException {
    Object value = value(column);
    return value == null ? null : Conversions.timestamp(value, zone(calendar));
  }

  @Override
  public @Nullable Array getArray(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : Conversions.array(value, columns.get(column - 1), zone);
  }

  @Override
  public @Nullable InputStream getAsciiStream(int column) throws SQLException {
    String value = getString(column);
    return value == null
        ? null
        : new ByteArrayInputStream(value.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  @Deprecated
  public @Nullable InputStream getUnicodeStream(int column) throws SQLException {
    String value = getString(column);
    return value == null ? null : new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public @Nullable InputStream getBinaryStream(int column) throws SQLException {
    byte[] value = getBytes(column);
    return value == null ? null : new ByteArrayInputStream(value);
  }

  @Override
  public @Nullable Reader getCharacterStream(int column) throws SQLException {
    String value = getString(column);
    return value == null ? null : new StringReader(value);
  }

  @Override
  public @Nullable Reader getNCharacterStream(int column) throws SQLException {
    return getCharacterStream(column);
  }

  @Override
  public @Nullable String getNString(int column) throws SQLException {
    return getString(column);
  }

  @Override
  public @Nullable Blob getBlob(int column) throws SQLException {
    byte[] value = getBytes(column);
    return value == null ? null : new SerialBlob(value);
  }

  @Override
  public @Nullable Clob getClob(int column) throws SQLException {
    String value = getString(column);
    return value == null ? null : new SerialClob(value.toCharArray());
  }

  @Override
  public @Nullable URL getURL(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : Conversions.url(value);
  }

  @Override
  public Ref getRef(int column) throws SQLException {
    throw SqlErrors.unsupported("REF");
  }

  @Override
  public RowId getRowId(int column) throws SQLException {
    throw SqlErrors.unsupported("ROWID");
  }

  @Override
  public NClob getNClob(int column) throws SQLException {
    throw SqlErrors.unsupported("NCLOB");
  }

  @Override
  public SQLXML getSQLXML(int column) throws SQLException {
    throw SqlErrors.unsupported("SQLXML");
  }

  /** An exact match wins, otherwise the first that differs only in case. */
  @Override
  public int findColumn(String label) throws SQLException {
    requireOpen();
    Integer known = labels.get(label);
    if (known != null) {
      return known;
    }
    int found = -1;
    for (int i = columns.size() - 1; i >= 0; i--) {
      boolean exactAlready = found >= 0 && columns.get(found).name().equals(label);
      String name = columns.get(i).name();
      if (name.equals(label) || (!exactAlready && name.equalsIgnoreCase(label))) {
        found = i;
      }
    }
    if (found < 0) {
      throw new SQLException(
          "there is no column '"
              + label
              + "'; there are "
              + String.join(", ", columns.stream().map(Column::name).toList()),
          SqlState.BAD_INDEX);
    }
    labels.put(label, found + 1);
    return found + 1;
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    requireOpen();
    return new ResultColumns(columns);
  }

  @Override
  public @Nullable Statement getStatement() throws SQLException {
    requireOpen();
    return statement;
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    requireOpen();
    return row == 0 && !ended && hasFirst();
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    requireOpen();
    return ended && row > 0;
  }

  @Override
  public boolean isFirst() throws SQLException {
    requireOpen();
    return onRow && row == 1;
  }

  @Override
  public boolean isLast() throws SQLException {
    throw SqlErrors.unsupported("knowing the last row before reading past it");
  }

  @Override
  public int getRow() throws SQLException {
    requireOpen();
    return onRow ? (int) Math.min(row, Integer.MAX_VALUE) : 0;
  }

  @Override
  public int getType() {
    return TYPE_FORWARD_ONLY;
  }

  @Override
  public int getConcurrency() {
    return CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() {
    return HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public int getFetchDirection() {
    return FETCH_FORWARD;
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    if (direction != FETCH_FORWARD) {
      throw SqlErrors.unsupported("a fetch direction other than forward");
    }
  }

  @Override
  public int getFetchSize() {
    return fetchSize;
  }

  /** A hint; the server decides how large a batch is. */
  @Override
  public void setFetchSize(int size) throws SQLException {
    if (size < 0) {
      throw new SQLException("a fetch size is not negative", SqlState.BAD_VALUE);
    }
    fetchSize = size;
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
  public String getCursorName() throws SQLException {
    throw SqlErrors.unsupported("a named cursor");
  }

  @Override
  public boolean rowUpdated() {
    return false;
  }

  @Override
  public boolean rowInserted() {
    return false;
  }

  @Override
  public boolean rowDeleted() {
    return false;
  }

  @Override
  public <T> T unwrap(Class<T> wanted) throws SQLException {
    return Unwrapping.unwrap(this, wanted);
  }

  @Override
  public boolean isWrapperFor(Class<?> wanted) {
    return wanted.isInstance(this);
  }

  private long integer(int column, long min, long max, String type) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : Conversions.integer(value, min, max, type);
  }

  private @Nullable Object value(int column) throws SQLException {
    requireOpen();
    if (!onRow) {
      throw new SQLException(
          ended ? "the result has no more rows" : "call next() before the first read",
          SqlState.CURSOR_STATE);
    }
    if (column < 1 || column > columns.size()) {
      throw new SQLException(
          "there is no column " + column + "; there are " + columns.size(), SqlState.BAD_INDEX);
    }
    Object value = rows.value(column - 1);
    wasNull = value == null;
    return value;
  }

  private ZoneId zone(@Nullable Calendar calendar) {
    return calendar == null ? zone : calendar.getTimeZone().toZoneId();
  }

  private void requireOpen() throws SQLException {
    if (closed) {
      throw new SQLException("the result set is closed", SqlState.CURSOR_STATE);
    }
  }
}
