package org.omnigraph.flight.producer;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Sends rows of a metadata result: small, made in memory, cut to batches that every client takes.
 */
final class MetadataRows implements AutoCloseable {
  private final Services services;
  private final VectorSchemaRoot root;
  private int rows;

  MetadataRows(Services services, Schema schema) {
    this.services = services;
    this.root = VectorSchemaRoot.create(schema, services.results());
    root.allocateNew();
  }

  VectorSchemaRoot root() {
    return root;
  }

  /** Adds a row with one value a column, in the order of the schema; null is SQL null. */
  void add(@Nullable Object... values) {
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value != null) {
        set(root.getVector(i), rows, value);
      }
    }
    rows++;
  }

  private static void set(FieldVector vector, int row, Object value) {
    if (vector instanceof VarCharVector text) {
      text.setSafe(row, value.toString().getBytes(StandardCharsets.UTF_8));
    } else if (vector instanceof IntVector number) {
      number.setSafe(row, (Integer) value);
    } else if (vector instanceof UInt1Vector number) {
      number.setSafe(row, (Integer) value);
    } else if (vector instanceof BitVector flag) {
      flag.setSafe(row, (Boolean) value ? 1 : 0);
    } else if (vector instanceof VarBinaryVector bytes) {
      bytes.setSafe(row, (byte[]) value);
    } else if (vector instanceof ListVector list) {
      setTexts(list, row, (List<?>) value);
    } else {
      throw new IllegalArgumentException("no metadata column is a " + vector.getField());
    }
  }

  private static void setTexts(ListVector list, int row, List<?> texts) {
    VarCharVector items = (VarCharVector) list.getDataVector();
    int start = list.startNewValue(row);
    for (int i = 0; i < texts.size(); i++) {
      items.setSafe(start + i, String.valueOf(texts.get(i)).getBytes(StandardCharsets.UTF_8));
    }
    list.endValue(row, texts.size());
  }

  /** Sends what was added, and ends the stream. */
  void send(ServerStreamListener listener) {
    root.setRowCount(rows);
    sendRoot(listener);
  }

  /** Sends the root as its rows stand, and ends the stream. */
  void sendRoot(ServerStreamListener listener) {
    List<ArrowRecordBatch> pieces =
        new BatchCutter(services.results(), services.limits()).cut(root);
    try (VectorSchemaRoot sent = VectorSchemaRoot.create(root.getSchema(), services.results())) {
      VectorLoader loader = new VectorLoader(sent);
      listener.start(sent);
      for (ArrowRecordBatch piece : pieces) {
        loader.load(piece);
        listener.putNext();
      }
      listener.completed();
    } finally {
      pieces.forEach(ArrowRecordBatch::close);
    }
  }

  @Override
  public void close() {
    root.close();
  }
}
