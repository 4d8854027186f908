package org.omnigraph.query.kernel;

/**
 * A part of a scan's rows that is enough for the statement, and is found out when it runs. It is
 * worth a look before a large table is streamed; a copy is read without.
 */
public sealed interface Narrowing {
  /**
   * The rows that may be among the first ones in an order by a column, and others.
   *
   * @param column of the scan
   * @param rows how many come first
   */
  record Top(int column, boolean descending, boolean nullsFirst, long rows) implements Narrowing {}

  /**
   * The rows that have a key of a small scan in a column.
   *
   * @param column of the scan
   * @param from the number of the small scan in the plan
   * @param key its column
   */
  record Keys(int column, int from, int key) implements Narrowing {}
}
