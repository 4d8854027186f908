package org.omnigraph.engine.id;

import java.util.Comparator;
import java.util.HexFormat;

/**
 * Names one incarnation of one type's table for ever: renames keep it, drop and re-add makes a new
 * one.
 *
 * @param stableTableId the type's id, never zero
 * @param incarnationId the incarnation's id, never zero
 */
public record TableIdentity(long stableTableId, long incarnationId)
    implements Comparable<TableIdentity> {
  public TableIdentity {
    if (stableTableId == 0 || incarnationId == 0) {
      throw new IllegalArgumentException("a table identity has no zero part");
    }
  }

  /** The two halves as 16 lower-case hex digits each, joined by {@code separator}. */
  public String hex(String separator) {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(stableTableId) + separator + hex.toHexDigits(incarnationId);
  }

  @Override
  public int compareTo(TableIdentity other) {
    return Comparator.comparingLong(TableIdentity::stableTableId)
        .thenComparingLong(TableIdentity::incarnationId)
        .compare(this, other);
  }
}
