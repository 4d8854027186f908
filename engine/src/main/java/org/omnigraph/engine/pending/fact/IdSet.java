package org.omnigraph.engine.pending.fact;

import java.util.BitSet;
import java.util.Optional;
import org.omnigraph.engine.pending.key.ByteBuilder;
import org.omnigraph.engine.pending.key.IntTable;
import org.omnigraph.engine.pending.key.KeyHasher;
import org.omnigraph.engine.pending.key.KeyHashes;
import org.omnigraph.engine.pending.key.KeyIndex;
import org.omnigraph.engine.pending.key.KeyRange;
import org.omnigraph.engine.pending.key.StateMemory;
import org.omnigraph.engine.pending.key.TextTable;

/**
 * Ids of one type: those of staged rows, and for a node type those that staged edges refer to. Each
 * has a number; some have their text.
 */
public final class IdSet {
  /** So many first ids keep their text, so that a small write can be probed by value. */
  public static final int FEW = 64;

  private final KeyRange range;
  private final KeyIndex index;
  private final IntTable rows;
  private final TextTable texts;
  private final BitSet staged = new BitSet();

  IdSet(KeyRange range, StateMemory memory) {
    this.range = range;
    this.index = new KeyIndex(memory);
    this.rows = new IntTable(memory);
    this.texts = new TextTable(memory);
  }

  /** How many numbers there are. */
  public int size() {
    return index.size();
  }

  /** How many ids are those of staged rows. */
  public int stagedCount() {
    return staged.cardinality();
  }

  /** Whether anything is known of an id: it lies in the range that was looked at. */
  public boolean covers(KeyHasher id) {
    return range.holds(id.high());
  }

  /** The number of an id, or {@link KeyIndex#ABSENT}. */
  public int find(KeyHasher id) {
    return index.find(id);
  }

  /** Whether a staged row has the id. */
  public boolean isStaged(int number) {
    return number >= 0 && staged.get(number);
  }

  /** The least number from {@code from} on that no staged row has; {@link #size()} when none is. */
  public int nextReferred(int from) {
    return Math.min(staged.nextClearBit(from), size());
  }

  /** The least number from {@code from} on that a staged row has, or -1. */
  public int nextStaged(int from) {
    return staged.nextSetBit(from);
  }

  /** The staged row that has the id. */
  public int row(int number) {
    return rows.get(number);
  }

  /** The text of an id, when it was kept. */
  public Optional<String> text(int number) {
    return texts.get(number);
  }

  /**
   * Notes the id of a staged row; answers the row that has it already, or -1.
   *
   * @param ids of a run of rows, among them the id at {@code i}
   */
  int stage(KeyHashes ids, int i, int row) {
    if (!range.holds(ids.high(i))) {
      return -1;
    }
    int number = intern(ids, i);
    if (staged.get(number)) {
      return rows.get(number);
    }
    staged.set(number);
    rows.set(number, row);
    if (number < FEW) {
      keepText(number, ids, i);
    }
    return -1;
  }

  /** Notes an end point; answers its number, or {@link KeyIndex#ABSENT} outside the range. */
  int refer(KeyHashes ids, int i, boolean keepText) {
    if (!range.holds(ids.high(i))) {
      return KeyIndex.ABSENT;
    }
    int number = intern(ids, i);
    if (keepText || !staged.get(number)) {
      keepText(number, ids, i);
    }
    return number;
  }

  /** Forgets which ids are staged; numbers stay. */
  void unstageAll() {
    staged.clear();
  }

  private int intern(KeyHashes ids, int i) {
    int there = index.add(ids.high(i), ids.low(i));
    return there == KeyIndex.ABSENT ? index.size() - 1 : there;
  }

  private void keepText(int number, KeyHashes ids, int i) {
    if (!texts.has(number)) {
      ByteBuilder utf8 = ids.text(i);
      texts.put(number, utf8.array(), utf8.length());
    }
  }
}
