package org.omnigraph.engine.pending;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;

/** The blobs of a batch in the physical schema: bytes, references and nulls. */
final class BlobCells {
  private BlobCells() {}

  /** What the blobs refer to, one entry a cell. */
  static List<String> references(VectorSchemaRoot batch) {
    List<String> uris = new ArrayList<>();
    for (FieldVector column : batch.getFieldVectors()) {
      if (column instanceof StructVector blobs) {
        VarCharVector uri = uris(blobs);
        for (int row = 0; row < batch.getRowCount(); row++) {
          if (!uri.isNull(row)) {
            uris.add(text(uri, row));
          }
        }
      }
    }
    return uris;
  }

  /** The batch with bytes in the place of references; takes the other columns over. */
  static VectorSchemaRoot withContents(
      VectorSchemaRoot batch, Map<String, byte[]> contents, BufferAllocator allocator) {
    VectorSchemaRoot copy = VectorSchemaRoot.create(batch.getSchema(), allocator);
    try {
      for (int i = 0; i < batch.getFieldVectors().size(); i++) {
        if (batch.getVector(i) instanceof StructVector blobs) {
          fill((StructVector) copy.getVector(i), blobs, batch.getRowCount(), contents);
        } else {
          batch.getVector(i).makeTransferPair(copy.getVector(i)).transfer();
        }
      }
      copy.setRowCount(batch.getRowCount());
      return copy;
    } catch (RuntimeException e) {
      copy.close();
      throw e;
    }
  }

  private static void fill(
      StructVector to, StructVector from, int rows, Map<String, byte[]> contents) {
    LargeVarBinaryVector data = data(from);
    VarCharVector uri = uris(from);
    LargeVarBinaryVector copy = data(to);
    to.setInitialCapacity(rows);
    to.allocateNew();
    copy.allocateNew(data.getDataBuffer().readableBytes(), rows);
    for (int row = 0; row < rows; row++) {
      if (!uri.isNull(row)) {
        copy.setSafe(row, contents.get(text(uri, row)));
        to.setIndexDefined(row);
      } else if (!data.isNull(row)) {
        copy.setSafe(row, data.get(row));
        to.setIndexDefined(row);
      }
    }
    to.setValueCount(rows);
  }

  private static String text(VarCharVector uris, int row) {
    return new String(uris.get(row), StandardCharsets.UTF_8);
  }

  private static LargeVarBinaryVector data(StructVector blobs) {
    return blobs.getChild("data", LargeVarBinaryVector.class);
  }

  private static VarCharVector uris(StructVector blobs) {
    return blobs.getChild("uri", VarCharVector.class);
  }
}
