package org.omnigraph.engine.pending.statement;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.InvalidRequest;

/** Values as an Arrow batch of one row, each in the widest type of its kind. */
public final class ValueRow {
  private ValueRow() {}

  /**
   * A row with one column a value; the caller owns it.
   *
   * @throws InvalidRequest for a list of several kinds, or of lists
   */
  public static VectorSchemaRoot of(Map<String, Value> values, BufferAllocator allocator) {
    List<Field> fields = new ArrayList<>();
    values.forEach((name, value) -> fields.add(field(name, value)));
    VectorSchemaRoot row = VectorSchemaRoot.create(new Schema(fields), allocator);
    try {
      row.allocateNew();
      values.forEach((name, value) -> set(row.getVector(name), 0, value));
      row.setRowCount(1);
      return row;
    } catch (RuntimeException e) {
      row.close();
      throw e;
    }
  }

  private static Field field(String name, Value value) {
    List<Field> children = List.of();
    if (value instanceof Value.Items items) {
      children = List.of(item(name, items));
    }
    return new Field(name, FieldType.nullable(type(value)), children);
  }

  private static Field item(String name, Value.Items items) {
    ArrowType type = ArrowType.Null.INSTANCE;
    for (Value item : items.values()) {
      ArrowType own = type(item);
      if (item instanceof Value.Items
          || !(type.equals(own)
              || type.equals(ArrowType.Null.INSTANCE)
              || own.equals(ArrowType.Null.INSTANCE))) {
        throw new InvalidRequest(
            "the list for '" + name + "' has items of several kinds, or lists; give it one kind");
      }
      type = own.equals(ArrowType.Null.INSTANCE) ? type : own;
    }
    return Field.nullable("item", type);
  }

  private static ArrowType type(Value value) {
    if (value instanceof Value.Text) {
      return ArrowType.Utf8.INSTANCE;
    }
    if (value instanceof Value.Bool) {
      return ArrowType.Bool.INSTANCE;
    }
    if (value instanceof Value.Int64) {
      return new ArrowType.Int(64, true);
    }
    if (value instanceof Value.Unsigned) {
      return new ArrowType.Int(64, false);
    }
    if (value instanceof Value.Float64) {
      return new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    }
    if (value instanceof Value.Date) {
      return new ArrowType.Date(DateUnit.DAY);
    }
    if (value instanceof Value.DateTime) {
      return new ArrowType.Date(DateUnit.MILLISECOND);
    }
    if (value instanceof Value.Bytes) {
      return ArrowType.LargeBinary.INSTANCE;
    }
    if (value instanceof Value.Now) {
      throw new IllegalStateException("the time of the mutation is not filled in");
    }
    return value instanceof Value.Items ? ArrowType.List.INSTANCE : ArrowType.Null.INSTANCE;
  }

  private static void set(FieldVector vector, int row, Value value) {
    if (value instanceof Value.Text text) {
      ((VarCharVector) vector).setSafe(row, text.value().getBytes(StandardCharsets.UTF_8));
    } else if (value instanceof Value.Bool bool) {
      ((BitVector) vector).setSafe(row, bool.value() ? 1 : 0);
    } else if (value instanceof Value.Int64 number) {
      ((BigIntVector) vector).setSafe(row, number.value());
    } else if (value instanceof Value.Unsigned number) {
      ((UInt8Vector) vector).setSafe(row, number.bits());
    } else if (value instanceof Value.Float64 number) {
      ((Float8Vector) vector).setSafe(row, number.value());
    } else if (value instanceof Value.Date date) {
      ((DateDayVector) vector).setSafe(row, date.days());
    } else if (value instanceof Value.DateTime time) {
      ((DateMilliVector) vector).setSafe(row, time.millis());
    } else if (value instanceof Value.Bytes bytes) {
      ((LargeVarBinaryVector) vector).setSafe(row, bytes.value());
    } else if (value instanceof Value.Items items) {
      setItems((ListVector) vector, row, items);
    }
  }

  private static void setItems(ListVector vector, int row, Value.Items items) {
    int first = vector.startNewValue(row);
    for (int i = 0; i < items.values().size(); i++) {
      set(vector.getDataVector(), first + i, items.values().get(i));
    }
    vector.endValue(row, items.values().size());
    vector.getDataVector().setValueCount(first + items.values().size());
  }
}
