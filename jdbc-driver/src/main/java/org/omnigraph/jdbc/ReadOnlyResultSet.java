package org.omnigraph.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The part of a result set that says no to scrolling and updating, and finds columns by label. */
abstract class ReadOnlyResultSet implements ResultSet {

  @Override
  public @Nullable Array getArray(String label) throws SQLException {
    return getArray(findColumn(label));
  }

  @Override
  public @Nullable InputStream getAsciiStream(String label) throws SQLException {
    return getAsciiStream(findColumn(label));
  }

  @Override
  @Deprecated
  public @Nullable BigDecimal getBigDecimal(String label, int scale) throws SQLException {
    return getBigDecimal(findColumn(label), scale);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(String label) throws SQLException {
    return getBigDecimal(findColumn(label));
  }

  @Override
  public @Nullable InputStream getBinaryStream(String label) throws SQLException {
    return getBinaryStream(findColumn(label));
  }

  @Override
  public @Nullable Blob getBlob(String label) throws SQLException {
    return getBlob(findColumn(label));
  }

  @Override
  public boolean getBoolean(String label) throws SQLException {
    return getBoolean(findColumn(label));
  }

  @Override
  public byte getByte(String label) throws SQLException {
    return getByte(findColumn(label));
  }

  @Override
  public byte @Nullable [] getBytes(String label) throws SQLException {
    return getBytes(findColumn(label));
  }

  @Override
  public @Nullable Reader getCharacterStream(String label) throws SQLException {
    return getCharacterStream(findColumn(label));
  }

  @Override
  public @Nullable Clob getClob(String label) throws SQLException {
    return getClob(findColumn(label));
  }

  @Override
  public @Nullable Date getDate(String label, @Nullable Calendar calendar) throws SQLException {
    return getDate(findColumn(label), calendar);
  }

  @Override
  public @Nullable Date getDate(String label) throws SQLException {
    return getDate(findColumn(label));
  }

  @Override
  public double getDouble(String label) throws SQLException {
    return getDouble(findColumn(label));
  }

  @Override
  public float getFloat(String label) throws SQLException {
    return getFloat(findColumn(label));
  }

  @Override
  public int getInt(String label) throws SQLException {
    return getInt(findColumn(label));
  }

  @Override
  public long getLong(String label) throws SQLException {
    return getLong(findColumn(label));
  }

  @Override
  public @Nullable Reader getNCharacterStream(String label) throws SQLException {
    return getNCharacterStream(findColumn(label));
  }

  @Override
  public @Nullable NClob getNClob(String label) throws SQLException {
    return getNClob(findColumn(label));
  }

  @Override
  public @Nullable String getNString(String label) throws SQLException {
    return getNString(findColumn(label));
  }

  @Override
  public <T> @Nullable T getObject(String label, Class<T> wanted) throws SQLException {
    return getObject(findColumn(label), wanted);
  }

  @Override
  public @Nullable Object getObject(String label, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return getObject(findColumn(label), map);
  }

  @Override
  public @Nullable Object getObject(String label) throws SQLException {
    return getObject(findColumn(label));
  }

  @Override
  public @Nullable Ref getRef(String label) throws SQLException {
    return getRef(findColumn(label));
  }

  @Override
  public @Nullable RowId getRowId(String label) throws SQLException {
    return getRowId(findColumn(label));
  }

  @Override
  public @Nullable SQLXML getSQLXML(String label) throws SQLException {
    return getSQLXML(findColumn(label));
  }

  @Override
  public short getShort(String label) throws SQLException {
    return getShort(findColumn(label));
  }

  @Override
  public @Nullable String getString(String label) throws SQLException {
    return getString(findColumn(label));
  }

  @Override
  public @Nullable Time getTime(String label, @Nullable Calendar calendar) throws SQLException {
    return getTime(findColumn(label), calendar);
  }

  @Override
  public @Nullable Time getTime(String label) throws SQLException {
    return getTime(findColumn(label));
  }

  @Override
  public @Nullable Timestamp getTimestamp(String label, @Nullable Calendar calendar)
      throws SQLException {
    return getTimestamp(findColumn(label), calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(String label) throws SQLException {
    return getTimestamp(findColumn(label));
  }

  @Override
  public @Nullable URL getURL(String label) throws SQLException {
    return getURL(findColumn(label));
  }

  @Override
  @Deprecated
  public @Nullable InputStream getUnicodeStream(String label) throws SQLException {
    return getUnicodeStream(findColumn(label));
  }

  @Override
  public boolean absolute(int row) throws SQLException {
    throw scrolling();
  }

  @Override
  public void afterLast() throws SQLException {
    throw scrolling();
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw scrolling();
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    throw updating();
  }

  @Override
  public void deleteRow() throws SQLException {
    throw updating();
  }

  @Override
  public boolean first() throws SQLException {
    throw scrolling();
  }

  @Override
  public void insertRow() throws SQLException {
    throw updating();
  }

  @Override
  public boolean last() throws SQLException {
    throw scrolling();
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    throw updating();
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    throw updating();
  }

  @Override
  public boolean previous() throws SQLException {
    throw scrolling();
  }

  @Override
  public void refreshRow() throws SQLException {
    throw updating();
  }

  @Override
  public boolean relative(int row) throws SQLException {
    throw scrolling();
  }

  @Override
  public void updateArray(String label, @Nullable Array value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateArray(int column, @Nullable Array value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateAsciiStream(String label, @Nullable InputStream value, int length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateAsciiStream(String label, @Nullable InputStream value, long length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateAsciiStream(String label, @Nullable InputStream value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateAsciiStream(int column, @Nullable InputStream value, int length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateAsciiStream(int column, @Nullable InputStream value, long length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateAsciiStream(int column, @Nullable InputStream value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBigDecimal(String label, @Nullable BigDecimal value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBigDecimal(int column, @Nullable BigDecimal value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBinaryStream(String label, @Nullable InputStream value, int length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateBinaryStream(String label, @Nullable InputStream value, long length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateBinaryStream(String label, @Nullable InputStream value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBinaryStream(int column, @Nullable InputStream value, int length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateBinaryStream(int column, @Nullable InputStream value, long length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateBinaryStream(int column, @Nullable InputStream value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBlob(String label, @Nullable InputStream value, long length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateBlob(String label, @Nullable InputStream value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBlob(String label, @Nullable Blob value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBlob(int column, @Nullable InputStream value, long length) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBlob(int column, @Nullable InputStream value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBlob(int column, @Nullable Blob value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBoolean(String label, boolean value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBoolean(int column, boolean value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateByte(String label, byte value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateByte(int column, byte value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBytes(String label, byte @Nullable [] value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateBytes(int column, byte @Nullable [] value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateCharacterStream(String label, @Nullable Reader value, int length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateCharacterStream(String label, @Nullable Reader value, long length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateCharacterStream(String label, @Nullable Reader value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateCharacterStream(int column, @Nullable Reader value, int length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateCharacterStream(int column, @Nullable Reader value, long length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateCharacterStream(int column, @Nullable Reader value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateClob(String label, @Nullable Reader value, long length) throws SQLException {
    throw updating();
  }

  @Override
  public void updateClob(String label, @Nullable Reader value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateClob(String label, @Nullable Clob value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateClob(int column, @Nullable Reader value, long length) throws SQLException {
    throw updating();
  }

  @Override
  public void updateClob(int column, @Nullable Reader value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateClob(int column, @Nullable Clob value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateDate(String label, @Nullable Date value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateDate(int column, @Nullable Date value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateDouble(String label, double value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateDouble(int column, double value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateFloat(String label, float value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateFloat(int column, float value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateInt(String label, int length) throws SQLException {
    throw updating();
  }

  @Override
  public void updateInt(int column, int length) throws SQLException {
    throw updating();
  }

  @Override
  public void updateLong(String label, long value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateLong(int column, long value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNCharacterStream(String label, @Nullable Reader value, long length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateNCharacterStream(String label, @Nullable Reader value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNCharacterStream(int column, @Nullable Reader value, long length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateNCharacterStream(int column, @Nullable Reader value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNClob(String label, @Nullable Reader value, long length) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNClob(String label, @Nullable Reader value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNClob(String label, @Nullable NClob value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNClob(int column, @Nullable Reader value, long length) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNClob(int column, @Nullable Reader value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNClob(int column, @Nullable NClob value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNString(String label, @Nullable String value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNString(int column, @Nullable String value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNull(String label) throws SQLException {
    throw updating();
  }

  @Override
  public void updateNull(int column) throws SQLException {
    throw updating();
  }

  @Override
  public void updateObject(String label, @Nullable Object value, int length) throws SQLException {
    throw updating();
  }

  @Override
  public void updateObject(String label, @Nullable Object value, @Nullable SQLType type, int length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateObject(String label, @Nullable Object value, @Nullable SQLType type)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateObject(String label, @Nullable Object value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateObject(int column, @Nullable Object value, int length) throws SQLException {
    throw updating();
  }

  @Override
  public void updateObject(int column, @Nullable Object value, @Nullable SQLType type, int length)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateObject(int column, @Nullable Object value, @Nullable SQLType type)
      throws SQLException {
    throw updating();
  }

  @Override
  public void updateObject(int column, @Nullable Object value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateRef(String label, @Nullable Ref value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateRef(int column, @Nullable Ref value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateRow() throws SQLException {
    throw updating();
  }

  @Override
  public void updateRowId(String label, @Nullable RowId value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateRowId(int column, @Nullable RowId value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateSQLXML(String label, @Nullable SQLXML value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateSQLXML(int column, @Nullable SQLXML value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateShort(String label, short value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateShort(int column, short value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateString(String label, @Nullable String value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateString(int column, @Nullable String value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateTime(String label, @Nullable Time value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateTime(int column, @Nullable Time value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateTimestamp(String label, @Nullable Timestamp value) throws SQLException {
    throw updating();
  }

  @Override
  public void updateTimestamp(int column, @Nullable Timestamp value) throws SQLException {
    throw updating();
  }

  private static SQLException updating() {
    return SqlErrors.unsupported("changing rows through a result set");
  }

  private static SQLException scrolling() {
    return SqlErrors.unsupported("moving in a result set other than forward");
  }
}
