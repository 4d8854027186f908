package org.omnigraph.engine.validate;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.fact.IdSet;
import org.omnigraph.engine.pending.fact.TypeFacts;
import org.omnigraph.engine.pending.key.KeyColumn;

/** What the graph would be after the change: committed rows, minus what goes, plus what comes. */
final class Image {
  private final ChangeSet changes;
  private final Committed committed;

  /** By node type: the numbers of ids that edges refer to and that stay committed. */
  private final Map<String, BitSet> found = new HashMap<>();

  private final Optional<Map<TypeKey, BitSet>> lost;

  /**
   * Makes an image.
   *
   * @param lost which committed rows, in storage order, have the id of a staged row, when the facts
   *     are those of a range only
   */
  Image(ChangeSet changes, Committed committed, Optional<Map<TypeKey, BitSet>> lost) {
    this.changes = changes;
    this.committed = committed;
    this.lost = lost;
  }

  Optional<TypeFacts> facts(TypeKey type) {
    return changes.facts().type(type);
  }

  boolean isReplaced(TypeKey type) {
    return changes.of(type).map(change -> change.mode() == WriteMode.REPLACE).orElse(false);
  }

  /** Whether every staged row of the type is a new one. */
  boolean insertsOnly(TypeKey type) {
    return changes.of(type).map(change -> change.mode() == WriteMode.INSERT).orElse(false);
  }

  Set<String> deleted(TypeKey type) {
    return changes.of(type).map(ChangeSet.TypeChange::deletedIds).orElse(Set.of());
  }

  /** Whether nodes of the type may be there in the base and not after the change. */
  boolean losesNodes(String nodeType) {
    TypeKey key = TypeKey.node(nodeType);
    return !committed.isEmpty(key) && (isReplaced(key) || !deleted(key).isEmpty());
  }

  /** Whether a node that an edge refers to will be there. */
  boolean hasNode(String nodeType, int number) {
    return changes.facts().nodes(nodeType).isStaged(number)
        || found.computeIfAbsent(nodeType, this::findCommitted).get(number);
  }

  /**
   * Whether a committed node will still be there.
   *
   * @param number its number among the staged and referred ids, negative when it has none
   */
  boolean keepsNode(String nodeType, int number, KeyColumn column, int row) {
    TypeKey key = TypeKey.node(nodeType);
    if (changes.facts().nodes(nodeType).isStaged(number)) {
      return true;
    }
    Set<String> deleted = deleted(key);
    return !isReplaced(key) && (deleted.isEmpty() || !deleted.contains(column.text(row)));
  }

  /** Whether committed rows of the type may go. */
  boolean losesRows(TypeKey type) {
    return isReplaced(type)
        || !deleted(type).isEmpty()
        || (!insertsOnly(type) && mayReplaceOne(type));
  }

  private boolean mayReplaceOne(TypeKey type) {
    return lost.isPresent()
        ? !lost(type).isEmpty()
        : facts(type).map(known -> known.ids().stagedCount() > 0).orElse(false);
  }

  private BitSet lost(TypeKey type) {
    return lost.map(rows -> rows.get(type)).orElseGet(BitSet::new);
  }

  /**
   * Whether a committed row goes: its type is replaced, it is deleted, or a staged row has its id.
   *
   * @param column its batch's ids
   * @param row its place in the batch
   * @param number how many rows of the table come before it
   */
  boolean loses(TypeKey type, Ids ids, KeyColumn column, int row, int number) {
    if (isReplaced(type)) {
      return true;
    }
    Set<String> deleted = deleted(type);
    if (!deleted.isEmpty() && deleted.contains(column.text(row))) {
      return true;
    }
    if (lost.isPresent()) {
      return lost(type).get(number);
    }
    IdSet staged = facts(type).map(TypeFacts::ids).orElse(null);
    return staged != null
        && staged.stagedCount() > 0
        && staged.isStaged(ids.number(staged, column, row));
  }

  private BitSet findCommitted(String nodeType) {
    BitSet there = new BitSet();
    TypeKey key = TypeKey.node(nodeType);
    IdSet nodes = changes.facts().nodes(nodeType);
    if (isReplaced(key) || nodes.nextReferred(0) == nodes.size()) {
      return there;
    }
    Ids ids = new Ids();
    committed.scan(
        key,
        List.of("id"),
        Wanted.referred("id", nodes),
        (batch, firstRow) -> {
          KeyColumn column = Ids.column(batch.getVector(0));
          for (int row = 0; row < batch.getRowCount(); row++) {
            int number = ids.number(nodes, column, row);
            if (number >= 0 && keepsNode(nodeType, number, column, row)) {
              there.set(number);
            }
          }
        });
    return there;
  }
}
