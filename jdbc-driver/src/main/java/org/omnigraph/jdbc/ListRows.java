package org.omnigraph.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are all in memory. */
final class ListRows implements Rows {
  private final List<Column> columns;
  private final List<@Nullable Object[]> rows;
  private int at = -1;

  ListRows(List<Column> columns, List<@Nullable Object[]> rows) {
    this.columns = columns;
    this.rows = rows;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public boolean advance() {
    if (at < rows.size()) {
      at++;
    }
    return at < rows.size();
  }

  @Override
  public @Nullable Object value(int column) {
    return rows.get(at)[column];
  }

  @Override
  public void close() {}
}
