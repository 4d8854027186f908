package org.omnigraph.engine.pending.fact;

import java.util.List;
import org.omnigraph.engine.error.BrokenConstraint;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.Budget;

/**
 * Two staged rows that share an id or a unique tuple.
 *
 * @param shown the values as messages show them
 * @param first the earlier row's place
 * @param firstRow the earlier row's number, -1 when a later row took its place
 * @param firstId the earlier row's id, empty when it was no longer at hand
 * @param second the later row's place
 * @param secondRow the later row's number
 * @param secondId the later row's id
 */
public record Duplicate(
    String shown,
    String first,
    int firstRow,
    String firstId,
    String second,
    int secondRow,
    String secondId) {
  /** What refuses an id that comes twice in an upsert too large for the later row to win. */
  public InvalidRequest inUpsert(TypeKey type) {
    return new BrokenConstraint(
        BrokenConstraint.Kind.UNIQUE,
        second
            + ": "
            + type
            + " gets id "
            + shown
            + " a second time (first at "
            + first
            + "); an upsert of more than "
            + Budget.KEYED.maxRows()
            + " rows takes each id once");
  }

  /** What refuses values of a key or a unique group that one input has twice. */
  public InvalidRequest inInput(TypeKey type, List<String> columns) {
    return new BrokenConstraint(
        BrokenConstraint.Kind.UNIQUE,
        second
            + ": "
            + type
            + " gets "
            + String.join(", ", columns)
            + " "
            + shown
            + " a second time (first at "
            + first
            + "); let one statement write it once");
  }
}
