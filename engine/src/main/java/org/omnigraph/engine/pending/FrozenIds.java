package org.omnigraph.engine.pending;

import java.util.Collection;
import java.util.function.IntPredicate;
import org.apache.arrow.vector.FieldVector;
import org.omnigraph.engine.pending.key.ByteBuilder;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.pending.key.KeyHasher;

/** Ids by their 128-bit hashes, of which none is added any more. Any thread may look. */
final class FrozenIds {
  static final FrozenIds NONE = new FrozenIds(0);

  /** Pairs of halves; two zeros are an empty slot. At most half of the slots are taken. */
  private final long[] slots;

  private final int mask;
  private boolean hasZero;
  private int size;

  private FrozenIds(int most) {
    int count = Integer.highestOneBit(Math.max(4, most)) << 2;
    this.slots = new long[2 * count];
    this.mask = count - 1;
  }

  /** The ids of a set. */
  static FrozenIds of(Collection<String> ids) {
    FrozenIds made = new FrozenIds(ids.size());
    KeyHasher hasher = new KeyHasher();
    ByteBuilder text = new ByteBuilder();
    for (String id : ids) {
      text.clear().append(id);
      made.add(hasher.hash(text));
    }
    return made;
  }

  /** Room for ids that are added before anyone looks. */
  static FrozenIds withRoomFor(int most) {
    return new FrozenIds(most);
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Adds the ids of a column. */
  void addAll(FieldVector column) {
    KeyColumn ids = KeyColumn.of(column);
    KeyHasher hasher = new KeyHasher();
    ByteBuilder text = new ByteBuilder();
    for (int row = 0; row < column.getValueCount(); row++) {
      ids.appendIdentity(row, text.clear());
      add(hasher.hash(text));
    }
  }

  private void add(KeyHasher id) {
    if (!has(id.high(), id.low())) {
      size++;
      if ((id.high() | id.low()) == 0) {
        hasZero = true;
      } else {
        int at = slotOf(id.high(), id.low());
        slots[2 * at] = id.high();
        slots[2 * at + 1] = id.low();
      }
    }
  }

  private boolean has(long high, long low) {
    if ((high | low) == 0) {
      return hasZero;
    }
    int at = slotOf(high, low);
    return slots[2 * at] == high && slots[2 * at + 1] == low;
  }

  private int slotOf(long high, long low) {
    int at = (int) low & mask;
    while ((slots[2 * at] | slots[2 * at + 1]) != 0
        && (slots[2 * at] != high || slots[2 * at + 1] != low)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  /** Which rows of a column of ids are among these; for one thread. */
  IntPredicate among(FieldVector column) {
    KeyColumn ids = KeyColumn.of(column);
    KeyHasher hasher = new KeyHasher();
    ByteBuilder text = new ByteBuilder();
    return row -> {
      ids.appendIdentity(row, text.clear());
      hasher.hash(text);
      return has(hasher.high(), hasher.low());
    };
  }
}
