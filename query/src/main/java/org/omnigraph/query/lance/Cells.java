package org.omnigraph.query.lance;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.jspecify.annotations.Nullable;

/** Java values of statements in vectors of the wire types. */
public final class Cells {
  private static final LocalDateTime EPOCH = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);
  private static final long NANOS_PER_MICRO = 1_000;

  private Cells() {}

  /**
   * Sets one value, which has the Java type of an argument of the vector's type; microseconds of a
   * time may also be a Long.
   */
  public static void set(FieldVector vector, int row, @Nullable Object value) {
    if (value == null) {
      vector.setNull(row);
    } else if (vector instanceof VarCharVector texts) {
      texts.setSafe(row, ((String) value).getBytes(StandardCharsets.UTF_8));
    } else if (vector instanceof BigIntVector longs) {
      longs.setSafe(row, ((Number) value).longValue());
    } else if (vector instanceof IntVector ints) {
      ints.setSafe(row, Math.toIntExact(((Number) value).longValue()));
    } else if (vector instanceof Float8Vector doubles) {
      doubles.setSafe(row, ((Number) value).doubleValue());
    } else if (vector instanceof Float4Vector floats) {
      floats.setSafe(row, ((Number) value).floatValue());
    } else if (vector instanceof BitVector bits) {
      bits.setSafe(row, (Boolean) value ? 1 : 0);
    } else if (vector instanceof DecimalVector decimals) {
      BigDecimal number = value instanceof BigDecimal d ? d : new BigDecimal(value.toString());
      decimals.setSafe(row, number.setScale(decimals.getScale(), RoundingMode.HALF_UP));
    } else if (vector instanceof DateDayVector days) {
      days.setSafe(row, (int) ((LocalDate) value).toEpochDay());
    } else if (vector instanceof TimeStampMilliVector times) {
      times.setSafe(row, ChronoUnit.MILLIS.between(EPOCH, (LocalDateTime) value));
    } else if (vector instanceof TimeStampMicroVector times) {
      times.setSafe(
          row,
          value instanceof Long micros
              ? micros
              : ChronoUnit.MICROS.between(EPOCH, (LocalDateTime) value));
    } else if (vector instanceof TimeMicroVector times) {
      times.setSafe(row, ((LocalTime) value).toNanoOfDay() / NANOS_PER_MICRO);
    } else if (vector instanceof VarBinaryVector bytes) {
      bytes.setSafe(row, (byte[]) value);
    } else if (vector instanceof ListVector lists) {
      List<?> items = (List<?>) value;
      int start = lists.startNewValue(row);
      setAll(lists.getDataVector(), start, items);
      lists.endValue(row, items.size());
    } else if (vector instanceof FixedSizeListVector lists) {
      setAll(lists.getDataVector(), row * lists.getListSize(), (List<?>) value);
      lists.setNotNull(row);
    } else {
      throw new IllegalStateException("no value of " + vector.getField());
    }
  }

  private static void setAll(FieldVector data, int start, List<?> items) {
    for (int i = 0; i < items.size(); i++) {
      set(data, start + i, items.get(i));
    }
  }
}
