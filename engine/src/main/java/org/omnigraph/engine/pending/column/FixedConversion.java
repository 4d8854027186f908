package org.omnigraph.engine.pending.column;

import java.util.EnumSet;
import java.util.Set;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.Field;
import org.omnigraph.engine.schema.Scalar;

/** Every type whose values have a fixed width. */
final class FixedConversion implements Conversion {
  private static final long U32_MAX = 0xffff_ffffL;
  private static final long U64_MAX = -1L;

  private final Scalar scalar;
  private final Set<MinorType> accepted;
  private final MinorType same;

  /** How many bits a value takes. */
  private final int bits;

  private FixedConversion(Scalar scalar, MinorType same, int bits, Set<MinorType> accepted) {
    this.scalar = scalar;
    this.same = same;
    this.bits = bits;
    this.accepted = accepted;
  }

  static FixedConversion of(Scalar scalar) {
    Set<MinorType> integers = Spelling.union(Integers.TYPES, Integers.DECIMALS);
    return switch (scalar) {
      case BOOL -> new FixedConversion(scalar, MinorType.BIT, 1, EnumSet.of(MinorType.BIT));
      case I32 -> new FixedConversion(scalar, MinorType.INT, 32, integers);
      case U32 -> new FixedConversion(scalar, MinorType.UINT4, 32, integers);
      case I64 -> new FixedConversion(scalar, MinorType.BIGINT, 64, integers);
      case U64 -> new FixedConversion(scalar, MinorType.UINT8, 64, integers);
      case F32 ->
          new FixedConversion(scalar, MinorType.FLOAT4, 32, Spelling.union(integers, Floats.TYPES));
      case F64 ->
          new FixedConversion(scalar, MinorType.FLOAT8, 64, Spelling.union(integers, Floats.TYPES));
      case DATE -> new FixedConversion(scalar, MinorType.DATEDAY, 32, times());
      case DATE_TIME -> new FixedConversion(scalar, MinorType.DATEMILLI, 64, times());
      case STRING, VECTOR, BLOB -> throw new IllegalArgumentException(scalar + " is not fixed");
    };
  }

  private static Set<MinorType> times() {
    return Spelling.union(Spelling.union(Times.TYPES, Integers.TYPES), ByteSource.TEXT);
  }

  @Override
  public boolean accepts(Field source) {
    return Spelling.isOneOf(source, accepted);
  }

  @Override
  public void convert(
      Owner owner, Positions.Column source, int rows, FieldVector target, Batch batch) {
    BaseFixedWidthVector fixed = (BaseFixedWidthVector) target;
    batch.charge().arrow(((long) rows * bits + 7) / 8 + Fill.validityBytes(rows));
    fixed.allocateNew(rows);
    if (source.isNullType()) {
      reportFirstNull(owner, source.positions(), rows, batch);
    } else if (source.direct() && source.values().getMinorType() == same) {
      copy(owner, source, rows, fixed, batch);
    } else {
      readEach(owner, source, rows, fixed, batch);
    }
    fixed.setValueCount(rows);
  }

  private static void reportFirstNull(Owner owner, Positions positions, int rows, Batch batch) {
    int end = owner.required() ? Math.min(rows, batch.problems().firstRow()) : 0;
    for (int row = 0; row < end; row++) {
      if (positions.of(row) == Positions.NULL) {
        batch.problems().missing(row, owner);
        return;
      }
    }
  }

  private void copy(
      Owner owner, Positions.Column source, int rows, BaseFixedWidthVector target, Batch batch) {
    FieldVector values = source.values();
    target.getDataBuffer().setBytes(0, values.getDataBuffer(), 0, ((long) rows * bits + 7) / 8);
    Fill.copyValidity(values, target.getValidityBuffer(), rows);
    if (owner.required() && values.getNullCount() > 0) {
      reportFirstNull(owner, source.positions(), rows, batch);
    }
    if (scalar == Scalar.F64 || scalar == Scalar.F32) {
      checkFinite(owner, source, rows, target.getDataBuffer(), batch);
    }
  }

  private void checkFinite(
      Owner owner, Positions.Column source, int rows, ArrowBuf data, Batch batch) {
    int end = Math.min(rows, batch.problems().firstRow());
    for (int row = 0; row < end; row++) {
      boolean finite =
          scalar == Scalar.F64
              ? (data.getLong(8L * row) & 0x7ff0_0000_0000_0000L) != 0x7ff0_0000_0000_0000L
              : (data.getInt(4L * row) & 0x7f80_0000) != 0x7f80_0000;
      if (!finite && source.positions().of(row) != Positions.NULL) {
        String shown = Shown.value(source.values(), row);
        batch.problems().report(row, () -> owner.cannotHold(shown));
        return;
      }
    }
  }

  private void readEach(
      Owner owner, Positions.Column source, int rows, BaseFixedWidthVector target, Batch batch) {
    Reader reader = reader(owner, source.values());
    Positions positions = source.positions();
    ArrowBuf data = target.getDataBuffer();
    ArrowBuf validity = target.getValidityBuffer();
    int end = Math.min(rows, batch.problems().firstRow());
    for (int row = 0; row < end; row++) {
      int at = positions.of(row);
      if (at == Positions.NULL) {
        if (owner.required()) {
          batch.problems().missing(row, owner);
          return;
        }
        continue;
      }
      long value = reader.read(at);
      String refusal = reader.refusal();
      if (refusal != null) {
        batch.problems().report(row, () -> refusal);
        return;
      }
      BitVectorHelper.setBit(validity, row);
      switch (bits) {
        case 1 -> BitVectorHelper.setValidityBit(data, row, (int) value);
        case 32 -> data.setInt(4L * row, (int) value);
        default -> data.setLong(8L * row, value);
      }
    }
  }

  private Reader reader(Owner owner, FieldVector values) {
    return switch (scalar) {
      case BOOL -> booleans((BitVector) values);
      case I32 -> Integers.reader(owner, values, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case U32 -> Integers.reader(owner, values, 0, U32_MAX);
      case I64 -> Integers.reader(owner, values, Long.MIN_VALUE, Long.MAX_VALUE);
      case U64 -> Integers.reader(owner, values, 0, U64_MAX);
      case F32 -> Floats.floats(owner, values);
      case F64 -> Floats.doubles(owner, values);
      case DATE -> Times.days(owner, values);
      case DATE_TIME -> Times.millis(owner, values);
      case STRING, VECTOR, BLOB -> throw new IllegalStateException(scalar + " is not fixed");
    };
  }

  private static Reader booleans(BitVector vector) {
    return new Reader() {
      @Override
      long read(int index) {
        return vector.get(index);
      }
    };
  }
}
