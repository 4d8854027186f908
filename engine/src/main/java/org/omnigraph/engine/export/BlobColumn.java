package org.omnigraph.engine.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.table.BlobDescriptor;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;

/** The blobs of a column of a scanned batch, whose cells are only descriptors. */
final class BlobColumn {
  private static final long MOST_BYTES = 32L << 20;

  private final TableSnapshot table;
  private final String name;
  private final BlobDescriptor descriptors;
  private final UInt8Vector ids;
  private final int rows;
  private List<Optional<byte[]>> bytes = List.of();
  private int from;

  BlobColumn(TableSnapshot table, VectorSchemaRoot batch, StructVector column) {
    this.table = table;
    this.name = column.getName();
    this.descriptors = new BlobDescriptor(column);
    this.ids = (UInt8Vector) batch.getVector(ScanRequest.ROW_ID);
    this.rows = batch.getRowCount();
  }

  boolean isNull(int row) {
    return descriptors.isNull(row);
  }

  /** Where the content of a blob lies, if it is not the graph that holds it. */
  Optional<String> externalUri(int row) {
    return descriptors.externalUri(row);
  }

  /** The content of a blob that the graph holds and that is not null; ask in ascending order. */
  byte[] content(int row) {
    if (row < from || row >= from + bytes.size()) {
      read(row);
    }
    return bytes
        .get(row - from)
        .orElseThrow(() -> new CorruptState("a blob of " + table.ref() + " has no content"));
  }

  /**
   * Reads the blobs of as many rows, from one on, as fit the bound; at least one. Content that lies
   * elsewhere is not read.
   */
  private void read(int first) {
    List<Long> wanted = new ArrayList<>();
    long total = 0;
    for (int row = first; row < rows && externalUri(row).isEmpty(); row++) {
      total += descriptors.size(row);
      if (total > MOST_BYTES && row > first) {
        break;
      }
      wanted.add(ids.get(row));
    }
    from = first;
    bytes = table.blobs(name, wanted);
  }
}
