package org.omnigraph.query.expand;

import org.apache.arrow.memory.BufferAllocator;

/**
 * How traversals of several hops find edges.
 *
 * @param keptBytes what edges that stay in memory between statements may take together
 * @param wholeTable tables of up to so many edges are always read whole
 * @param lookUps of a larger table that is not in memory, so many statements with few nodes to
 *     begin at look up the edges of the nodes that they come to; the next one reads it whole
 */
public record TraversalLimits(long keptBytes, long wholeTable, int lookUps) {
  private static final long MOST_KEPT = 1L << 30;
  private static final int KEPT_PART = 4;
  private static final long WHOLE_TABLE = 50_000;
  private static final int LOOK_UPS = 4;

  /** A quarter of an allocator's memory, at most 1 GiB. */
  public static TraversalLimits within(BufferAllocator allocator) {
    return new TraversalLimits(
        Math.min(MOST_KEPT, allocator.getLimit() / KEPT_PART), WHOLE_TABLE, LOOK_UPS);
  }
}
