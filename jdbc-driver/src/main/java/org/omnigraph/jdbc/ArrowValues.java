package org.omnigraph.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/**
 * Reads a vector's value as the one Java type that stands for it here: Boolean, Integer, Long,
 * Float, Double, BigDecimal, String, byte[], LocalDate, LocalTime, LocalDateTime, OffsetDateTime,
 * List, Map. Null is SQL null.
 */
final class ArrowValues {
  private ArrowValues() {}

  /**
   * A reader for one vector, by row. Good for as long as the vector is, over any number of loads.
   */
  static IntFunction<@Nullable Object> reader(FieldVector vector) {
    IntFunction<@Nullable Object> present = present(vector);
    return row -> vector.isNull(row) ? null : present.apply(row);
  }

  private static IntFunction<@Nullable Object> present(FieldVector vector) {
    if (vector instanceof VarCharVector text) {
      return row -> new String(text.get(row), StandardCharsets.UTF_8);
    }
    if (vector instanceof IntVector v) {
      return v::get;
    }
    if (vector instanceof BigIntVector v) {
      return v::get;
    }
    if (vector instanceof BitVector v) {
      return row -> v.get(row) != 0;
    }
    if (vector instanceof DateDayVector v) {
      return row -> LocalDate.ofEpochDay(v.get(row));
    }
    if (vector instanceof TimeStampVector v) {
      return timestamp(v);
    }
    if (vector instanceof VarBinaryVector v) {
      return v::get;
    }
    if (vector instanceof FixedSizeListVector v) {
      IntFunction<@Nullable Object> element = reader(v.getDataVector());
      int size = v.getListSize();
      return row -> elements(element, row * size, size);
    }
    if (vector instanceof MapVector v) {
      return map(v);
    }
    if (vector instanceof ListVector v) {
      IntFunction<@Nullable Object> element = reader(v.getDataVector());
      return row ->
          elements(
              element,
              v.getElementStartIndex(row),
              v.getElementEndIndex(row) - v.getElementStartIndex(row));
    }
    return less(vector);
  }

  /** The types that the server's own tables do not have, but a server's metadata may. */
  private static IntFunction<@Nullable Object> less(FieldVector vector) {
    if (vector instanceof TinyIntVector v) {
      return row -> (int) v.get(row);
    }
    if (vector instanceof SmallIntVector v) {
      return row -> (int) v.get(row);
    }
    if (vector instanceof UInt1Vector v) {
      return row -> v.get(row) & 0xFF;
    }
    if (vector instanceof UInt2Vector v) {
      return row -> (int) v.get(row);
    }
    if (vector instanceof UInt4Vector v) {
      return row -> v.get(row) & 0xFFFFFFFFL;
    }
    if (vector instanceof UInt8Vector v) {
      return row -> new BigDecimal(new BigInteger(Long.toUnsignedString(v.get(row))));
    }
    if (vector instanceof Float2Vector v) {
      return v::getValueAsFloat;
    }
    if (vector instanceof DateMilliVector v) {
      return row -> LocalDateTime.ofInstant(Instant.ofEpochMilli(v.get(row)), ZoneOffset.UTC);
    }
    if (vector instanceof TimeSecVector v) {
      return row -> LocalTime.ofSecondOfDay(v.get(row));
    }
    if (vector instanceof TimeMilliVector v) {
      return row -> LocalTime.ofNanoOfDay(v.get(row) * 1_000_000L);
    }
    if (vector instanceof TimeMicroVector v) {
      return row -> LocalTime.ofNanoOfDay(v.get(row) * 1_000L);
    }
    if (vector instanceof TimeNanoVector v) {
      return row -> LocalTime.ofNanoOfDay(v.get(row));
    }
    if (vector instanceof LargeListVector v) {
      IntFunction<@Nullable Object> element = reader(v.getDataVector());
      return row ->
          elements(
              element,
              (int) v.getElementStartIndex(row),
              (int) (v.getElementEndIndex(row) - v.getElementStartIndex(row)));
    }
    if (vector instanceof StructVector v) {
      return struct(v);
    }
    if (vector instanceof DenseUnionVector v) {
      return row -> {
        FieldVector leg = (FieldVector) v.getVectorByType(v.getTypeId(row));
        return reader(leg).apply(v.getOffset(row));
      };
    }
    return row -> {
      Object value = vector.getObject(row);
      return value instanceof org.apache.arrow.vector.util.Text text ? text.toString() : value;
    };
  }

  private static IntFunction<@Nullable Object> timestamp(TimeStampVector vector) {
    ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
    TimeUnit unit = type.getUnit();
    String zone = type.getTimezone();
    if (zone == null) {
      return row -> LocalDateTime.ofInstant(instant(vector.get(row), unit), ZoneOffset.UTC);
    }
    ZoneId id = ZoneId.of(zone);
    return row -> instant(vector.get(row), unit).atZone(id).toOffsetDateTime();
  }

  private static Instant instant(long value, TimeUnit unit) {
    long perSecond =
        switch (unit) {
          case SECOND -> 1L;
          case MILLISECOND -> 1_000L;
          case MICROSECOND -> 1_000_000L;
          case NANOSECOND -> 1_000_000_000L;
        };
    return Instant.ofEpochSecond(
        Math.floorDiv(value, perSecond),
        Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond));
  }

  private static List<@Nullable Object> elements(
      IntFunction<@Nullable Object> element, int start, int count) {
    List<@Nullable Object> list = new ArrayList<>(count);
    for (int i = start; i < start + count; i++) {
      list.add(element.apply(i));
    }
    return list;
  }

  private static IntFunction<@Nullable Object> struct(StructVector vector) {
    Map<String, IntFunction<@Nullable Object>> children = new LinkedHashMap<>();
    for (FieldVector child : vector.getChildrenFromFields()) {
      children.put(child.getName(), reader(child));
    }
    return row -> {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      children.forEach((name, child) -> values.put(name, child.apply(row)));
      return values;
    };
  }

  private static IntFunction<@Nullable Object> map(MapVector vector) {
    StructVector entries = (StructVector) vector.getDataVector();
    IntFunction<@Nullable Object> keys = reader(entries.getChildrenFromFields().get(0));
    IntFunction<@Nullable Object> values = reader(entries.getChildrenFromFields().get(1));
    return row -> {
      Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
      for (int i = vector.getElementStartIndex(row); i < vector.getElementEndIndex(row); i++) {
        map.put(keys.apply(i), values.apply(i));
      }
      return map;
    };
  }
}
