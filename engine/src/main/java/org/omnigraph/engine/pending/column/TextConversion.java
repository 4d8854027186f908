package org.omnigraph.engine.pending.column;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.omnigraph.engine.error.ResourceLimitExceeded;

/** Text of any layout to {@code Utf8}. */
final class TextConversion implements Conversion {
  @Override
  public boolean accepts(Field source) {
    return Spelling.isOneOf(source, ByteSource.TEXT);
  }

  @Override
  public void convert(
      Owner owner, Positions.Column source, int rows, FieldVector target, Batch batch) {
    VarCharVector text = (VarCharVector) target;
    Positions positions = source.positions();
    ByteSource bytes = source.isNullType() ? null : ByteSource.of(source.values());
    long total = 0;
    int end = Math.min(rows, batch.problems().firstRow());
    for (int row = 0; row < end; row++) {
      int at = positions.of(row);
      if (at != Positions.NULL && bytes != null) {
        bytes.seek(at);
        total += bytes.length();
      } else if (owner.required()) {
        batch.problems().missing(row, owner);
        end = row;
      }
    }
    batch.charge().arrow(total + Fill.validityBytes(rows) + 4L * (rows + 1));
    if (total > Integer.MAX_VALUE) {
      throw new ResourceLimitExceeded(
          "bytes of " + owner.name() + " in one batch",
          Integer.MAX_VALUE,
          total,
          "send smaller batches");
    }
    text.allocateNew(total, rows);
    ArrowBuf offsets = text.getOffsetBuffer();
    ArrowBuf validity = text.getValidityBuffer();
    int written = 0;
    for (int row = 0; row < end; row++) {
      int at = positions.of(row);
      if (at != Positions.NULL && bytes != null) {
        bytes.seek(at);
        int length = bytes.length();
        byte[] value = bytes.bytes();
        if (!Utf8.isValid(value, length)) {
          batch.problems().report(row, () -> owner.name() + ": the text is not valid UTF-8");
          end = row;
        }
        text.getDataBuffer().setBytes(written, value, 0, length);
        written += length;
        BitVectorHelper.setBit(validity, row);
      }
      offsets.setInt(4L * (row + 1), written);
    }
    for (int row = end; row < rows; row++) {
      offsets.setInt(4L * (row + 1), written);
    }
    text.setLastSet(rows - 1);
    text.setValueCount(rows);
  }
}
