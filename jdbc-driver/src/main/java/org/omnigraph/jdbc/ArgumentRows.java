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

/**
 * Arguments, one row an execution, written as Arrow: each value in its own {@link ArgumentTypes}.
 */
final class ArgumentRows {
  /** A message holds less, and the longest UTF-8 of a character has three bytes. */
  private static final long MESSAGE_CHARS = RequestSize.MOST_BYTES / 4;

  private static final long FIXED_SIZE = 16;

  private final Schema schema;
  private final List<@Nullable Object[]> rows;

  private ArgumentRows(Schema schema, List<@Nullable Object[]> rows) {
    this.schema = schema;
    this.rows = rows;
  }

  /**
   * The rows of one request.
   *
   * @param rows canonical values ({@link ArrowValues}), one a parameter; null is SQL null
   * @throws SQLException 22003 or 22008 naming the parameter whose value no type holds
   */
  static ArgumentRows of(Schema parameters, List<@Nullable Object[]> rows) throws SQLException {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < parameters.getFields().size(); i++) {
      fields.add(field(parameters.getFields().get(i), i, rows));
    }
    return new ArgumentRows(new Schema(fields), rows);
  }

  Schema schema() {
    return schema;
  }

  int count() {
    return rows.size();
  }

  /**
   * Writes the rows from a number on, as many as go into one message.
   *
   * @return the number of the first row that is left
   * @throws SQLException 54000 for a row that goes into none
   */
  int fill(VectorSchemaRoot root, int from) throws SQLException {
    int end = from + 1;
    for (long size = size(from); end < rows.size(); end++) {
      size += size(end);
      if (size > MESSAGE_CHARS) {
        break;
      }
    }
    root.clear();
    for (int i = 0; i < schema.getFields().size(); i++) {
      FieldVector vector = root.getVector(i);
      vector.allocateNew();
      for (int row = from; row < end; row++) {
        set(vector, row - from, rows.get(row)[i]);
      }
    }
    root.setRowCount(end - from);
    RequestSize.require(
        "row " + (from + 1) + " of the bound values",
        root.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum());
    return end;
  }

  private long size(int row) {
    long size = 0;
    for (Object value : rows.get(row)) {
      size += size(value);
    }
    return size;
  }

  private static long size(@Nullable Object value) {
    if (value instanceof String text) {
      return FIXED_SIZE + text.length();
    }
    if (value instanceof byte[] bytes) {
      return FIXED_SIZE + bytes.length;
    }
    if (value instanceof List<?> list) {
      return FIXED_SIZE + list.stream().mapToLong(ArgumentRows::size).sum();
    }
    return FIXED_SIZE;
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
      throw ParameterValues.named(index + 1, e);
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
      ((VarCharVector) vector)
          .setSafe(row, Conversions.text(value).getBytes(StandardCharsets.UTF_8));
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

  static void setNull(FieldVector vector, int row) {
    if (vector instanceof NullVector) {
      return;
    }
    while (vector.getValueCapacity() <= row) {
      vector.reAlloc();
    }
    vector.setNull(row);
  }

  static long units(LocalDateTime time, TimeStampVector vector) {
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
