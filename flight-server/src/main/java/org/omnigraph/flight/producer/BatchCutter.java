package org.omnigraph.flight.producer;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.flight.ServerLimits;

/**
 * Takes the rows out of a root that its reader will fill anew, in pieces small enough for every
 * client.
 *
 * <p>The transport holds what is sent until the client has taken it, which may be long after the
 * query has ended; so the pieces belong to an allocator of their own. Large ones are the buffers of
 * the root itself, which a reader replaces and never writes again. Small ones are copied into one
 * buffer: many small buffers cost more to send than a copy.
 */
final class BatchCutter {
  /** A piece of fewer bytes is copied. */
  private static final int FEWEST_SHARED_BYTES = 64 << 10;

  private final BufferAllocator allocator;
  private final ServerLimits limits;

  /**
   * @param allocator the owner of the pieces, of the same root allocator as the rows
   */
  BatchCutter(BufferAllocator allocator, ServerLimits limits) {
    this.allocator = allocator;
    this.limits = limits;
  }

  /**
   * The rows of {@code root} in order. The caller closes the pieces; {@code root} may change or
   * close meanwhile.
   *
   * @throws ResourceLimitExceeded when one row alone is too large to send
   */
  List<ArrowRecordBatch> cut(VectorSchemaRoot root) {
    List<ArrowRecordBatch> pieces = new ArrayList<>();
    try {
      cut(root, pieces);
      return pieces;
    } catch (RuntimeException e) {
      pieces.forEach(ArrowRecordBatch::close);
      throw e;
    }
  }

  private void cut(VectorSchemaRoot root, List<ArrowRecordBatch> pieces) {
    int rows = root.getRowCount();
    try (ArrowRecordBatch whole = unload(root)) {
      long bytes = whole.computeBodyLength();
      if (bytes <= limits.batchMaxBytes() || (rows == 1 && bytes <= limits.rowMaxBytes())) {
        pieces.add(bytes < FEWEST_SHARED_BYTES ? copy(whole, bytes) : share(whole));
        return;
      }
      if (rows == 1) {
        throw new ResourceLimitExceeded(
            "one row of the result in bytes",
            limits.rowMaxBytes(),
            bytes,
            "select fewer columns, or parts of long texts (SUBSTRING)");
      }
      cutInto(root, piecesOf(rows, bytes), pieces);
    }
  }

  /** One allocation for all buffers of a batch, each at the place where the message has it. */
  private ArrowRecordBatch copy(ArrowRecordBatch batch, long bytes) {
    try (ArrowBuf memory = allocator.buffer(bytes)) {
      List<ArrowBuf> buffers = new ArrayList<>();
      long at = 0;
      for (ArrowBuf buffer : batch.getBuffers()) {
        long length = buffer.readableBytes();
        memory.setBytes(at, buffer, buffer.readerIndex(), length);
        ArrowBuf slice = memory.slice(at, length);
        slice.writerIndex(length);
        buffers.add(slice);
        at = (at + length + 7) & ~7L;
      }
      return new ArrowRecordBatch(batch.getLength(), batch.getNodes(), buffers);
    }
  }

  /** The same buffers, which the pieces' allocator accounts for from now on. */
  private ArrowRecordBatch share(ArrowRecordBatch batch) {
    List<ArrowBuf> buffers = new ArrayList<>(batch.getBuffers().size());
    try {
      for (ArrowBuf buffer : batch.getBuffers()) {
        buffers.add(
            buffer.readableBytes() == 0
                ? allocator.getEmpty()
                : buffer
                    .getReferenceManager()
                    .transferOwnership(buffer, allocator)
                    .getTransferredBuffer());
      }
      return new ArrowRecordBatch(batch.getLength(), batch.getNodes(), buffers);
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
  }

  private int piecesOf(int rows, long bytes) {
    long wanted = (bytes + limits.batchBytes() - 1) / limits.batchBytes();
    return (int) Math.min(rows, Math.max(2, wanted));
  }

  private void cutInto(VectorSchemaRoot root, int count, List<ArrowRecordBatch> pieces) {
    int rows = root.getRowCount();
    int step = (rows + count - 1) / count;
    if (step > 8) {
      step = (step + 7) & ~7; // validity bits are shared only from whole bytes
    }
    for (int start = 0; start < rows; start += step) {
      try (VectorSchemaRoot slice = root.slice(start, Math.min(step, rows - start))) {
        cut(slice, pieces);
      }
    }
  }

  private static ArrowRecordBatch unload(VectorSchemaRoot root) {
    return new VectorUnloader(root, true, NoCompressionCodec.INSTANCE, true).getRecordBatch();
  }
}
