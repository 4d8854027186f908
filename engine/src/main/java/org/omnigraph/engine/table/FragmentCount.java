package org.omnigraph.engine.table;

/**
 * How many fragments a version of a table has. Each adds to the time of opening, scanning and
 * committing the table.
 *
 * @param all fragments
 * @param small those of them with fewer live rows than {@link #SMALL}
 */
public record FragmentCount(int all, int small) {
  /** What one keyed write may bring: fragments below it are the traces of single writes. */
  public static final int SMALL = 8_192;
}
