package org.omnigraph.jdbc;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows, read once from first to last, in canonical values ({@link ArrowValues}). */
interface Rows {
  List<Column> columns();

  /** Moves to the next row; false past the last. */
  boolean advance() throws SQLException;

  /** The value of the current row's column, counted from 0. */
  @Nullable Object value(int column);

  /** Ends the read wherever it is and frees everything; harmless when repeated. */
  void close() throws SQLException;
}
