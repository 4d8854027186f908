package org.omnigraph.engine.pending.key;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.table.Predicate;

/**
 * One column of a key, in the physical schema.
 *
 * <p>The <em>canonical text</em> of a value: text as it is; integers in decimal; {@code true} and
 * {@code false}; the day count of a date; the millisecond count of a date-time; the shortest
 * decimal text of a float, with {@code 0} for both zeros.
 */
public abstract class KeyColumn {
  private final FieldVector vector;

  private KeyColumn(FieldVector vector) {
    this.vector = vector;
  }

  /**
   * The column over a vector of the physical schema.
   *
   * @throws InvalidRequest when values of this type cannot be compared as keys
   */
  public static KeyColumn of(FieldVector vector) {
    if (vector instanceof VarCharVector v) {
      return new OfText(v);
    }
    if (vector instanceof IntVector v) {
      return integers(v, v::get);
    }
    if (vector instanceof BigIntVector v) {
      return integers(v, v::get);
    }
    if (vector instanceof UInt4Vector v) {
      return integers(v, row -> v.get(row) & 0xffff_ffffL);
    }
    if (vector instanceof DateDayVector v) {
      return integers(v, v::get);
    }
    if (vector instanceof DateMilliVector v) {
      return integers(v, v::get);
    }
    if (vector instanceof UInt8Vector v) {
      return bits(v, v::get, row -> Long.toUnsignedString(v.get(row)));
    }
    if (vector instanceof BitVector v) {
      return bits(v, v::get, row -> v.get(row) == 1 ? "true" : "false");
    }
    if (vector instanceof Float8Vector v) {
      // Adding a zero turns the negative zero into the positive one.
      return bits(
          v, row -> Double.doubleToRawLongBits(v.get(row) + 0.0), row -> FloatText.of(v.get(row)));
    }
    if (vector instanceof Float4Vector v) {
      return bits(
          v, row -> Float.floatToRawIntBits(v.get(row) + 0.0f), row -> FloatText.of(v.get(row)));
    }
    throw new InvalidRequest(
        "unsupported column type "
            + vector.getField().getType()
            + " of '"
            + vector.getName()
            + "' for @unique/@key enforcement");
  }

  public final boolean isNull(int row) {
    return vector.isNull(row);
  }

  /** Appends what tells this value from every other of its type; not the text. */
  public abstract void appendIdentity(int row, ByteBuilder out);

  /** Appends the canonical text as UTF-8. */
  public abstract void appendText(int row, ByteBuilder out);

  /** The canonical text. */
  public abstract String text(int row);

  /** Hashes the identity of {@code count} values from row {@code from} on, none of them null. */
  void hash(int from, int count, KeyHashes out) {
    for (int i = 0; i < count; i++) {
      appendIdentity(from + i, out.bytes().clear());
      out.put(i, out.hasher().hash(out.bytes()));
    }
  }

  /**
   * The value as a table's filter takes it; empty for types that a filter may compare otherwise.
   */
  public Optional<Predicate.Literal> literal(int row) {
    if (vector instanceof VarCharVector) {
      return Optional.of(new Predicate.Literal.Text(text(row)));
    }
    return vector instanceof IntVector || vector instanceof BigIntVector
        ? Optional.of(new Predicate.Literal.Int64(Long.parseLong(text(row))))
        : Optional.empty();
  }

  private interface Longs {
    long at(int row);
  }

  private interface Texts {
    String at(int row);
  }

  private static KeyColumn integers(FieldVector vector, Longs values) {
    return bits(vector, values, row -> Long.toString(values.at(row)));
  }

  private static KeyColumn bits(FieldVector vector, Longs identity, Texts texts) {
    return new KeyColumn(vector) {
      @Override
      public void appendIdentity(int row, ByteBuilder out) {
        out.appendLong(identity.at(row));
      }

      @Override
      public void appendText(int row, ByteBuilder out) {
        out.append(texts.at(row));
      }

      @Override
      public String text(int row) {
        return texts.at(row);
      }
    };
  }

  private static final class OfText extends KeyColumn {
    private static final int COPIED_AT_ONCE = 1 << 20;

    private final ArrowBuf offsets;
    private final ArrowBuf data;

    OfText(VarCharVector vector) {
      super(vector);
      this.offsets = vector.getOffsetBuffer();
      this.data = vector.getDataBuffer();
    }

    @Override
    public void appendIdentity(int row, ByteBuilder out) {
      appendText(row, out);
    }

    @Override
    void hash(int from, int count, KeyHashes out) {
      int start = offsets.getInt(4L * from);
      int end = offsets.getInt(4L * (from + count));
      if (end - start > COPIED_AT_ONCE) {
        super.hash(from, count, out);
        return;
      }
      ByteBuilder bytes = out.bytes().clear();
      bytes.append(data, start, end - start);
      int at = 0;
      for (int i = 0; i < count; i++) {
        int next = offsets.getInt(4L * (from + i + 1)) - start;
        out.put(i, out.hasher().hash(bytes.array(), at, next - at));
        at = next;
      }
    }

    @Override
    public void appendText(int row, ByteBuilder out) {
      int from = offsets.getInt(4L * row);
      out.append(data, from, offsets.getInt(4L * row + 4) - from);
    }

    @Override
    public String text(int row) {
      int from = offsets.getInt(4L * row);
      byte[] bytes = new byte[offsets.getInt(4L * row + 4) - from];
      data.getBytes(from, bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
