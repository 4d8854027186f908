package org.omnigraph.jdbc;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
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
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Writes arguments as Arrow rows, each value in its own type ({@link ArgumentTypes}). */
final class ArgumentRows {
  private ArgumentRows() {}

  /**
   * The rows of one execution.
   *
   * @param rows canonical values ({@link ArrowValues}), one a parameter; null is SQL null
   * @return owned by the caller
   * @throws SQLException 22003 naming the parameter whose value no type holds
   */
  static VectorSchemaRoot of(
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
          set(vector, row, rows.get(row)[i]);
        }
      }
      root.setRowCount(rows.size());
      return root;
    } catch (SQLException | RuntimeException e) {
      root.close();
      throw e;
    }
  }

  private static Field field(Field asked, int index, List<@Nullable Object[]> rows)
      throws SQLException {
    List<@Nullable Object> values = new ArrayList<>(rows.size());
    for (@Nullable Object[] row : rows) {
      values.add(row[index]);
    }
    try {
      return ArgumentTypes.of(asked, values);
    } catch (SQLDataException e) {
      throw new SQLDataException(
          "parameter " + (index + 1) + ": " + e.getMessage(), e.getSQLState(), e);
    }
  }

  private static void set(FieldVector vector, int row, @Nullable Object value)
      throws SQLDataException {
    if (vector instanceof DenseUnionVector union) {
      setUnion(union, row, value);
    } else if (value == null) {
      setNull(vector, row);
    } else if (vector instanceof ListVector list) {
      setList(list, row, (List<?>) value);
    } else if (value instanceof Number number) {
      setNumber(vector, row, number);
    } else if (vector instanceof BitVector v) {
      v.setSafe(row, (Boolean) value ? 1 : 0);
    } else if (vector instanceof DateDayVector v) {
      v.setSafe(row, Math.toIntExact(((LocalDate) value).toEpochDay()));
    } else if (vector instanceof TimeStampVector v) {
      v.setSafe(row, units((LocalDateTime) value, v));
    } else if (vector instanceof VarBinaryVector v) {
      v.setSafe(row, (byte[]) value);
    } else {
      ((VarCharVector) vector).setSafe(row, value.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void setNumber(FieldVector vector, int row, Number value) {
    if (vector instanceof IntVector v) {
      v.setSafe(row, value.intValue());
    } else if (vector instanceof BigIntVector v) {
      v.setSafe(row, value.longValue());
    } else if (vector instanceof Float4Vector v) {
      v.setSafe(row, value.floatValue());
    } else if (vector instanceof Float8Vector v) {
      v.setSafe(row, value.doubleValue());
    } else {
      DecimalVector v = (DecimalVector) vector;
      v.setSafe(row, ((BigDecimal) value).setScale(v.getScale()));
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

  private static void setList(ListVector vector, int row, List<? extends @Nullable Object> values)
      throws SQLDataException {
    int start = vector.startNewValue(row);
    for (int i = 0; i < values.size(); i++) {
      set(vector.getDataVector(), start + i, values.get(i));
    }
    vector.endValue(row, values.size());
    vector.getDataVector().setValueCount(start + values.size());
  }

  /** A null is one of the first type, since a union itself has none. */
  private static void setUnion(DenseUnionVector union, int row, @Nullable Object value)
      throws SQLDataException {
    byte id = 0;
    if (value != null) {
      ArrowType type = ArgumentTypes.of(value);
      while (!union.getVectorByType(id).getField().getType().equals(type)) {
        id++;
      }
    }
    FieldVector own = (FieldVector) union.getVectorByType(id);
    int offset = own.getValueCount();
    set(own, offset, value);
    own.setValueCount(offset + 1);
    while (union.getValueCapacity() <= row) {
      union.reAlloc();
    }
    union.setTypeId(row, id);
    union.setOffset(row, offset);
  }
}
