package org.omnigraph.flight.producer;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compare.VectorVisitor;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.validate.ValidateVectorBufferVisitor;
import org.apache.arrow.vector.validate.ValidateVectorDataVisitor;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;

/** Whether every value of a batch lies inside its buffers. */
final class WellFormedBatch {
  private WellFormedBatch() {}

  /**
   * Looks at lengths, offsets, types of unions and indexes into dictionaries; not at the values.
   *
   * @throws RuntimeException saying what is wrong where
   */
  static void require(VectorSchemaRoot batch, DictionaryProvider dictionaries) {
    for (FieldVector vector : batch.getFieldVectors()) {
      if (vector.getValueCount() != batch.getRowCount()) {
        throw wrong(vector, "it has not as many values as the batch has rows");
      }
      require(vector, dictionaries);
    }
  }

  private static void require(FieldVector vector, DictionaryProvider dictionaries) {
    vector.accept(new Buffers(), null);
    vector.accept(new Contents(), null);
    requireDictionary(vector, dictionaries);
  }

  private static void requireDictionary(FieldVector vector, DictionaryProvider dictionaries) {
    DictionaryEncoding encoding = vector.getField().getDictionary();
    if (encoding != null) {
      requireDictionary(vector, dictionaries.lookup(encoding.getId()), dictionaries);
    }
    vector.getChildrenFromFields().forEach(child -> requireDictionary(child, dictionaries));
  }

  private static void requireDictionary(
      FieldVector vector, @Nullable Dictionary dictionary, DictionaryProvider dictionaries) {
    if (dictionary == null || !(vector instanceof BaseIntVector indexes)) {
      throw wrong(vector, "its dictionary did not come");
    }
    require(dictionary.getVector(), dictionaries);
    int size = dictionary.getVector().getValueCount();
    for (int row = 0; row < vector.getValueCount(); row++) {
      long index = vector.isNull(row) ? 0 : indexes.getValueAsLong(row);
      if (index < 0 || (index >= size && !vector.isNull(row))) {
        throw wrong(vector, "index " + index + " is not in its dictionary of " + size);
      }
    }
  }

  private static InvalidRequest wrong(FieldVector vector, String what) {
    return new InvalidRequest("column '" + vector.getName() + "' is broken: " + what);
  }

  private static @Nullable Void requireViews(BaseVariableWidthViewVector vector) {
    int rows = vector.getValueCount();
    long needed = (long) rows * BaseVariableWidthViewVector.ELEMENT_SIZE;
    if (rows > 0 && vector.getDataBuffer().capacity() < needed) {
      throw wrong(vector, "its views are too short");
    }
    for (int row = 0; row < rows; row++) {
      if (!vector.isNull(row)) {
        requireView(vector, (long) row * BaseVariableWidthViewVector.ELEMENT_SIZE);
      }
    }
    return null;
  }

  /** A view is a length, then the text itself or its beginning, the buffer and where in it. */
  private static void requireView(BaseVariableWidthViewVector vector, long at) {
    ArrowBuf views = vector.getDataBuffer();
    int length = views.getInt(at);
    if (length < 0) {
      throw wrong(vector, "a length is negative");
    }
    if (length > BaseVariableWidthViewVector.INLINE_SIZE) {
      int buffer = views.getInt(at + 2 * Integer.BYTES);
      long end = views.getInt(at + 3 * Integer.BYTES) + (long) length;
      boolean inside =
          buffer >= 0
              && buffer < vector.getDataBuffers().size()
              && end >= length
              && end <= vector.getDataBuffers().get(buffer).capacity();
      if (!inside) {
        throw wrong(vector, "a value lies outside its buffers");
      }
    }
  }

  private static @Nullable Void requireElements(
      FixedSizeListVector vector, VectorVisitor<Void, @Nullable Void> visitor) {
    long elements = (long) vector.getValueCount() * vector.getListSize();
    if (vector.getDataVector().getValueCount() < elements) {
      throw wrong(vector, "its lists have fewer elements than they should");
    }
    return vector.getDataVector().accept(visitor, null);
  }

  private static void requireRange(
      FieldVector vector, int row, long start, long end, int elements) {
    if (!vector.isNull(row) && (start < 0 || end < start || end > elements)) {
      throw wrong(vector, "a list lies outside its elements");
    }
  }

  private static @Nullable Void requireElements(
      ListViewVector vector, VectorVisitor<Void, @Nullable Void> visitor) {
    // Its own end index is the size of the list, not its end.
    FieldVector elements = vector.getDataVector();
    for (int row = 0; row < vector.getValueCount(); row++) {
      long start = vector.getOffsetBuffer().getInt((long) row * Integer.BYTES);
      long size = vector.getSizeBuffer().getInt((long) row * Integer.BYTES);
      requireRange(vector, row, start, start + size, elements.getValueCount());
    }
    return elements.accept(visitor, null);
  }

  private static @Nullable Void requireElements(
      LargeListViewVector vector, VectorVisitor<Void, @Nullable Void> visitor) {
    ValueVector elements = vector.getDataVector();
    for (int row = 0; row < vector.getValueCount(); row++) {
      long start = vector.getOffsetBuffer().getLong((long) row * Long.BYTES);
      long size = vector.getSizeBuffer().getLong((long) row * Long.BYTES);
      requireRange(vector, row, start, start + size, elements.getValueCount());
    }
    return elements.accept(visitor, null);
  }

  private static final class Buffers extends ValidateVectorBufferVisitor {
    @Override
    public @Nullable Void visit(BaseVariableWidthViewVector vector, @Nullable Void value) {
      return requireViews(vector);
    }

    @Override
    public @Nullable Void visit(FixedSizeListVector vector, @Nullable Void value) {
      return requireElements(vector, this);
    }

    @Override
    public @Nullable Void visit(ListViewVector vector, @Nullable Void value) {
      return requireElements(vector, this);
    }

    @Override
    public @Nullable Void visit(LargeListViewVector vector, @Nullable Void value) {
      return requireElements(vector, this);
    }
  }

  /** Values of a fixed width may be any. */
  private static final class Contents extends ValidateVectorDataVisitor {
    @Override
    public @Nullable Void visit(BaseFixedWidthVector vector, @Nullable Void value) {
      return null;
    }

    @Override
    public @Nullable Void visit(BaseVariableWidthViewVector vector, @Nullable Void value) {
      return null;
    }

    @Override
    public @Nullable Void visit(FixedSizeListVector vector, @Nullable Void value) {
      return requireElements(vector, this);
    }

    @Override
    public @Nullable Void visit(ListViewVector vector, @Nullable Void value) {
      return requireElements(vector, this);
    }

    @Override
    public @Nullable Void visit(LargeListViewVector vector, @Nullable Void value) {
      return requireElements(vector, this);
    }
  }
}
