package org.omnigraph.engine.pending.column;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.ResourceLimitExceeded;

/** Lists of exactly {@code n} numbers to a vector of 32-bit floats. */
final class VectorConversion implements Conversion {
  private static final int EXPONENT = 0x7f80_0000;

  private final int dimension;

  VectorConversion(int dimension) {
    this.dimension = dimension;
  }

  @Override
  public boolean accepts(Field source) {
    return Spelling.isOneOf(source, Lists.TYPES)
        && Spelling.plain(source).getChildren().stream()
            .allMatch(
                item ->
                    Spelling.isOneOf(
                        item,
                        Spelling.union(
                            Floats.TYPES, Spelling.union(Integers.TYPES, Integers.DECIMALS))));
  }

  @Override
  public void convert(
      Owner owner, Positions.Column source, int rows, FieldVector target, Batch batch) {
    FixedSizeListVector vectors = (FixedSizeListVector) target;
    long elements = (long) rows * dimension;
    batch.charge().arrow(2L * Fill.validityBytes(elements) + 4 * elements);
    if (elements > Integer.MAX_VALUE / 4) {
      throw new ResourceLimitExceeded(
          "elements of " + owner.name() + " in one batch",
          Integer.MAX_VALUE / 4,
          elements,
          "send smaller batches");
    }
    vectors.setInitialCapacity(rows);
    vectors.allocateNew();
    Float4Vector target32 = (Float4Vector) vectors.getDataVector();
    target32.allocateNew((int) elements);
    fill(owner, source, rows, vectors, batch);
    target32.setValueCount((int) elements);
    vectors.setValueCount(rows);
  }

  private void fill(
      Owner owner, Positions.Column source, int rows, FixedSizeListVector target, Batch batch) {
    Elements elements = source.isNullType() ? null : new Elements(owner, source);
    Float4Vector data = (Float4Vector) target.getDataVector();
    Fill.allValid(data.getValidityBuffer(), (long) rows * dimension);
    int end = Math.min(rows, batch.problems().firstRow());
    for (int row = 0; row < end; row++) {
      int at = source.positions().of(row);
      String refusal = null;
      if (at == Positions.NULL || elements == null) {
        refusal = owner.required() ? owner.missing() : null;
      } else {
        refusal = elements.copy(at, data.getDataBuffer(), (long) row * dimension);
        BitVectorHelper.setBit(target.getValidityBuffer(), row);
      }
      if (refusal != null) {
        String message = refusal;
        batch.problems().report(row, () -> message);
        return;
      }
    }
  }

  /** Copies the elements of one list at a time. */
  private final class Elements {
    private final Owner owner;
    private final Lists lists;
    private final Positions.Column items;
    private final Reader reader;
    private final boolean bulk;

    Elements(Owner owner, Positions.Column source) {
      this.owner = owner;
      this.lists = Lists.of(source.values());
      this.items = Positions.resolve(lists.items(), source.dictionaries());
      this.reader = items.isNullType() ? NOTHING : Floats.floats(owner.item(), items.values());
      this.bulk =
          items.direct()
              && items.values() instanceof Float4Vector
              && items.values().getNullCount() == 0;
    }

    /** Answers why the list is no vector, or null when it is. */
    @Nullable String copy(int list, ArrowBuf target, long first) {
      lists.seek(list);
      if (lists.length() != dimension) {
        return owner.cannotHold("a vector of " + lists.length() + " elements");
      }
      return bulk ? copyAll(target, first) : copyEach(target, first);
    }

    private @Nullable String copyAll(ArrowBuf target, long first) {
      target.setBytes(
          4 * first, items.values().getDataBuffer(), 4L * lists.start(), 4L * dimension);
      for (int i = 0; i < dimension; i++) {
        int bits = target.getInt(4 * (first + i));
        if ((bits & EXPONENT) == EXPONENT) {
          return owner.cannotHold("the element " + Float.intBitsToFloat(bits));
        }
      }
      return null;
    }

    private @Nullable String copyEach(ArrowBuf target, long first) {
      for (int i = 0; i < dimension; i++) {
        int at = items.positions().of(lists.start() + i);
        if (at == Positions.NULL) {
          return owner.name() + ": a vector holds a null element";
        }
        target.setInt(4 * (first + i), (int) reader.read(at));
        if (reader.refusal() != null) {
          return reader.refusal();
        }
      }
      return null;
    }
  }

  private static final Reader NOTHING =
      new Reader() {
        @Override
        long read(int index) {
          return 0;
        }
      };
}
