package org.omnigraph.query.lance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.catalog.GraphTable;
import org.omnigraph.query.type.WireVectors;

/** Turns a batch of a table's scan into rows on the wire. */
final class StoredRows {
  private StoredRows() {}

  /**
   * Fills the vectors of columns.
   *
   * @param from the stored columns among them in order, and the row ids when one is a blob
   * @param table where blobs are read
   * @return the bytes of what was filled
   */
  static long fill(
      List<Column> columns,
      VectorSchemaRoot from,
      @Nullable TableSnapshot table,
      VectorSchemaRoot to) {
    int stored = 0;
    long bytes = 0;
    for (int i = 0; i < columns.size(); i++) {
      FieldVector target = to.getVector(i);
      if (GraphTable.isBlob(columns.get(i))) {
        WireVectors.fill(blobs(columns.get(i), from, table), (VarBinaryVector) target);
      } else {
        WireVectors.fill(from.getVector(stored++), target);
      }
      bytes += target.getBufferSize();
    }
    to.setRowCount(from.getRowCount());
    return bytes;
  }

  private static List<Optional<byte[]>> blobs(
      Column column, VectorSchemaRoot from, @Nullable TableSnapshot table) {
    UInt8Vector ids = (UInt8Vector) from.getVector(ScanRequest.ROW_ID);
    List<Long> wanted = new ArrayList<>(from.getRowCount());
    for (int row = 0; row < from.getRowCount(); row++) {
      wanted.add(ids.get(row));
    }
    if (table == null) {
      throw new IllegalStateException("rows without a table");
    }
    return table.blobs(column.name(), wanted);
  }
}
