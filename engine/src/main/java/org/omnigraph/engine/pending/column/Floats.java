package org.omnigraph.engine.pending.column;

import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.Set;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.types.Types.MinorType;

/**
 * Floating point numbers. Wider floats are rounded to the target's width and judged after that;
 * integers are taken when they are exact; a decimal becomes the nearest number.
 */
final class Floats {
  static final Set<MinorType> TYPES =
      EnumSet.of(MinorType.FLOAT2, MinorType.FLOAT4, MinorType.FLOAT8);

  private static final double TWO_TO_63 = 0x1p63;

  private Floats() {}

  private interface Source {
    /** The value, NaN when it has no exact number. */
    double at(int index);
  }

  static Reader doubles(Owner owner, FieldVector vector) {
    Source source = source(vector, false);
    return new Reader() {
      @Override
      long read(int index) {
        double value = source.at(index);
        return Double.isFinite(value)
            ? Double.doubleToRawLongBits(value)
            : refuse(owner.cannotHold(Shown.value(vector, index)));
      }
    };
  }

  static Reader floats(Owner owner, FieldVector vector) {
    Source source = source(vector, true);
    return new Reader() {
      @Override
      long read(int index) {
        float value = (float) source.at(index);
        return Float.isFinite(value)
            ? Float.floatToRawIntBits(value)
            : refuse(owner.cannotHold(Shown.value(vector, index)));
      }
    };
  }

  private static Source source(FieldVector vector, boolean single) {
    if (vector instanceof Float8Vector v) {
      return v::get;
    }
    if (vector instanceof Float4Vector v) {
      return v::get;
    }
    if (vector instanceof Float2Vector v) {
      return v::getValueAsDouble;
    }
    if (Integers.DECIMALS.contains(vector.getMinorType())) {
      return index -> {
        BigDecimal value = (BigDecimal) vector.getObject(index);
        return single ? value.floatValue() : value.doubleValue();
      };
    }
    Integers.Source integers = Integers.source(vector);
    boolean unsigned = vector instanceof UInt8Vector;
    return index -> exact(integers.at(index), unsigned, single);
  }

  private static double exact(long value, boolean unsigned, boolean single) {
    if (unsigned && value < 0) {
      // An unsigned value above 2^63 is exact when its odd half-part is empty.
      double half = exact(value >>> 1, false, single);
      return (value & 1) == 0 ? 2 * half : Double.NaN;
    }
    double rounded = single ? (float) value : value;
    return rounded < TWO_TO_63 && (long) rounded == value ? rounded : Double.NaN;
  }
}
