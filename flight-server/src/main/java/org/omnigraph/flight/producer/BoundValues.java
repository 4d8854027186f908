package org.omnigraph.flight.producer;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.UnionVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.Text;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.flight.session.Bound;

/**
 * Bound arguments as Java values. Takes every Arrow spelling of a value: large and view types,
 * dictionaries, unions, unsigned numbers, timestamps of every unit (in a zone: as UTC), lists.
 */
final class BoundValues {
  private static final int MOST_ROWS = 100_000;

  private BoundValues() {}

  /** All rows of a stream. */
  static Bound read(FlightStream stream) {
    ClientBatches batches = new ClientBatches(stream);
    List<String> names = names(batches.schema());
    List<List<@Nullable Object>> rows = new ArrayList<>();
    while (batches.next()) {
      if (batches.hasSchema()) {
        addRows(batches.batch(), batches.dictionaries(), rows);
      }
    }
    return new Bound(names, rows);
  }

  private static List<String> names(Schema schema) {
    List<String> names = new ArrayList<>();
    for (Field column : schema.getFields()) {
      String name = column.getName();
      if (name == null) {
        throw new InvalidRequest("column " + (names.size() + 1) + " has no name; give it one");
      }
      names.add(name);
    }
    return names;
  }

  private static void addRows(
      VectorSchemaRoot root, DictionaryProvider dictionaries, List<List<@Nullable Object>> rows) {
    if (rows.size() + root.getRowCount() > MOST_ROWS) {
      throw new InvalidRequest(
          "more than " + MOST_ROWS + " rows of arguments are bound; use bulk ingest instead");
    }
    for (int row = 0; row < root.getRowCount(); row++) {
      List<@Nullable Object> values = new ArrayList<>();
      for (FieldVector vector : root.getFieldVectors()) {
        values.add(value(vector, row, dictionaries));
      }
      rows.add(Collections.unmodifiableList(values));
    }
  }

  /** One value, or null. */
  static @Nullable Object value(ValueVector vector, int row, DictionaryProvider dictionaries) {
    DictionaryEncoding encoding = vector.getField().getDictionary();
    if (encoding != null) {
      return decoded(vector, row, encoding, dictionaries);
    }
    if (vector instanceof DenseUnionVector union) {
      return value(union.getVectorByType(union.getTypeId(row)), union.getOffset(row), dictionaries);
    }
    if (vector instanceof UnionVector union) {
      return value(union.getVector(row), row, dictionaries);
    }
    return vector.isNull(row) ? null : present(vector, row, dictionaries);
  }

  private static @Nullable Object decoded(
      ValueVector indices, int row, DictionaryEncoding encoding, DictionaryProvider dictionaries) {
    Object index = indices.getObject(row);
    if (index == null) {
      return null;
    }
    Dictionary dictionary = dictionaries.lookup(encoding.getId());
    if (!(index instanceof Number number) || dictionary == null) {
      throw unknownType(indices);
    }
    return value(dictionary.getVector(), number.intValue(), dictionaries);
  }

  private static Object present(ValueVector vector, int row, DictionaryProvider dictionaries) {
    if (vector instanceof UInt1Vector || vector instanceof UInt2Vector) {
      return unsigned(vector, row).intValue();
    }
    if (vector instanceof UInt4Vector) {
      return unsigned(vector, row).longValue();
    }
    if (vector instanceof UInt8Vector) {
      return new BigDecimal(unsigned(vector, row));
    }
    if (vector instanceof Float2Vector half) {
      return half.getValueAsFloat(row);
    }
    if (vector instanceof DateDayVector days) {
      return LocalDate.ofEpochDay(days.get(row));
    }
    if (vector instanceof DateMilliVector millis) {
      LocalDateTime moment = dateTime(vector, millis.get(row), TimeUnit.MILLISECONDS);
      boolean isDay = moment.toLocalTime().equals(LocalTime.MIDNIGHT);
      return isDay ? moment.toLocalDate() : moment; // as a client may send moments, too
    }
    if (vector instanceof TimeStampVector stamps) {
      return dateTime(vector, stamps.get(row), unit(stamps));
    }
    if (vector instanceof ListVector list) {
      return elements(
          list.getDataVector(),
          list.getElementStartIndex(row),
          list.getElementEndIndex(row),
          dictionaries);
    }
    if (vector instanceof LargeListVector list) {
      return elements(
          list.getDataVector(),
          list.getElementStartIndex(row),
          list.getElementEndIndex(row),
          dictionaries);
    }
    if (vector instanceof ListViewVector list) {
      long start = list.getOffsetBuffer().getInt((long) row * Integer.BYTES);
      int size = list.getSizeBuffer().getInt((long) row * Integer.BYTES);
      return elements(list.getDataVector(), start, start + size, dictionaries);
    }
    if (vector instanceof LargeListViewVector list) {
      long start = list.getOffsetBuffer().getLong((long) row * Long.BYTES);
      long size = list.getSizeBuffer().getLong((long) row * Long.BYTES);
      return elements(list.getDataVector(), start, start + size, dictionaries);
    }
    if (vector instanceof FixedSizeListVector list) {
      long size = list.getListSize();
      return elements(list.getDataVector(), row * size, (row + 1L) * size, dictionaries);
    }
    return plain(vector, vector.getObject(row));
  }

  private static Object plain(ValueVector vector, Object value) {
    if (value instanceof Text text) {
      return text.toString();
    }
    if (value instanceof Byte || value instanceof Short) {
      return ((Number) value).intValue();
    }
    boolean known =
        value instanceof Integer
            || value instanceof Long
            || value instanceof Float
            || value instanceof Double
            || value instanceof Boolean
            || value instanceof BigDecimal
            || value instanceof byte[];
    if (!known || vector.getField().getType() instanceof ArrowType.Time) {
      throw unknownType(vector);
    }
    return value;
  }

  private static List<@Nullable Object> elements(
      ValueVector data, long start, long end, DictionaryProvider dictionaries) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = (int) start; i < end; i++) {
      values.add(value(data, i, dictionaries));
    }
    return Collections.unmodifiableList(values);
  }

  private static BigInteger unsigned(ValueVector vector, int row) {
    Object bits = vector.getObject(row);
    if (bits instanceof Byte b) {
      return BigInteger.valueOf(Byte.toUnsignedInt(b));
    }
    if (bits instanceof Character c) {
      return BigInteger.valueOf(c);
    }
    if (bits instanceof Integer i) {
      return BigInteger.valueOf(Integer.toUnsignedLong(i));
    }
    return new BigInteger(Long.toUnsignedString((Long) bits));
  }

  private static TimeUnit unit(TimeStampVector vector) {
    ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
    return switch (type.getUnit()) {
      case SECOND -> TimeUnit.SECONDS;
      case MILLISECOND -> TimeUnit.MILLISECONDS;
      case MICROSECOND -> TimeUnit.MICROSECONDS;
      case NANOSECOND -> TimeUnit.NANOSECONDS;
    };
  }

  private static LocalDateTime dateTime(ValueVector vector, long value, TimeUnit unit) {
    long perSecond = unit.convert(1, TimeUnit.SECONDS);
    long nanos = Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond);
    try {
      LocalDateTime moment =
          LocalDateTime.ofEpochSecond(Math.floorDiv(value, perSecond), (int) nanos, ZoneOffset.UTC);
      // Days are counted in 32 bits from here on.
      int unused = Math.toIntExact(moment.toLocalDate().toEpochDay());
      return moment;
    } catch (DateTimeException | ArithmeticException e) {
      throw new InvalidRequest(
          "parameter '"
              + vector.getName()
              + "' is bound as "
              + vector.getField().getType()
              + " to "
              + value
              + ", which is of a year that there is not here; years go from 0001 to 9999, is the unit"
              + " right?",
          e);
    }
  }

  private static Unsupported unknownType(ValueVector vector) {
    return new Unsupported(
        "parameter '"
            + vector.getName()
            + "' is bound as "
            + vector.getField().getType()
            + ", which cannot be a parameter; bind text, a number, a date, a timestamp, bytes or a"
            + " list of them");
  }
}
