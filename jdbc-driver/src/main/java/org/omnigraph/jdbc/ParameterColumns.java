package org.omnigraph.jdbc;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;

/** What the server expects as parameters. */
final class ParameterColumns implements ParameterMetaData {
  private final List<Column> columns;

  ParameterColumns(List<Column> columns) {
    this.columns = columns;
  }

  @Override
  public int getParameterCount() {
    return columns.size();
  }

  @Override
  public int isNullable(int parameter) throws SQLException {
    at(parameter);
    return parameterNullable;
  }

  @Override
  public boolean isSigned(int parameter) throws SQLException {
    return at(parameter).signed();
  }

  @Override
  public int getPrecision(int parameter) throws SQLException {
    return at(parameter).precision();
  }

  @Override
  public int getScale(int parameter) throws SQLException {
    return at(parameter).scale();
  }

  @Override
  public int getParameterType(int parameter) throws SQLException {
    return at(parameter).type();
  }

  @Override
  public String getParameterTypeName(int parameter) throws SQLException {
    return at(parameter).typeName();
  }

  @Override
  public String getParameterClassName(int parameter) throws SQLException {
    return at(parameter).objectClass().getName();
  }

  @Override
  public int getParameterMode(int parameter) throws SQLException {
    at(parameter);
    return parameterModeIn;
  }

  @Override
  public <T> T unwrap(Class<T> wanted) throws SQLException {
    return Unwrapping.unwrap(this, wanted);
  }

  @Override
  public boolean isWrapperFor(Class<?> wanted) {
    return wanted.isInstance(this);
  }

  private Column at(int parameter) throws SQLException {
    if (parameter < 1 || parameter > columns.size()) {
      throw new SQLException(
          "there is no parameter " + parameter + "; there are " + columns.size(),
          SqlState.BAD_INDEX);
    }
    return columns.get(parameter - 1);
  }
}
