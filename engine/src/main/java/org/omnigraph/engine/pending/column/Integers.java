package org.omnigraph.engine.pending.column;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.Set;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.types.Types.MinorType;

/** Integers of every width, exact. */
final class Integers {
  static final Set<MinorType> TYPES =
      EnumSet.of(
          MinorType.TINYINT,
          MinorType.SMALLINT,
          MinorType.INT,
          MinorType.BIGINT,
          MinorType.UINT1,
          MinorType.UINT2,
          MinorType.UINT4,
          MinorType.UINT8);
  static final Set<MinorType> DECIMALS = EnumSet.of(MinorType.DECIMAL, MinorType.DECIMAL256);

  private Integers() {}

  /** Reads integers; those of {@link UInt8Vector} are unsigned bits. */
  interface Source {
    long at(int index);
  }

  static Source source(FieldVector vector) {
    if (vector instanceof TinyIntVector v) {
      return v::get;
    }
    if (vector instanceof SmallIntVector v) {
      return v::get;
    }
    if (vector instanceof IntVector v) {
      return v::get;
    }
    if (vector instanceof BigIntVector v) {
      return v::get;
    }
    if (vector instanceof UInt1Vector v) {
      return index -> v.get(index) & 0xffL;
    }
    if (vector instanceof UInt2Vector v) {
      return v::get;
    }
    if (vector instanceof UInt4Vector v) {
      return index -> v.get(index) & 0xffff_ffffL;
    }
    if (vector instanceof UInt8Vector v) {
      return v::get;
    }
    throw new IllegalArgumentException("no integers in " + vector.getMinorType());
  }

  /**
   * A reader of values between two bounds.
   *
   * @param min the least value
   * @param max the greatest value, as unsigned bits
   */
  static Reader reader(Owner owner, FieldVector vector, long min, long max) {
    if (DECIMALS.contains(vector.getMinorType())) {
      return new OfDecimals(owner, vector, BigInteger.valueOf(min), unsigned(max));
    }
    Source source = source(vector);
    boolean unsigned = vector instanceof UInt8Vector;
    return new Reader() {
      @Override
      long read(int index) {
        long value = source.at(index);
        boolean below = !unsigned && value < min;
        boolean above = (unsigned || value >= 0) && Long.compareUnsigned(value, max) > 0;
        return below || above ? refuse(owner.cannotHold(Shown.value(vector, index))) : value;
      }
    };
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(Long.toUnsignedString(bits));
  }

  private static final class OfDecimals extends Reader {
    private final Owner owner;
    private final FieldVector vector;
    private final BigInteger min;
    private final BigInteger max;

    OfDecimals(Owner owner, FieldVector vector, BigInteger min, BigInteger max) {
      this.owner = owner;
      this.vector = vector;
      this.min = min;
      this.max = max;
    }

    @Override
    long read(int index) {
      BigDecimal value = (BigDecimal) vector.getObject(index);
      boolean integral = value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
      if (integral) {
        BigInteger whole = value.toBigInteger();
        if (whole.compareTo(min) >= 0 && whole.compareTo(max) <= 0) {
          return whole.longValue();
        }
      }
      return refuse(owner.cannotHold(value.toPlainString()));
    }
  }
}
