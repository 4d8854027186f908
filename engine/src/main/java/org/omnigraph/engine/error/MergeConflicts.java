package org.omnigraph.engine.error;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.omnigraph.engine.id.TypeKey;

/** A branch merge met rows that cannot be reconciled; nothing was written. */
public final class MergeConflicts extends GraphException {
  /** What kind of conflict a row has. */
  public enum Kind {
    DIVERGENT_INSERT,
    DIVERGENT_UPDATE,
    DELETE_VS_UPDATE,
    ORPHAN_EDGE,
    UNIQUE_VIOLATION,
    CARDINALITY_VIOLATION,
    VALUE_CONSTRAINT_VIOLATION
  }

  /** One conflict. */
  public record Entry(TypeKey type, Optional<String> id, Kind kind, String message) {}

  private final List<Entry> conflicts;

  public MergeConflicts(List<Entry> conflicts) {
    super(ErrorCode.MERGE_CONFLICTS, summary(conflicts), null);
    this.conflicts = List.copyOf(conflicts);
  }

  private static String summary(List<Entry> conflicts) {
    String first =
        conflicts.stream().limit(3).map(Entry::message).collect(Collectors.joining("; "));
    String rest = conflicts.size() > 3 ? "; and " + (conflicts.size() - 3) + " more" : "";
    return conflicts.size() + " merge conflict(s): " + first + rest;
  }

  public List<Entry> conflicts() {
    return conflicts;
  }
}
