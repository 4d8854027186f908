package org.omnigraph.engine.pending;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** An input batch, column by column; null stands for null. */
public final class TestBatch {
  private final BufferAllocator allocator;
  private final List<FieldVector> vectors = new ArrayList<>();

  public TestBatch(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /** Any column; the batch owns it. */
  public TestBatch column(FieldVector vector) {
    vectors.add(vector);
    return this;
  }

  public TestBatch text(String name, String... values) {
    VarCharVector vector = new VarCharVector(name, allocator);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        vector.setSafe(i, values[i].getBytes(StandardCharsets.UTF_8));
      }
    }
    vector.setValueCount(values.length);
    return column(vector);
  }

  public TestBatch ints(String name, Integer... values) {
    IntVector vector = new IntVector(name, allocator);
    vector.allocateNew(values.length);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        vector.set(i, values[i]);
      }
    }
    vector.setValueCount(values.length);
    return column(vector);
  }

  public TestBatch longs(String name, Long... values) {
    BigIntVector vector = new BigIntVector(name, allocator);
    vector.allocateNew(values.length);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        vector.set(i, values[i]);
      }
    }
    vector.setValueCount(values.length);
    return column(vector);
  }

  public TestBatch doubles(String name, Double... values) {
    Float8Vector vector = new Float8Vector(name, allocator);
    vector.allocateNew(values.length);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        vector.set(i, values[i]);
      }
    }
    vector.setValueCount(values.length);
    return column(vector);
  }

  public TestBatch bools(String name, Boolean... values) {
    BitVector vector = new BitVector(name, allocator);
    vector.allocateNew(values.length);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        vector.set(i, values[i] ? 1 : 0);
      }
    }
    vector.setValueCount(values.length);
    return column(vector);
  }

  public TestBatch days(String name, Integer... values) {
    DateDayVector vector = new DateDayVector(name, allocator);
    vector.allocateNew(values.length);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        vector.set(i, values[i]);
      }
    }
    vector.setValueCount(values.length);
    return column(vector);
  }

  public VectorSchemaRoot build() {
    VectorSchemaRoot root = new VectorSchemaRoot(vectors);
    root.setRowCount(vectors.isEmpty() ? 0 : vectors.get(0).getValueCount());
    return root;
  }
}
