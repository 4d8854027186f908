package org.omnigraph.engine.pending.column;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.ByteFunctionHelpers;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.BrokenConstraint;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.pending.key.ByteBuilder;
import org.omnigraph.engine.pending.key.KeyTuple;
import org.omnigraph.engine.schema.GraphType;

/**
 * The ids of a batch: derived from the key, else taken, else new. An id given for a keyed type must
 * be the derived one.
 */
final class IdColumn {
  private static final int ULID_BYTES = 26;

  private final GraphType type;
  private final IdSource ids;

  IdColumn(GraphType type, IdSource ids) {
    this.type = type;
    this.ids = ids;
  }

  /**
   * Fills the first column of {@code root}, whose other columns are there already.
   *
   * @param given the ids of the input as plain text, or null when it has none
   */
  void fill(
      VectorSchemaRoot root, @Nullable VarCharVector given, int rows, Conversion.Batch batch) {
    VarCharVector target = (VarCharVector) root.getVector(0);
    List<FieldVector> key = type.keyColumns().stream().map(root::getVector).toList();
    if (key.isEmpty()) {
      takeOrMake(target, given, rows);
    } else if (key.size() == 1 && key.get(0) instanceof VarCharVector text) {
      copy(text, target, rows);
    } else {
      derive(new KeyTuple(key), target, Math.min(rows, batch.problems().firstRow()));
    }
    target.setValueCount(rows);
    batch.charge().arrow(bytesOf(target, rows));
    if (!key.isEmpty() && given != null) {
      compare(given, target, rows, batch);
    }
  }

  private static long bytesOf(VarCharVector ids, int rows) {
    return Fill.validityBytes(rows) + 4L * (rows + 1) + ids.getOffsetBuffer().getInt(4L * rows);
  }

  private static void copy(VarCharVector source, VarCharVector target, int rows) {
    long bytes = source.getOffsetBuffer().getInt(4L * rows);
    target.allocateNew(bytes, rows);
    target.getOffsetBuffer().setBytes(0, source.getOffsetBuffer(), 0, 4L * (rows + 1));
    target.getDataBuffer().setBytes(0, source.getDataBuffer(), 0, bytes);
    Fill.allValid(target.getValidityBuffer(), rows);
    target.setLastSet(rows - 1);
  }

  private static void derive(KeyTuple key, VarCharVector target, int rows) {
    target.allocateNew(16L * rows, rows);
    ByteBuilder text = new ByteBuilder();
    for (int row = 0; row < rows; row++) {
      key.appendId(row, text.clear());
      target.setSafe(row, text.array(), 0, text.length());
    }
  }

  private void takeOrMake(VarCharVector target, @Nullable VarCharVector given, int rows) {
    target.allocateNew((long) ULID_BYTES * rows, rows);
    byte[] ulid = new byte[ULID_BYTES];
    for (int row = 0; row < rows; row++) {
      if (given != null && !given.isNull(row)) {
        int from = given.getOffsetBuffer().getInt(4L * row);
        int to = given.getOffsetBuffer().getInt(4L * row + 4);
        target.setSafe(row, from, to - from, given.getDataBuffer());
      } else {
        ascii(ids.ulid(), ulid);
        target.setSafe(row, ulid, 0, ULID_BYTES);
      }
    }
  }

  private static void ascii(String text, byte[] bytes) {
    for (int i = 0; i < ULID_BYTES; i++) {
      bytes[i] = (byte) text.charAt(i);
    }
  }

  private void compare(
      VarCharVector given, VarCharVector derived, int rows, Conversion.Batch batch) {
    int end = Math.min(rows, batch.problems().firstRow());
    for (int row = 0; row < end; row++) {
      if (!given.isNull(row) && !same(given, derived, row)) {
        String wrong = Shown.value(given, row);
        String right = Shown.value(derived, row);
        batch
            .problems()
            .breaks(
                row,
                BrokenConstraint.Kind.CHECK,
                () ->
                    type.kind().prefix()
                        + " "
                        + type.name()
                        + ": id '"
                        + wrong
                        + "' contradicts the key, which makes '"
                        + right
                        + "'; leave the id out");
        return;
      }
    }
  }

  private static boolean same(VarCharVector left, VarCharVector right, int row) {
    ArrowBuf a = left.getOffsetBuffer();
    ArrowBuf b = right.getOffsetBuffer();
    int from = a.getInt(4L * row);
    int other = b.getInt(4L * row);
    int length = a.getInt(4L * row + 4) - from;
    return length == b.getInt(4L * row + 4) - other
        && ByteFunctionHelpers.equal(
                left.getDataBuffer(),
                from,
                from + (long) length,
                right.getDataBuffer(),
                other,
                other + (long) length)
            == 1;
  }
}
