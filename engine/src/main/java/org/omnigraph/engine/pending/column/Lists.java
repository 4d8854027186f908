package org.omnigraph.engine.pending.column;

import java.util.EnumSet;
import java.util.Set;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.types.Types.MinorType;
import org.omnigraph.engine.error.InvalidRequest;

/** A cursor over lists of any layout. */
abstract class Lists {
  static final Set<MinorType> TYPES =
      EnumSet.of(
          MinorType.LIST,
          MinorType.LARGELIST,
          MinorType.LISTVIEW,
          MinorType.LARGELISTVIEW,
          MinorType.FIXED_SIZE_LIST);

  private final FieldVector items;
  private int start;
  private int length;

  private Lists(FieldVector items) {
    this.items = items;
  }

  static Lists of(FieldVector vector) {
    if (vector instanceof ListVector v) {
      return cursor(v.getDataVector(), v::getElementStartIndex, v::getElementEndIndex);
    }
    if (vector instanceof LargeListVector v) {
      return cursor(v.getDataVector(), v::getElementStartIndex, v::getElementEndIndex);
    }
    // Views are read from their buffers: their own end index is the size of the list, not its end.
    if (vector instanceof ListViewVector v) {
      ArrowBuf offsets = v.getOffsetBuffer();
      ArrowBuf sizes = v.getSizeBuffer();
      return cursor(
          v.getDataVector(),
          index -> offsets.getInt(4L * index),
          index -> (long) offsets.getInt(4L * index) + sizes.getInt(4L * index));
    }
    if (vector instanceof LargeListViewVector v) {
      ArrowBuf offsets = v.getOffsetBuffer();
      ArrowBuf sizes = v.getSizeBuffer();
      return cursor(
          v.getDataVector(),
          index -> offsets.getLong(8L * index),
          index -> offsets.getLong(8L * index) + sizes.getLong(8L * index));
    }
    if (vector instanceof FixedSizeListVector v) {
      return cursor(v.getDataVector(), v::getElementStartIndex, v::getElementEndIndex);
    }
    throw new IllegalArgumentException("no lists in " + vector.getMinorType());
  }

  private interface Bound {
    long of(int index);
  }

  private static Lists cursor(FieldVector items, Bound from, Bound to) {
    return new Lists(items) {
      @Override
      void seek(int index) {
        at(from.of(index), to.of(index));
      }
    };
  }

  /** Moves to the list at an index, which is not null. */
  abstract void seek(int index);

  FieldVector items() {
    return items;
  }

  int start() {
    return start;
  }

  int length() {
    return length;
  }

  final void at(long from, long to) {
    if (from < 0 || to < from || to > items.getValueCount()) {
      throw new InvalidRequest(
          "column '" + items.getName() + "' is damaged: a list reaches outside its items");
    }
    start = (int) from;
    length = (int) (to - from);
  }
}
