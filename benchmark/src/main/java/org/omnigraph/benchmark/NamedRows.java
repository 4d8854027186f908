package org.omnigraph.benchmark;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.write.CommitOptions;

/** Rows of types that have a {@code name} as their key and nothing else. */
final class NamedRows {
  private static final Schema SCHEMA =
      new Schema(List.of(Field.notNullable("name", ArrowType.Utf8.INSTANCE)));
  private static final int BATCH = 8_192;

  private NamedRows() {}

  /** One strict insert of {@code count} rows, their names numbered from {@code first}. */
  static long insert(Graph graph, TypeKey type, long first, int count) {
    try (MutationStaging staging =
        graph.begin(BranchName.MAIN, count > BATCH ? Budget.BULK : Budget.KEYED)) {
      RowSink sink = staging.rows(type, WriteMode.INSERT);
      sink.open(SCHEMA);
      for (int from = 0; from < count; from += BATCH) {
        add(sink, graph, first + from, Math.min(BATCH, count - from));
      }
      graph.commit(staging, CommitOptions.ANONYMOUS);
      return count;
    }
  }

  private static void add(RowSink sink, Graph graph, long first, int count) {
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, graph.allocator())) {
      VarCharVector names = (VarCharVector) batch.getVector(0);
      for (int row = 0; row < count; row++) {
        names.setSafe(row, ("row " + (first + row)).getBytes(StandardCharsets.UTF_8));
      }
      batch.setRowCount(count);
      sink.add(batch, new DictionaryProvider.MapDictionaryProvider(), RowPlaces.numbered("row", 0));
    }
  }
}
