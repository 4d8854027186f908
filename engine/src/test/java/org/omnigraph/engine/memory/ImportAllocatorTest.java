package org.omnigraph.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.omnigraph.natives.ArrowLibrary;

class ImportAllocatorTest {
  private static final int ROWS = 1_000;

  private final BufferAllocator exporter = new RootAllocator();

  @AfterEach
  void everyBatchWasGivenBack() {
    exporter.close();
  }

  /** Whether a batch fits into {@code limit}. */
  private boolean imported(long limit) {
    ArrowLibrary.C_DATA.load();
    try (BufferAllocator importer = new RootAllocator(limit);
        ArrowArray array = ArrowArray.allocateNew(exporter);
        ArrowSchema schema = ArrowSchema.allocateNew(exporter)) {
      export(array, schema);
      Throwable failure =
          catchThrowable(
              () ->
                  Data.importVectorSchemaRoot(ImportAllocator.into(importer), array, schema, null)
                      .close());
      assertThat(importer.getAllocatedMemory()).isZero();
      return failure == null;
    }
  }

  private void export(ArrowArray array, ArrowSchema schema) {
    BigIntVector numbers = new BigIntVector("n", exporter);
    VarCharVector texts = new VarCharVector("t", exporter);
    try (VectorSchemaRoot root = VectorSchemaRoot.of(numbers, texts)) {
      for (int i = 0; i < ROWS; i++) {
        numbers.setSafe(i, i);
        texts.setSafe(i, ("text " + i).getBytes(StandardCharsets.UTF_8));
      }
      root.setRowCount(ROWS);
      Data.exportVectorSchemaRoot(exporter, root, null, array, schema);
    }
  }

  @Test
  void aBatchThatDoesNotFitIsGivenBackWhereverItFails() {
    int failed = 0;
    // Below a kilobyte the structures of the import itself do not fit.
    for (long limit = 1 << 10; !imported(limit); limit += 64) {
      failed++;
    }
    assertThat(failed).isGreaterThan(100);
  }

  @Test
  void aBatchThatMovedOutlivesTheAllocatorOfItsImport() {
    ArrowLibrary.C_DATA.load();
    try (BufferAllocator root = new RootAllocator();
        BufferAllocator other = root.newChildAllocator("other", 0, Long.MAX_VALUE);
        VarCharVector kept = new VarCharVector("t", other)) {
      try (BufferAllocator importer = root.newChildAllocator("import", 0, Long.MAX_VALUE);
          ArrowArray array = ArrowArray.allocateNew(exporter);
          ArrowSchema schema = ArrowSchema.allocateNew(exporter)) {
        export(array, schema);
        try (VectorSchemaRoot batch =
            Data.importVectorSchemaRoot(ImportAllocator.into(importer), array, schema, null)) {
          batch.getVector("t").makeTransferPair(kept).transfer();
        }
      }
      assertThat(kept.getObject(ROWS - 1)).hasToString("text " + (ROWS - 1));
      assertThat(exporter.getAllocatedMemory()).isPositive();
      kept.clear();
      assertThat(root.getAllocatedMemory()).isZero();
    }
  }

  @Test
  void buffersMoveBetweenItAndOthersOfItsRoot() {
    try (BufferAllocator root = new RootAllocator();
        BufferAllocator one = ImportAllocator.into(root).newChildAllocator("one", 0, 1 << 20);
        BufferAllocator other = root.newChildAllocator("other", 0, 1 << 20)) {
      try (BigIntVector from = new BigIntVector("n", one);
          BigIntVector through = new BigIntVector("n", other);
          BigIntVector back = new BigIntVector("n", one)) {
        from.setSafe(0, 7);
        from.setValueCount(1);
        from.makeTransferPair(through).transfer();
        assertThat(one.getAllocatedMemory()).isZero();
        assertThat(other.getAllocatedMemory()).isPositive();
        through.makeTransferPair(back).transfer();
        assertThat(back.get(0)).isEqualTo(7);
        assertThat(other.getAllocatedMemory()).isZero();
        assertThat(one.getAllocatedMemory()).isPositive();
      }
    }
  }
}
