package org.omnigraph.jdbc;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.jspecify.annotations.Nullable;

/** Fills the vectors of scripted results. */
final class Vectors {
  private Vectors() {}

  /** Writes one canonical value, converted to the vector's type. */
  static void set(FieldVector vector, int row, @Nullable Object value) throws SQLException {
    if (value == null) {
      ArgumentRows.setNull(vector, row);
    } else if (vector instanceof VarCharVector v) {
      v.setSafe(row, Conversions.text(value).getBytes(StandardCharsets.UTF_8));
    } else if (vector instanceof IntVector v) {
      v.setSafe(
          row, (int) Conversions.integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER"));
    } else if (vector instanceof BigIntVector v) {
      v.setSafe(row, Conversions.integer(value, Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT"));
    } else if (vector instanceof SmallIntVector v) {
      v.setSafe(
          row, (int) Conversions.integer(value, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT"));
    } else if (vector instanceof TinyIntVector v) {
      v.setSafe(row, (int) Conversions.integer(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT"));
    } else if (vector instanceof BitVector v) {
      v.setSafe(row, Conversions.bool(value) ? 1 : 0);
    } else if (vector instanceof Float4Vector v) {
      v.setSafe(row, (float) Conversions.floating(value));
    } else if (vector instanceof Float8Vector v) {
      v.setSafe(row, Conversions.floating(value));
    } else if (vector instanceof DecimalVector v) {
      v.setSafe(row, decimal(value, v.getScale(), v.getPrecision()));
    } else if (vector instanceof DateDayVector v) {
      v.setSafe(row, Math.toIntExact(Conversions.localDate(value).toEpochDay()));
    } else if (vector instanceof TimeStampVector v) {
      v.setSafe(row, ArgumentRows.units(Conversions.localDateTime(value), v));
    } else if (vector instanceof TimeMilliVector v) {
      v.setSafe(row, (int) (Conversions.localTime(value).toNanoOfDay() / 1_000_000L));
    } else if (vector instanceof TimeMicroVector v) {
      v.setSafe(row, Conversions.localTime(value).toNanoOfDay() / 1_000L);
    } else if (vector instanceof VarBinaryVector v) {
      v.setSafe(row, Conversions.bytes(value));
    } else if (vector instanceof ListVector v) {
      setList(v, row, list(value));
    } else if (vector instanceof FixedSizeListVector v) {
      setFixed(v, row, list(value));
    } else {
      throw Conversions.bad(value, vector.getField().getType().toString());
    }
  }

  private static BigDecimal decimal(Object value, int scale, int precision) throws SQLException {
    BigDecimal scaled = Conversions.decimal(value).setScale(scale, RoundingMode.HALF_UP);
    if (scaled.precision() > precision) {
      throw new SQLDataException(
          scaled + " does not fit into DECIMAL(" + precision + ", " + scale + ")",
          SqlState.OUT_OF_RANGE);
    }
    return scaled;
  }

  private static List<?> list(Object value) throws SQLException {
    if (value instanceof List<?> list) {
      return list;
    }
    throw Conversions.bad(value, "ARRAY");
  }

  private static void setList(ListVector vector, int row, List<?> values) throws SQLException {
    int start = vector.startNewValue(row);
    for (int i = 0; i < values.size(); i++) {
      set(vector.getDataVector(), start + i, values.get(i));
    }
    vector.endValue(row, values.size());
    vector.getDataVector().setValueCount(start + values.size());
  }

  private static void setFixed(FixedSizeListVector vector, int row, List<?> values)
      throws SQLException {
    if (values.size() != vector.getListSize()) {
      throw new SQLDataException(
          "an array of "
              + values.size()
              + " elements is no vector of "
              + vector.getListSize()
              + " dimensions",
          SqlState.BAD_VALUE);
    }
    int start = vector.startNewValue(row);
    for (int i = 0; i < values.size(); i++) {
      set(vector.getDataVector(), start + i, values.get(i));
    }
  }
}
