package org.omnigraph.engine.table.lance;

import java.util.Arrays;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * The ids of rows on their way into a file, as hashes, so that the file need not be read for them.
 * Beyond a number of rows they are not kept: reading them costs little beside writing them then.
 */
final class NewIds {
  private static final int MOST = 1 << 16;

  private long @Nullable [] hashes = new long[16];
  private int count;

  void add(VectorSchemaRoot batch) {
    FieldVector ids = batch.getVector("id");
    long[] known = hashes;
    if (known == null) {
      return;
    }
    int rows = batch.getRowCount();
    if (!(ids instanceof VarCharVector texts) || rows > MOST - count) {
      hashes = null;
      return;
    }
    if (count + rows > known.length) {
      known = Arrays.copyOf(known, Math.max(count + rows, 2 * known.length));
      hashes = known;
    }
    for (int row = 0; row < rows; row++) {
      known[count++] = IdFilter.hash(texts, row);
    }
  }

  /** The filter of a file that has all of them; null when they are not known. */
  @Nullable IdFilter filter(long rowsOfFile) {
    long[] known = hashes;
    if (known == null || count != rowsOfFile) {
      return null;
    }
    IdFilter filter = new IdFilter(count);
    for (int i = 0; i < count; i++) {
      filter.add(known[i]);
    }
    return filter;
  }
}
