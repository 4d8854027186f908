package org.omnigraph.engine.pending.column;

import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.BaseRepeatedValueViewVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * Whether the buffers of a vector are as long as its value count says. A message from the network
 * can claim anything, and later code copies whole buffers.
 */
final class Buffers {
  private Buffers() {}

  static void requireWhole(FieldVector vector) {
    long values = vector.getValueCount();
    if (values == 0) {
      return;
    }
    boolean whole =
        vector.getValidityBuffer().capacity() >= Fill.validityBytes(values)
            && fixedBytes(vector, values) <= capacityOfFixed(vector);
    if (!whole) {
      throw new InvalidRequest(
          "column '" + vector.getName() + "' is damaged: its buffers are too short for its rows");
    }
  }

  private static long fixedBytes(FieldVector vector, long values) {
    if (vector instanceof BitVector) {
      return Fill.validityBytes(values);
    }
    if (vector instanceof BaseFixedWidthVector fixed) {
      return values * fixed.getTypeWidth();
    }
    if (vector instanceof BaseVariableWidthVector || vector instanceof ListVector) {
      return 4 * (values + 1);
    }
    if (vector instanceof BaseLargeVariableWidthVector || vector instanceof LargeListVector) {
      return 8 * (values + 1);
    }
    if (vector instanceof BaseVariableWidthViewVector) {
      return values * BaseVariableWidthViewVector.ELEMENT_SIZE;
    }
    return vector instanceof BaseRepeatedValueViewVector ? 4 * values : 0;
  }

  private static long capacityOfFixed(FieldVector vector) {
    if (vector instanceof BaseFixedWidthVector || vector instanceof BaseVariableWidthViewVector) {
      return vector.getDataBuffer().capacity();
    }
    boolean hasOffsets =
        vector instanceof BaseVariableWidthVector
            || vector instanceof BaseLargeVariableWidthVector
            || vector instanceof ListVector
            || vector instanceof LargeListVector
            || vector instanceof BaseRepeatedValueViewVector;
    return hasOffsets ? vector.getOffsetBuffer().capacity() : 0;
  }
}
