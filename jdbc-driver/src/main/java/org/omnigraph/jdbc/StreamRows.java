package org.omnigraph.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result on the server, one batch in memory at a time. Endpoints are read one after
 * the other in the server's order, so that a sorted result stays sorted.
 */
final class StreamRows implements Rows {
  private final ServerSession session;
  private final Call call;
  private final Iterator<FlightEndpoint> endpoints;
  private final List<Column> columns;
  private final List<IntFunction<@Nullable Object>> readers = new ArrayList<>();
  private @Nullable FlightStream stream;
  private int row = -1;
  private int rowCount;

  private StreamRows(ServerSession session, Call call, FlightInfo info) throws SQLException {
    this.session = session;
    this.call = call;
    this.endpoints = info.getEndpoints().iterator();
    @Nullable Schema schema = info.getSchemaOptional().orElse(null);
    if (schema == null || schema.getFields().isEmpty()) {
      openNext();
      schema = stream == null ? new Schema(List.of()) : call.run(stream::getSchema);
    }
    this.columns = schema.getFields().stream().map(Column::of).toList();
  }

  /** Takes the call over: closing the rows closes it, and so does a failure here. */
  static StreamRows open(ServerSession session, Call call, FlightInfo info) throws SQLException {
    try {
      return new StreamRows(session, call, info);
    } catch (SQLException | RuntimeException e) {
      call.close();
      throw e;
    }
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public boolean advance() throws SQLException {
    while (row + 1 >= rowCount) {
      if (stream == null && !openNext()) {
        call.close();
        return false;
      }
      nextBatch();
    }
    row++;
    return true;
  }

  @Override
  public @Nullable Object value(int column) {
    return readers.get(column).apply(row);
  }

  @Override
  public void close() throws SQLException {
    try {
      endStream();
    } finally {
      call.close();
    }
  }

  private void nextBatch() throws SQLException {
    FlightStream open = java.util.Objects.requireNonNull(stream);
    row = -1;
    rowCount = 0;
    boolean more = call.run(open::next);
    call.answered();
    if (more) {
      VectorSchemaRoot root = open.getRoot();
      rowCount = root.getRowCount();
      if (readers.isEmpty()) {
        for (FieldVector vector : root.getFieldVectors()) {
          readers.add(ArrowValues.reader(vector));
        }
      }
    } else {
      endStream();
    }
  }

  private boolean openNext() throws SQLException {
    if (!endpoints.hasNext()) {
      return false;
    }
    FlightEndpoint endpoint = endpoints.next();
    stream = call.run(() -> session.stream(endpoint.getTicket()));
    return true;
  }

  /** Ends the current stream; what the server says to the cancellation is no news to anybody. */
  private void endStream() throws SQLException {
    FlightStream open = stream;
    if (open == null) {
      return;
    }
    stream = null;
    readers.clear();
    rowCount = 0;
    row = -1;
    Interrupts.aside(() -> end(open));
  }

  private static void end(FlightStream stream) throws SQLException {
    try {
      stream.close();
    } catch (Exception e) {
      throw Interrupts.ended(e) ? Interrupts.failure(e) : SqlErrors.of(e);
    }
  }
}
