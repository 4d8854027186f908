package org.omnigraph.jdbc;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/** What the columns of a result are. */
final class ResultColumns implements ResultSetMetaData {
  private final List<Column> columns;

  ResultColumns(List<Column> columns) {
    this.columns = columns;
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public boolean isAutoIncrement(int column) throws SQLException {
    at(column);
    return false;
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    return at(column).type() == Types.VARCHAR;
  }

  @Override
  public boolean isSearchable(int column) throws SQLException {
    at(column);
    return true;
  }

  @Override
  public boolean isCurrency(int column) throws SQLException {
    at(column);
    return false;
  }

  @Override
  public int isNullable(int column) throws SQLException {
    return at(column).nullable();
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    return at(column).signed();
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    return at(column).displaySize();
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return at(column).name();
  }

  @Override
  public String getColumnName(int column) throws SQLException {
    return at(column).name();
  }

  @Override
  public String getSchemaName(int column) throws SQLException {
    return at(column).origin().schema();
  }

  @Override
  public int getPrecision(int column) throws SQLException {
    return at(column).precision();
  }

  @Override
  public int getScale(int column) throws SQLException {
    return at(column).scale();
  }

  @Override
  public String getTableName(int column) throws SQLException {
    return at(column).origin().table();
  }

  @Override
  public String getCatalogName(int column) throws SQLException {
    return at(column).origin().catalog();
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return at(column).type();
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return at(column).typeName();
  }

  @Override
  public boolean isReadOnly(int column) throws SQLException {
    at(column);
    return true;
  }

  @Override
  public boolean isWritable(int column) throws SQLException {
    at(column);
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int column) throws SQLException {
    at(column);
    return false;
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return at(column).objectClass().getName();
  }

  @Override
  public <T> T unwrap(Class<T> wanted) throws SQLException {
    return Unwrapping.unwrap(this, wanted);
  }

  @Override
  public boolean isWrapperFor(Class<?> wanted) {
    return wanted.isInstance(this);
  }

  private Column at(int column) throws SQLException {
    if (column < 1 || column > columns.size()) {
      throw new SQLException(
          "there is no column " + column + "; there are " + columns.size(), SqlState.BAD_INDEX);
    }
    return columns.get(column - 1);
  }
}
