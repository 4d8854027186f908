package org.omnigraph.engine.pending;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.fact.RowFacts;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.table.StagedFragments;

/**
 * What one request changes, whichever surface it came through. Validators, staging and merge read
 * this and nothing else.
 *
 * @param base the snapshot it was made against
 * @param changes by alias, sorted; a type without a change is absent
 * @param facts what the validators need to know of the rows without reading them again
 * @param boundToBase whether it was made by reading {@code base}, so that it fits no other snapshot
 */
public record ChangeSet(
    Snapshot base, SortedMap<TypeKey, TypeChange> changes, RowFacts facts, boolean boundToBase) {

  /** A change set of rows that fit any snapshot of the branch, if they are valid there. */
  public ChangeSet(Snapshot base, SortedMap<TypeKey, TypeChange> changes, RowFacts facts) {
    this(base, changes, facts, false);
  }

  /**
   * The change of one type.
   *
   * @param mode whether the rows insert strictly, upsert, or replace the whole table
   * @param rows the final image of each written id
   * @param deletedIds ids of committed rows that go
   */
  public record TypeChange(GraphType type, WriteMode mode, Rows rows, Set<String> deletedIds) {
    public TypeChange {
      deletedIds = Collections.unmodifiableSet(deletedIds);
    }

    /** Rows only go. */
    public static TypeChange deleting(GraphType type, Set<String> ids) {
      return new TypeChange(type, WriteMode.INSERT, new Rows.InMemory(List.of(), 0), ids);
    }
  }

  /** Rows in the table's physical schema. */
  public sealed interface Rows {
    long count();

    /** Batches held in memory. */
    record InMemory(List<ArrowRecordBatch> batches, long count) implements Rows {
      public InMemory {
        batches = List.copyOf(batches);
      }
    }

    /**
     * Batches already written to files that no version refers to: all parts belong to one
     * transaction of the table. No part at all is a valid empty replacement.
     */
    record InFragments(List<StagedFragments> parts) implements Rows {
      public InFragments {
        parts = List.copyOf(parts);
      }

      @Override
      public long count() {
        return parts.stream().mapToLong(StagedFragments::rows).sum();
      }
    }
  }

  /**
   * Whether it may be carried over to a newer snapshot of the branch, and validated there again.
   */
  public boolean fitsLaterBase() {
    return changes.isEmpty()
        || (!boundToBase
            && changes.values().stream()
                .allMatch(c -> c.mode() != WriteMode.REPLACE && c.deletedIds().isEmpty()));
  }

  /** The change of a type, if there is one. */
  public Optional<TypeChange> of(TypeKey key) {
    return Optional.ofNullable(changes.get(key));
  }

  /** How many rows each type gains or rewrites. */
  public Map<TypeKey, Long> rowCounts() {
    java.util.TreeMap<TypeKey, Long> counts = new java.util.TreeMap<>();
    changes.forEach((key, change) -> counts.put(key, change.rows().count()));
    return counts;
  }
}
