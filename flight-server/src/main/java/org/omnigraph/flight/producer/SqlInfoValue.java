package org.omnigraph.flight.producer;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;

/** An answer to one SqlInfo code: which leg of the union, and what in it. */
sealed interface SqlInfoValue {
  /** The type id of the union's leg, which is its position in the schema. */
  byte leg();

  /** Writes the value at {@code row} of the leg's own vector. */
  void write(FieldVector leg, int row);

  record Text(String value) implements SqlInfoValue {
    @Override
    public byte leg() {
      return 0;
    }

    @Override
    public void write(FieldVector leg, int row) {
      ((VarCharVector) leg).setSafe(row, value.getBytes(StandardCharsets.UTF_8));
    }
  }

  record Flag(boolean value) implements SqlInfoValue {
    @Override
    public byte leg() {
      return 1;
    }

    @Override
    public void write(FieldVector leg, int row) {
      ((BitVector) leg).setSafe(row, value ? 1 : 0);
    }
  }

  record Count(long value) implements SqlInfoValue {
    @Override
    public byte leg() {
      return 2;
    }

    @Override
    public void write(FieldVector leg, int row) {
      ((BigIntVector) leg).setSafe(row, value);
    }
  }

  record Bits(int value) implements SqlInfoValue {
    @Override
    public byte leg() {
      return 3;
    }

    @Override
    public void write(FieldVector leg, int row) {
      ((IntVector) leg).setSafe(row, value);
    }

    /** One bit for each value of an enum. */
    static Bits of(int... positions) {
      int bits = 0;
      for (int position : positions) {
        bits |= 1 << position;
      }
      return new Bits(bits);
    }
  }

  record Texts(List<String> values) implements SqlInfoValue {
    public Texts {
      values = List.copyOf(values);
    }

    @Override
    public byte leg() {
      return 4;
    }

    @Override
    public void write(FieldVector leg, int row) {
      ListVector list = (ListVector) leg;
      VarCharVector items = (VarCharVector) list.getDataVector();
      int start = list.startNewValue(row);
      for (int i = 0; i < values.size(); i++) {
        items.setSafe(start + i, values.get(i).getBytes(StandardCharsets.UTF_8));
      }
      list.endValue(row, values.size());
    }
  }

  record Lists(SortedMap<Integer, List<Integer>> values) implements SqlInfoValue {
    @Override
    public byte leg() {
      return 5;
    }

    @Override
    public void write(FieldVector leg, int row) {
      MapVector map = (MapVector) leg;
      StructVector entries = (StructVector) map.getDataVector();
      IntVector keys = (IntVector) entries.getChildrenFromFields().get(0);
      ListVector lists = (ListVector) entries.getChildrenFromFields().get(1);
      int entry = map.startNewValue(row);
      for (var next : values.entrySet()) {
        entries.setIndexDefined(entry);
        keys.setSafe(entry, next.getKey());
        writeList(lists, entry, next.getValue());
        entry++;
      }
      map.endValue(row, values.size());
    }

    private static void writeList(ListVector lists, int entry, List<Integer> numbers) {
      IntVector items = (IntVector) lists.getDataVector();
      int start = lists.startNewValue(entry);
      for (int i = 0; i < numbers.size(); i++) {
        items.setSafe(start + i, numbers.get(i));
      }
      lists.endValue(entry, numbers.size());
    }
  }

  /** Writes at {@code row} of the union. */
  default void writeTo(DenseUnionVector union, int row) {
    FieldVector target = union.getChildrenFromFields().get(leg());
    int at = target.getValueCount();
    union.setTypeId(row, leg());
    union.getOffsetBuffer().setInt((long) row * DenseUnionVector.OFFSET_WIDTH, at);
    write(target, at);
    target.setValueCount(at + 1);
  }
}
