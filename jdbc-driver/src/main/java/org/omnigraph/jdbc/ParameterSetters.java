package org.omnigraph.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.ZoneId;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/**
 * The setters of a prepared statement: each turns its value into the canonical one ({@link
 * ArrowValues}), which is sent as what it is.
 */
abstract class ParameterSetters extends OmniGraphStatement implements PreparedStatement {
  ParameterSetters(OmniGraphConnection connection) {
    super(connection);
  }

  /** Keeps a canonical value for the next execution; null is SQL null. */
  abstract void set(int parameter, @Nullable Object value) throws SQLException;

  @Override
  public void setNull(int parameter, int type) throws SQLException {
    set(parameter, null);
  }

  @Override
  public void setNull(int parameter, int type, @Nullable String name) throws SQLException {
    set(parameter, null);
  }

  @Override
  public void setBoolean(int parameter, boolean x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setByte(int parameter, byte x) throws SQLException {
    set(parameter, (int) x);
  }

  @Override
  public void setShort(int parameter, short x) throws SQLException {
    set(parameter, (int) x);
  }

  @Override
  public void setInt(int parameter, int x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setLong(int parameter, long x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setFloat(int parameter, float x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setDouble(int parameter, double x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setBigDecimal(int parameter, @Nullable BigDecimal x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setString(int parameter, @Nullable String x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setNString(int parameter, @Nullable String x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setBytes(int parameter, byte @Nullable [] x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setDate(int parameter, @Nullable Date x) throws SQLException {
    set(parameter, canonical(parameter, x, zone()));
  }

  @Override
  public void setDate(int parameter, @Nullable Date x, @Nullable Calendar calendar)
      throws SQLException {
    set(
        parameter,
        x == null || calendar == null
            ? canonical(parameter, x, zone())
            : ParameterValues.day(x, zone(calendar)));
  }

  @Override
  public void setTime(int parameter, @Nullable Time x) throws SQLException {
    set(parameter, canonical(parameter, x, zone()));
  }

  @Override
  public void setTime(int parameter, @Nullable Time x, @Nullable Calendar calendar)
      throws SQLException {
    set(
        parameter,
        x == null || calendar == null
            ? canonical(parameter, x, zone())
            : ParameterValues.timeOfDay(x, zone(calendar)));
  }

  @Override
  public void setTimestamp(int parameter, @Nullable Timestamp x) throws SQLException {
    set(parameter, canonical(parameter, x, zone()));
  }

  @Override
  public void setTimestamp(int parameter, @Nullable Timestamp x, @Nullable Calendar calendar)
      throws SQLException {
    set(parameter, canonical(parameter, x, zone(calendar)));
  }

  @Override
  public void setObject(int parameter, @Nullable Object x) throws SQLException {
    set(parameter, canonical(parameter, x, zone()));
  }

  @Override
  public void setObject(int parameter, @Nullable Object x, int type) throws SQLException {
    set(parameter, typed(parameter, x, type));
  }

  @Override
  public void setObject(int parameter, @Nullable Object x, int type, int scale)
      throws SQLException {
    Object value = typed(parameter, x, type);
    set(parameter, TypedArguments.scaled(value, type, scale));
  }

  @Override
  public void setObject(int parameter, @Nullable Object x, @Nullable SQLType type)
      throws SQLException {
    setObject(parameter, x, number(type));
  }

  @Override
  public void setObject(int parameter, @Nullable Object x, @Nullable SQLType type, int scale)
      throws SQLException {
    setObject(parameter, x, number(type), scale);
  }

  private static int number(@Nullable SQLType type) {
    Integer number = type == null ? null : type.getVendorTypeNumber();
    return number == null ? Types.OTHER : number;
  }

  @Override
  public void setArray(int parameter, @Nullable Array x) throws SQLException {
    set(parameter, canonical(parameter, x, zone()));
  }

  @Override
  public void setURL(int parameter, @Nullable URL x) throws SQLException {
    set(parameter, x == null ? null : x.toString());
  }

  @Override
  public void setBlob(int parameter, @Nullable Blob x) throws SQLException {
    set(parameter, canonical(parameter, x, zone()));
  }

  @Override
  public void setClob(int parameter, @Nullable Clob x) throws SQLException {
    set(parameter, canonical(parameter, x, zone()));
  }

  @Override
  public void setAsciiStream(int parameter, @Nullable InputStream x) throws SQLException {
    set(parameter, ascii(x, -1));
  }

  @Override
  public void setBinaryStream(int parameter, @Nullable InputStream x) throws SQLException {
    set(parameter, bytes(x, -1));
  }

  @Override
  public void setCharacterStream(int parameter, @Nullable Reader x) throws SQLException {
    set(parameter, text(x, -1));
  }

  @Override
  public void setAsciiStream(int parameter, @Nullable InputStream x, int length)
      throws SQLException {
    set(parameter, ascii(x, length));
  }

  @Override
  public void setBinaryStream(int parameter, @Nullable InputStream x, int length)
      throws SQLException {
    set(parameter, bytes(x, length));
  }

  @Override
  public void setCharacterStream(int parameter, @Nullable Reader x, int length)
      throws SQLException {
    set(parameter, text(x, length));
  }

  @Override
  public void setAsciiStream(int parameter, @Nullable InputStream x, long length)
      throws SQLException {
    set(parameter, ascii(x, length));
  }

  @Override
  public void setBinaryStream(int parameter, @Nullable InputStream x, long length)
      throws SQLException {
    set(parameter, bytes(x, length));
  }

  @Override
  public void setCharacterStream(int parameter, @Nullable Reader x, long length)
      throws SQLException {
    set(parameter, text(x, length));
  }

  @Override
  @Deprecated
  public void setUnicodeStream(int parameter, @Nullable InputStream x, int length)
      throws SQLException {
    byte[] bytes = bytes(x, length);
    set(parameter, bytes == null ? null : new String(bytes, StandardCharsets.UTF_8));
  }

  @Override
  public void setNCharacterStream(int parameter, @Nullable Reader x) throws SQLException {
    set(parameter, text(x, -1));
  }

  @Override
  public void setClob(int parameter, @Nullable Reader x) throws SQLException {
    set(parameter, text(x, -1));
  }

  @Override
  public void setNClob(int parameter, @Nullable Reader x) throws SQLException {
    set(parameter, text(x, -1));
  }

  @Override
  public void setBlob(int parameter, @Nullable InputStream x) throws SQLException {
    set(parameter, bytes(x, -1));
  }

  @Override
  public void setNCharacterStream(int parameter, @Nullable Reader x, long length)
      throws SQLException {
    set(parameter, text(x, length));
  }

  @Override
  public void setClob(int parameter, @Nullable Reader x, long length) throws SQLException {
    set(parameter, text(x, length));
  }

  @Override
  public void setNClob(int parameter, @Nullable Reader x, long length) throws SQLException {
    set(parameter, text(x, length));
  }

  @Override
  public void setBlob(int parameter, @Nullable InputStream x, long length) throws SQLException {
    set(parameter, bytes(x, length));
  }

  @Override
  public void setNClob(int parameter, @Nullable NClob x) throws SQLException {
    set(parameter, canonical(parameter, x, zone()));
  }

  @Override
  public void setRef(int parameter, @Nullable Ref x) throws SQLException {
    throw SqlErrors.unsupported("REF");
  }

  @Override
  public void setRowId(int parameter, @Nullable RowId x) throws SQLException {
    throw SqlErrors.unsupported("ROWID");
  }

  @Override
  public void setSQLXML(int parameter, @Nullable SQLXML x) throws SQLException {
    throw SqlErrors.unsupported("SQLXML");
  }

  private ZoneId zone() {
    return session().target().zone();
  }

  private ZoneId zone(@Nullable Calendar calendar) {
    return calendar == null ? zone() : calendar.getTimeZone().toZoneId();
  }

  private static @Nullable Object canonical(int parameter, @Nullable Object x, ZoneId zone)
      throws SQLException {
    try {
      return ParameterValues.canonical(x, zone);
    } catch (SQLDataException e) {
      throw ParameterValues.named(parameter, e);
    }
  }

  private @Nullable Object typed(int parameter, @Nullable Object x, int type) throws SQLException {
    Object value = canonical(parameter, x, zone());
    try {
      return TypedArguments.of(value, type);
    } catch (SQLDataException e) {
      throw ParameterValues.named(parameter, e);
    }
  }

  private static byte @Nullable [] bytes(@Nullable InputStream x, long length) throws SQLException {
    return ParameterValues.bytes(x, length);
  }

  private static @Nullable String ascii(@Nullable InputStream x, long length) throws SQLException {
    byte[] bytes = bytes(x, length);
    return bytes == null ? null : UnicodeText.ascii(bytes);
  }

  private static @Nullable String text(@Nullable Reader x, long length) throws SQLException {
    return ParameterValues.text(x, length);
  }
}
