package org.omnigraph.flight.producer;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutUpdateResult;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.pojo.Schema;

/** Protocol messages that several commands answer with. */
final class Replies {
  private static final long UNKNOWN = -1;

  private Replies() {}

  /** A result kept under {@code handle}; one endpoint, without a location. */
  static FlightInfo result(
      Schema schema, FlightDescriptor descriptor, String handle, boolean ordered, long records) {
    TicketStatementQuery ticket =
        TicketStatementQuery.newBuilder().setStatementHandle(handle(handle)).build();
    return info(schema, descriptor, new Ticket(Any.pack(ticket).toByteArray()), ordered, records);
  }

  /** A metadata result; the command is its own ticket. */
  static FlightInfo metadata(Schema schema, FlightDescriptor descriptor) {
    return info(schema, descriptor, new Ticket(descriptor.getCommand()), true, UNKNOWN);
  }

  private static FlightInfo info(
      Schema schema, FlightDescriptor descriptor, Ticket ticket, boolean ordered, long records) {
    return new FlightInfo(
        schema,
        descriptor,
        List.of(new FlightEndpoint(ticket)),
        UNKNOWN,
        records,
        ordered,
        IpcOption.DEFAULT);
  }

  static ByteString handle(String id) {
    return ByteString.copyFromUtf8(id);
  }

  static String handle(ByteString id) {
    return id.toString(StandardCharsets.UTF_8);
  }

  /** An optional field of a request: protocol libraries of some clients send it empty. */
  static Optional<String> given(boolean has, ByteString value) {
    return has && !value.isEmpty() ? Optional.of(handle(value)) : Optional.empty();
  }

  static void updated(long rows, BufferAllocator allocator, StreamListener<PutResult> listener) {
    Message reply = DoPutUpdateResult.newBuilder().setRecordCount(rows).build();
    byte[] bytes = reply.toByteArray();
    try (ArrowBuf buffer = allocator.buffer(bytes.length)) {
      buffer.writeBytes(bytes);
      try (PutResult result = PutResult.metadata(buffer)) {
        buffer.getReferenceManager().retain();
        listener.onNext(result);
      }
    }
    listener.onCompleted();
  }
}
