package org.omnigraph.query.type;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Puts a vector's values under another field. Buffers are shared where the layout is the same;
 * unsigned integers become the signed or decimal type that holds them.
 */
public final class WireVectors {
  private WireVectors() {}

  /**
   * Fills {@code to}, which is empty, with the values of {@code from}, which stays as it is.
   *
   * @throws IllegalStateException when a null comes for a field that has none
   */
  public static void fill(FieldVector from, FieldVector to) {
    if (!to.getField().isNullable() && from.getNullCount() > 0) {
      throw new IllegalStateException("null in the column " + to.getField());
    }
    if (from instanceof UInt4Vector source && to instanceof BigIntVector target) {
      widen(source, target);
    } else if (from instanceof UInt8Vector source && to instanceof DecimalVector target) {
      widen(source, target);
    } else {
      share(from, to);
    }
  }

  private static void share(FieldVector from, FieldVector to) {
    if (to instanceof NullVector) {
      to.setValueCount(from.getValueCount());
      return;
    }
    ArrowFieldNode node = new ArrowFieldNode(from.getValueCount(), from.getNullCount());
    to.loadFieldBuffers(node, from.getFieldBuffers());
    List<FieldVector> sources = from.getChildrenFromFields();
    List<FieldVector> targets = to.getChildrenFromFields();
    for (int i = 0; i < targets.size(); i++) {
      fill(sources.get(i), targets.get(i));
    }
  }

  private static void widen(UInt4Vector from, BigIntVector to) {
    int rows = from.getValueCount();
    to.allocateNew(rows);
    for (int row = 0; row < rows; row++) {
      if (from.isNull(row)) {
        to.setNull(row);
      } else {
        to.set(row, Integer.toUnsignedLong(from.get(row)));
      }
    }
    to.setValueCount(rows);
  }

  private static void widen(UInt8Vector from, DecimalVector to) {
    int rows = from.getValueCount();
    to.allocateNew(rows);
    for (int row = 0; row < rows; row++) {
      if (from.isNull(row)) {
        to.setNull(row);
      } else {
        long bits = from.get(row);
        if (bits >= 0) {
          to.set(row, bits);
        } else {
          to.set(row, new BigDecimal(new BigInteger(Long.toUnsignedString(bits))));
        }
      }
    }
    to.setValueCount(rows);
  }

  /** Fills {@code to} with the bytes of blobs, one a row. */
  public static void fill(List<Optional<byte[]>> blobs, VarBinaryVector to) {
    to.allocateNew(
        blobs.stream().mapToLong(b -> b.map(a -> a.length).orElse(0)).sum(), blobs.size());
    for (int row = 0; row < blobs.size(); row++) {
      if (blobs.get(row).isPresent()) {
        to.setSafe(row, blobs.get(row).get());
      } else {
        to.setNull(row);
      }
    }
    to.setValueCount(blobs.size());
  }
}
