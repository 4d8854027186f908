package org.omnigraph.engine.pending;

import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/** What cells of the physical types take in an Arrow buffer, before they are copied there. */
final class CellBytes {
  private CellBytes() {}

  /** Bytes of some cells of a column, their share of validity and offsets included. */
  static long of(ValueVector column, int[] rows) {
    long bytes = (rows.length + 7L) / 8;
    for (int row : rows) {
      bytes += of(column, row);
    }
    return bytes;
  }

  private static long of(ValueVector column, int row) {
    if (column instanceof BaseVariableWidthVector texts) {
      return 4L + (texts.isNull(row) ? 0 : texts.getValueLength(row));
    }
    if (column instanceof BaseLargeVariableWidthVector texts) {
      return 8L + (texts.isNull(row) ? 0 : texts.getValueLength(row));
    }
    if (column instanceof ListVector list) {
      return 4L
          + (list.isNull(row)
              ? 0
              : range(
                  list.getDataVector(),
                  list.getElementStartIndex(row),
                  list.getElementEndIndex(row)));
    }
    if (column instanceof FixedSizeListVector list) {
      int size = list.getListSize();
      return range(list.getDataVector(), row * size, (row + 1) * size);
    }
    if (column instanceof StructVector struct) {
      return struct.getChildrenFromFields().stream().mapToLong(child -> of(child, row)).sum();
    }
    return column instanceof BaseFixedWidthVector fixed ? fixed.getTypeWidth() : 0;
  }

  private static long range(ValueVector column, int from, int to) {
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += of(column, i);
    }
    return bytes;
  }
}
