package org.omnigraph.engine.pending.column;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.types.Types.MinorType;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * A cursor over the bytes of a text or binary vector of any layout. What a client sends is not
 * trusted: a value that reaches outside its buffer is refused, whatever the bounds checks of the
 * JVM say.
 */
abstract class ByteSource {
  static final Set<MinorType> TEXT =
      EnumSet.of(MinorType.VARCHAR, MinorType.LARGEVARCHAR, MinorType.VIEWVARCHAR);
  static final Set<MinorType> BINARY =
      EnumSet.of(
          MinorType.VARBINARY,
          MinorType.LARGEVARBINARY,
          MinorType.VIEWVARBINARY,
          MinorType.FIXEDSIZEBINARY);

  private final String column;
  private byte[] scratch = new byte[64];
  private ArrowBuf buffer;
  private long start;
  private int length;

  private ByteSource(FieldVector vector) {
    this.column = vector.getName();
    this.buffer = vector.getDataBuffer();
  }

  static ByteSource of(FieldVector vector) {
    if (vector instanceof BaseVariableWidthVector plain) {
      return new Plain(plain);
    }
    if (vector instanceof BaseLargeVariableWidthVector large) {
      return new Large(large);
    }
    if (vector instanceof BaseVariableWidthViewVector view) {
      return new View(view);
    }
    if (vector instanceof FixedSizeBinaryVector fixed) {
      return new Fixed(fixed);
    }
    throw new IllegalArgumentException("no bytes in " + vector.getMinorType());
  }

  /** Moves to the value at an index, which is not null. */
  abstract void seek(int index);

  int length() {
    return length;
  }

  ArrowBuf buffer() {
    return buffer;
  }

  long start() {
    return start;
  }

  /** The bytes of the value in the first {@link #length()} bytes of a buffer that is reused. */
  byte[] bytes() {
    if (scratch.length < length) {
      scratch = new byte[Math.max(length, 2 * scratch.length)];
    }
    buffer.getBytes(start, scratch, 0, length);
    return scratch;
  }

  String text() {
    return new String(bytes(), 0, length, StandardCharsets.UTF_8);
  }

  final void at(ArrowBuf where, long from, long size) {
    if (size < 0 || size > Integer.MAX_VALUE || from < 0 || from + size > where.capacity()) {
      throw new InvalidRequest(
          "column '" + column + "' is damaged: a value reaches outside its data buffer");
    }
    buffer = where;
    start = from;
    length = (int) size;
  }

  private static final class Plain extends ByteSource {
    private final ArrowBuf data;
    private final ArrowBuf offsets;

    Plain(BaseVariableWidthVector vector) {
      super(vector);
      data = vector.getDataBuffer();
      offsets = vector.getOffsetBuffer();
    }

    @Override
    void seek(int index) {
      int from = offsets.getInt(4L * index);
      at(data, from, (long) offsets.getInt(4L * index + 4) - from);
    }
  }

  private static final class Large extends ByteSource {
    private final ArrowBuf data;
    private final ArrowBuf offsets;

    Large(BaseLargeVariableWidthVector vector) {
      super(vector);
      data = vector.getDataBuffer();
      offsets = vector.getOffsetBuffer();
    }

    @Override
    void seek(int index) {
      long from = offsets.getLong(8L * index);
      at(data, from, offsets.getLong(8L * index + 8) - from);
    }
  }

  private static final class View extends ByteSource {
    private final BaseVariableWidthViewVector vector;
    private final ArrowBuf views;

    View(BaseVariableWidthViewVector vector) {
      super(vector);
      this.vector = vector;
      this.views = vector.getDataBuffer();
    }

    @Override
    void seek(int index) {
      long view = (long) index * BaseVariableWidthViewVector.ELEMENT_SIZE;
      int size = views.getInt(view);
      if (size <= BaseVariableWidthViewVector.INLINE_SIZE) {
        at(views, view + BaseVariableWidthViewVector.LENGTH_WIDTH, size);
        return;
      }
      int which = views.getInt(view + 8);
      if (which < 0 || which >= vector.getDataBuffers().size()) {
        throw new InvalidRequest(
            "column '" + vector.getName() + "' is damaged: a value names a buffer that is absent");
      }
      at(vector.getDataBuffers().get(which), views.getInt(view + 12), size);
    }
  }

  private static final class Fixed extends ByteSource {
    private final ArrowBuf data;
    private final int width;

    Fixed(FixedSizeBinaryVector vector) {
      super(vector);
      data = vector.getDataBuffer();
      width = vector.getByteWidth();
    }

    @Override
    void seek(int index) {
      at(data, (long) index * width, width);
    }
  }
}
