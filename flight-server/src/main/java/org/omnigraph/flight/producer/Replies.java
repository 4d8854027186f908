package org.omnigraph.flight.producer;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
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
import org.omnigraph.flight.session.Result;

/** Protocol messages that several commands answer with. */
final class Replies {
  private static final long UNKNOWN = -1;

  private Replies() {}

  /**
   * A result kept under {@code handle}, without locations.
   *
   * @param expires when it is given up unless somebody uses it
   */
  static FlightInfo result(
      Result result, FlightDescriptor descriptor, String handle, Instant expires) {
    List<FlightEndpoint> endpoints = new ArrayList<>();
    int parts = result instanceof Result.Query query ? query.parts() : 1;
    for (int part = 0; part < parts; part++) {
      endpoints.add(endpoint(new PartHandle(handle, part).text(), expires));
    }
    return info(
        result.schema(),
        descriptor,
        endpoints,
        result instanceof Result.Query query && query.query().ordered(),
        result instanceof Result.Done done ? done.affected() : UNKNOWN);
  }

  private static FlightEndpoint endpoint(String handle, Instant expires) {
    return FlightEndpoint.builder(new Ticket(ticket(handle))).setExpirationTime(expires).build();
  }

  /** What a client shows for a handle of this server. */
  static byte[] ticket(String handle) {
    return Any.pack(TicketStatementQuery.newBuilder().setStatementHandle(handle(handle)).build())
        .toByteArray();
  }

  /** A metadata result; the command is its own ticket. */
  static FlightInfo metadata(Schema schema, FlightDescriptor descriptor) {
    return info(
        schema,
        descriptor,
        List.of(new FlightEndpoint(new Ticket(descriptor.getCommand()))),
        true,
        UNKNOWN);
  }

  private static FlightInfo info(
      Schema schema,
      FlightDescriptor descriptor,
      List<FlightEndpoint> endpoints,
      boolean ordered,
      long records) {
    return new FlightInfo(
        schema, descriptor, endpoints, UNKNOWN, records, ordered, IpcOption.DEFAULT);
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

  static void updated(
      DoPutUpdateResult reply, BufferAllocator allocator, StreamListener<PutResult> listener) {
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
