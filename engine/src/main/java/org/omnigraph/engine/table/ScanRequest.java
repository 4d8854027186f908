package org.omnigraph.engine.table;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a scan reads.
 *
 * @param columns the physical columns, in the order in which they come back; must not be empty
 * @param filter which rows
 * @param limit at most so many rows; which ones is not defined
 * @param offset rows to leave out first
 * @param batchRows rows a batch holds at most; 0 leaves it to the table
 * @param rowAddress whether a column {@code _rowaddr} (unsigned 64-bit) comes last
 */
public record ScanRequest(
    List<String> columns,
    Predicate filter,
    OptionalLong limit,
    OptionalLong offset,
    int batchRows,
    boolean rowAddress) {
  /** A column that every table has: the identity that a row keeps over updates, unsigned 64-bit. */
  public static final String ROW_ID = "_rowid";

  public ScanRequest {
    columns = List.copyOf(columns);
  }

  /** All rows of the given columns. */
  public static ScanRequest of(List<String> columns) {
    return new ScanRequest(
        columns, Predicate.TRUE, OptionalLong.empty(), OptionalLong.empty(), 0, false);
  }

  public ScanRequest where(Predicate predicate) {
    return new ScanRequest(
        columns, Predicate.and(filter, predicate), limit, offset, batchRows, rowAddress);
  }

  public ScanRequest limitedTo(long rows) {
    return new ScanRequest(columns, filter, OptionalLong.of(rows), offset, batchRows, rowAddress);
  }

  public ScanRequest inBatchesOf(int rows) {
    return new ScanRequest(columns, filter, limit, offset, rows, rowAddress);
  }

  /** With a last column {@link #ROW_ID}. */
  public ScanRequest withRowId() {
    List<String> all = new ArrayList<>(columns);
    all.add(ROW_ID);
    return new ScanRequest(all, filter, limit, offset, batchRows, rowAddress);
  }

  public ScanRequest withRowAddress() {
    return new ScanRequest(columns, filter, limit, offset, batchRows, true);
  }
}
