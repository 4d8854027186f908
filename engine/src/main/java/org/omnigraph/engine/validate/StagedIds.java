package org.omnigraph.engine.validate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.omnigraph.engine.pending.ChangeSet.Rows;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.schema.PhysicalSchema;

/** The ids of staged rows, as texts. */
final class StagedIds {
  private StagedIds() {}

  /** Empty when the rows are in files, where a scan of what is committed costs no more. */
  static Optional<List<String>> of(TypeChange change, BufferAllocator allocator) {
    if (!(change.rows() instanceof Rows.InMemory rows)) {
      return Optional.empty();
    }
    List<String> ids = new ArrayList<>();
    try (VectorSchemaRoot root =
        VectorSchemaRoot.create(PhysicalSchema.of(change.type()), allocator)) {
      VectorLoader loader = new VectorLoader(root);
      for (ArrowRecordBatch batch : rows.batches()) {
        loader.load(batch);
        VarCharVector column = (VarCharVector) root.getVector("id");
        for (int row = 0; row < root.getRowCount(); row++) {
          ids.add(new String(column.get(row), StandardCharsets.UTF_8));
        }
      }
    }
    return Optional.of(ids);
  }
}
