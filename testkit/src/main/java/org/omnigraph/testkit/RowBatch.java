package org.omnigraph.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.RowSink;

/** Plain Java rows as one Arrow batch; the first value of a column says its type. */
final class RowBatch {
  private RowBatch() {}

  static void add(Graph graph, MutationStaging staging, GraphHarness.Write write) {
    Schema schema = schema(write.rows());
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(schema, graph.allocator())) {
      batch.allocateNew();
      for (int row = 0; row < write.rows().size(); row++) {
        for (Map.Entry<String, @Nullable Object> value : write.rows().get(row).entrySet()) {
          set(batch.getVector(value.getKey()), row, value.getValue());
        }
      }
      batch.setRowCount(write.rows().size());
      RowSink sink = staging.rows(write.type(), write.mode());
      sink.open(schema);
      sink.add(batch, new DictionaryProvider.MapDictionaryProvider(), RowPlaces.numbered("", 0));
    }
  }

  private static Schema schema(List<Map<String, @Nullable Object>> rows) {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> names.addAll(row.keySet()));
    List<Field> fields = new ArrayList<>();
    for (String name : names) {
      fields.add(Field.nullable(name, type(rows, name)));
    }
    return new Schema(fields);
  }

  private static ArrowType type(List<Map<String, @Nullable Object>> rows, String name) {
    for (Map<String, @Nullable Object> row : rows) {
      Object value = row.get(name);
      if (value instanceof Long) {
        return new ArrowType.Int(64, true);
      }
      if (value instanceof Integer) {
        return new ArrowType.Int(32, true);
      }
      if (value instanceof Double) {
        return new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      }
      if (value instanceof Boolean) {
        return ArrowType.Bool.INSTANCE;
      }
      if (value instanceof String) {
        return ArrowType.Utf8.INSTANCE;
      }
    }
    return ArrowType.Null.INSTANCE;
  }

  private static void set(@Nullable FieldVector vector, int row, @Nullable Object value) {
    if (vector == null || value == null) {
      return;
    }
    if (vector instanceof VarCharVector texts) {
      texts.setSafe(row, value.toString().getBytes(StandardCharsets.UTF_8));
    } else if (vector instanceof IntVector numbers) {
      numbers.setSafe(row, (Integer) value);
    } else if (vector instanceof BigIntVector numbers) {
      numbers.setSafe(row, (Long) value);
    } else if (vector instanceof Float8Vector numbers) {
      numbers.setSafe(row, (Double) value);
    } else if (vector instanceof BitVector flags) {
      flags.setSafe(row, (Boolean) value ? 1 : 0);
    } else {
      throw new IllegalArgumentException("no test values for " + vector.getField());
    }
  }
}
