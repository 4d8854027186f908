package org.omnigraph.flight.producer;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.RenewFlightEndpointRequest;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlUtils;
import org.apache.arrow.flight.sql.impl.FlightSql;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCancelQueryRequest;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;

/** Refuses what is no Flight SQL, before the library takes it for a fault of the server. */
final class WellFormed {
  private static final String PREFIX = "type.googleapis.com/arrow.flight.protocol.sql.";

  /** The calls of Flight that take a message of Flight SQL. */
  private enum Call {
    GET_FLIGHT_INFO("ask for it with GetFlightInfo, then read the ticket of the answer with DoGet"),
    DO_GET("read it with DoGet"),
    DO_PUT("send it with DoPut"),
    DO_ACTION("send it with DoAction");

    private final String advice;

    Call(String advice) {
      this.advice = advice;
    }

    /** Those that take a message; none where the library knows better. */
    static Set<Call> of(String message) {
      return switch (message) {
        case "CommandStatementUpdate", "CommandPreparedStatementUpdate", "CommandStatementIngest" ->
            Set.of(DO_PUT);
        case "CommandStatementQuery" -> Set.of(GET_FLIGHT_INFO);
        case "TicketStatementQuery" -> Set.of(DO_GET);
        default -> {
          if (message.startsWith("CommandGet")) {
            yield Set.of(GET_FLIGHT_INFO, DO_GET);
          }
          yield message.startsWith("Action") ? Set.of(DO_ACTION) : Set.of();
        }
      };
    }
  }

  private WellFormed() {}

  /**
   * A command, not a path.
   *
   * @throws InvalidRequest naming what it is instead
   */
  static void require(FlightDescriptor descriptor) {
    if (!descriptor.isCommand()) {
      throw new InvalidRequest(
          "the descriptor is the path "
              + descriptor.getPath()
              + "; this server takes Flight SQL commands, such as CommandStatementQuery");
    }
    require(descriptor.getCommand(), "descriptor", "send a command such as CommandStatementQuery");
  }

  /**
   * A command that {@code GetFlightInfo}, {@code GetSchema} and {@code PollFlightInfo} take.
   *
   * @throws InvalidRequest naming what it is instead, and who takes that
   */
  static void requireAsked(FlightDescriptor descriptor) {
    require(descriptor);
    requireTaken(descriptor.getCommand(), Call.GET_FLIGHT_INFO);
  }

  /** The same for {@code DoPut}. */
  static void requirePut(FlightDescriptor descriptor) {
    require(descriptor);
    requireTaken(descriptor.getCommand(), Call.DO_PUT);
  }

  private static void requireTaken(byte[] bytes, Call here) {
    try {
      String message = Any.parseFrom(bytes).getTypeUrl().substring(PREFIX.length());
      Set<Call> calls = Call.of(message);
      if (!calls.isEmpty() && !calls.contains(here)) {
        String advice =
            calls.contains(Call.GET_FLIGHT_INFO)
                ? Call.GET_FLIGHT_INFO.advice
                : calls.iterator().next().advice;
        throw new InvalidRequest("a " + message + " is not taken by this call; " + advice);
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("it was read before", e);
    }
  }

  /**
   * A ticket that this server may have given.
   *
   * @throws InvalidRequest when it is none
   */
  static void require(Ticket ticket) {
    require(ticket.getBytes(), "ticket", "use the ticket of a FlightInfo as it is");
    requireTaken(ticket.getBytes(), Call.DO_GET);
  }

  /**
   * An action that this server has.
   *
   * @throws Unsupported when it is one of Flight SQL that is not done here
   * @throws InvalidRequest listing the actions there are
   */
  static void require(Action action, List<ActionType> known) {
    if (names(known, action)) {
      requireReadable(action);
      return;
    }
    if (names(FlightSqlUtils.FLIGHT_SQL_ACTIONS, action)) {
      throw new Unsupported("the action " + action.getType() + " is not done here");
    }
    throw new InvalidRequest(
        "there is no action '"
            + action.getType()
            + "'; there are "
            + known.stream().map(ActionType::getType).collect(Collectors.joining(", ")));
  }

  /** What the library would take for a fault of the server when it cannot read it. */
  @SuppressWarnings("deprecation")
  private static void requireReadable(Action action) {
    ByteBuffer body = ByteBuffer.wrap(action.getBody());
    try {
      switch (action.getType()) {
        case "CancelFlightInfo" -> CancelFlightInfoRequest.deserialize(body);
        case "RenewFlightEndpoint" -> RenewFlightEndpointRequest.deserialize(body);
        case "SetSessionOptions" -> SetSessionOptionsRequest.deserialize(body);
        case "GetSessionOptions" -> GetSessionOptionsRequest.deserialize(body);
        case "CloseSession" -> CloseSessionRequest.deserialize(body);
        case "CancelQuery" ->
            FlightInfo.deserialize(
                Any.parseFrom(action.getBody())
                    .unpack(ActionCancelQueryRequest.class)
                    .getInfo()
                    .asReadOnlyByteBuffer());
        default -> requireRequest(action);
      }
    } catch (IOException | URISyntaxException | RuntimeException e) {
      throw new InvalidRequest(
          "the body of the action " + action.getType() + " cannot be read; " + remedy(action), e);
    }
  }

  /** An action of Flight SQL has the message that is called as it is. */
  private static void requireRequest(Action action) throws IOException {
    String name = "Action" + action.getType() + "Request";
    Any body = Any.parseFrom(action.getBody());
    if (!body.getTypeUrl().equals(PREFIX + name)) {
      throw new IOException("it is " + body.getTypeUrl());
    }
    requireReadable(body);
  }

  private static String remedy(Action action) {
    return switch (action.getType()) {
      case "CancelFlightInfo", "RenewFlightEndpoint", "CancelQuery" ->
          "send what the server gave as it is";
      case "SetSessionOptions", "GetSessionOptions", "CloseSession" ->
          "send " + action.getType() + "Request";
      default -> "send Action" + action.getType() + "Request, packed";
    };
  }

  /** Nothing, when there is no such message: the library says so. */
  private static void requireReadable(Any message) throws IOException {
    Descriptor type =
        FlightSql.getDescriptor()
            .findMessageTypeByName(message.getTypeUrl().substring(PREFIX.length()));
    if (type != null) {
      DynamicMessage unused = DynamicMessage.parseFrom(type, message.getValue());
    }
  }

  private static boolean names(List<ActionType> types, Action action) {
    return types.stream().anyMatch(type -> type.getType().equals(action.getType()));
  }

  private static void require(byte[] bytes, String what, String remedy) {
    Any message;
    try {
      message = Any.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new InvalidRequest("the " + what + " is no Flight SQL message; " + remedy, e);
    }
    String type = message.getTypeUrl();
    if (!type.startsWith(PREFIX)) {
      throw new InvalidRequest(
          "the " + what + " is no Flight SQL message but '" + type + "'; " + remedy);
    }
    try {
      requireReadable(message);
    } catch (IOException e) {
      throw new InvalidRequest(
          "the " + what + " is a broken " + type.substring(PREFIX.length()) + "; " + remedy, e);
    }
  }
}
