package org.omnigraph.flight.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.omnigraph.flight.ServerLimits;

class BatchCutterTest {
  private final BufferAllocator memory = new RootAllocator();
  private final BufferAllocator statement = memory.newChildAllocator("statement", 0, 64 << 20);
  private final BufferAllocator results = memory.newChildAllocator("results", 0, Long.MAX_VALUE);
  private final BatchCutter cutter = new BatchCutter(results, ServerLimits.defaults());

  @AfterEach
  void nothingIsLeft() {
    results.close();
    memory.close();
  }

  private VectorSchemaRoot numbers(int rows) {
    BigIntVector vector = new BigIntVector("n", statement);
    vector.allocateNew(rows);
    for (int row = 0; row < rows; row++) {
      vector.set(row, row);
    }
    VectorSchemaRoot root = VectorSchemaRoot.of(vector);
    root.setRowCount(rows);
    return root;
  }

  private static long address(VectorSchemaRoot root) {
    return root.getVector(0).getDataBufferAddress();
  }

  private static void requireNumbers(ArrowRecordBatch piece, long first) {
    for (int row = 0; row < piece.getLength(); row++) {
      assertThat(piece.getBuffers().get(1).getLong(row * 8L)).isEqualTo(first + row);
    }
  }

  @Test
  void aLargePieceIsTheMemoryOfItsRowsAndOutlivesTheStatement() {
    List<ArrowRecordBatch> pieces;
    long address;
    try (statement;
        VectorSchemaRoot root = numbers(100_000)) {
      address = address(root);
      pieces = cutter.cut(root);
      assertThat(statement.getAllocatedMemory()).isZero();
    }
    assertThat(pieces).hasSize(1);
    assertThat(pieces.get(0).getBuffers().get(1).memoryAddress()).isEqualTo(address);
    assertThat(results.getAllocatedMemory()).isPositive();
    requireNumbers(pieces.get(0), 0);
    pieces.get(0).close();
  }

  @Test
  void aSmallPieceIsACopyInOneBuffer() {
    List<ArrowRecordBatch> pieces;
    long address;
    try (statement;
        VectorSchemaRoot root = numbers(100)) {
      address = address(root);
      pieces = cutter.cut(root);
      assertThat(statement.getAllocatedMemory()).isPositive();
    }
    assertThat(pieces.get(0).getBuffers().get(1).memoryAddress()).isNotEqualTo(address);
    requireNumbers(pieces.get(0), 0);
    pieces.get(0).close();
  }

  @Test
  void theRowsOfABatchThatIsTooLargeShareItsMemoryInTurn() {
    List<ArrowRecordBatch> pieces;
    try (statement;
        VectorSchemaRoot root = numbers(1_000_000)) {
      pieces = cutter.cut(root);
    }
    assertThat(pieces.size()).isGreaterThan(2);
    long first = 0;
    for (ArrowRecordBatch piece : pieces) {
      assertThat(piece.computeBodyLength())
          .isLessThanOrEqualTo(ServerLimits.defaults().batchMaxBytes());
      requireNumbers(piece, first);
      first += piece.getLength();
      piece.close();
    }
    assertThat(first).isEqualTo(1_000_000);
  }
}
