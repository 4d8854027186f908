package org.omnigraph.engine.table;

/**
 * Where a row of one table version is.
 *
 * @param address fragment in the upper half, offset in the lower
 * @param stableId the identity that the row keeps over updates
 */
public record RowLocation(long address, long stableId) {
  /** The fragment that holds the row. */
  public int fragment() {
    return (int) (address >>> 32);
  }

  /** The row's place in its fragment, deleted rows counted. */
  public int offset() {
    return (int) address;
  }
}
