package org.omnigraph.jdbc;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Writes parameter values as the Arrow rows that the server asked for. A parameter whose type the
 * server left open takes the type of its first value.
 */
final class ArrowWriting {
  private ArrowWriting() {}

  /**
   * @param rows canonical values ({@link ArrowValues}), one a parameter; null is SQL null
   * @return owned by the caller
   * @throws SQLException 22018 naming parameter, value and wanted type
   */
  static VectorSchemaRoot rows(
      Schema parameters, List<@Nullable Object[]> rows, BufferAllocator allocator)
      throws SQLException {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < parameters.getFields().size(); i++) {
      fields.add(field(parameters.getFields().get(i), i, rows));
    }
    VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(fields), allocator);
    try {
      for (int i = 0; i < fields.size(); i++) {
        FieldVector vector = root.getVector(i);
        vector.allocateNew();
        for (int row = 0; row < rows.size(); row++) {
          setParameter(vector, row, rows.get(row)[i], i + 1);
        }
      }
      root.setRowCount(rows.size());
      return root;
    } catch (SQLException | RuntimeException e) {
      root.close();
      throw e;
    }
  }

  private static Field field(Field asked, int index, List<@Nullable Object[]> rows) {
    if (!(asked.getType() instanceof ArrowType.Null)) {
      return asked;
    }
    for (@Nullable Object[] row : rows) {
      Object value = row[index];
      if (value != null) {
        return like(asked.getName(), value);
      }
    }
    return asked;
  }

  private static Field like(String name, Object value) {
    if (value instanceof List<?> list) {
      Object first =
          list.stream().filter(e -> e != null).<Object>map(e -> e).findFirst().orElse("");
      return new Field(
          name,
          FieldType.nullable(ArrowType.List.INSTANCE),
          List.of(like(ListVector.DATA_VECTOR_NAME, first)));
    }
    return Field.nullable(name, typeOf(value));
  }

  private static ArrowType typeOf(Object value) {
    if (value instanceof Integer) {
      return new ArrowType.Int(32, true);
    }
    if (value instanceof Long) {
      return new ArrowType.Int(64, true);
    }
    if (value instanceof Boolean) {
      return ArrowType.Bool.INSTANCE;
    }
    if (value instanceof Float) {
      return new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
    }
    if (value instanceof Double) {
      return new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    }
    if (value instanceof BigDecimal decimal) {
      int scale = Math.max(0, decimal.scale());
      return new ArrowType.Decimal(38, Math.min(38, scale), 128);
    }
    if (value instanceof byte[]) {
      return ArrowType.Binary.INSTANCE;
    }
    if (value instanceof java.time.LocalDate) {
      return new ArrowType.Date(DateUnit.DAY);
    }
    if (value instanceof LocalDateTime) {
      return new ArrowType.Timestamp(TimeUnit.MILLISECOND, null);
    }
    if (value instanceof java.time.LocalTime) {
      return new ArrowType.Time(TimeUnit.MILLISECOND, 32);
    }
    return ArrowType.Utf8.INSTANCE;
  }

  private static void setParameter(
      FieldVector vector, int row, @Nullable Object value, int parameter) throws SQLException {
    try {
      set(vector, row, value);
    } catch (SQLDataException e) {
      throw new SQLDataException(
          "parameter " + parameter + ": " + e.getMessage(), e.getSQLState(), e);
    }
  }

  /** Writes one canonical value, converted to the vector's type. */
  static void set(FieldVector vector, int row, @Nullable Object value) throws SQLException {
    if (value == null) {
      setNull(vector, row);
    } else if (vector instanceof VarCharVector v) {
      if (value instanceof List<?> || value instanceof Map<?, ?>) {
        throw Conversions.bad(value, "VARCHAR, which is one text; x = ANY (?) takes a list");
      }
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
      v.setSafe(row, units(Conversions.localDateTime(value), v));
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

  private static void setNull(FieldVector vector, int row) {
    if (vector instanceof NullVector) {
      return;
    }
    while (vector.getValueCapacity() <= row) {
      vector.reAlloc();
    }
    vector.setNull(row);
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

  private static long units(LocalDateTime time, TimeStampVector vector) {
    Instant instant = time.toInstant(ZoneOffset.UTC);
    long seconds = instant.getEpochSecond();
    int nanos = instant.getNano();
    return switch (((ArrowType.Timestamp) vector.getField().getType()).getUnit()) {
      case SECOND -> seconds;
      case MILLISECOND -> seconds * 1_000L + nanos / 1_000_000L;
      case MICROSECOND -> seconds * 1_000_000L + nanos / 1_000L;
      case NANOSECOND -> seconds * 1_000_000_000L + nanos;
    };
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
