package org.omnigraph.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginTransactionRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.flight.error.FlightErrors;

/** What is no Flight SQL is the client's mistake, and is named. */
class MalformedRequestTest {
  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private FlightClient client;

  @BeforeEach
  void connect() {
    client =
        FlightClient.builder(
                flights.memory(), Location.forGrpcInsecure("localhost", flights.server().port()))
            .build();
  }

  @AfterEach
  void disconnect() throws Exception {
    client.close();
  }

  private static Map<String, byte[]> junk() {
    Map<String, byte[]> junk = new LinkedHashMap<>();
    junk.put("nothing", new byte[0]);
    junk.put("text", "SELECT 1".getBytes(UTF_8));
    junk.put("zeroes", new byte[7]);
    junk.put("another message", any("type.googleapis.com/google.protobuf.Duration", "x"));
    junk.put("no such command", any(COMMAND + "CommandNoSuchThing", ""));
    junk.put("a broken command", any(COMMAND + "CommandStatementQuery", "\uffff\uffff"));
    junk.put("a broken ticket", any(COMMAND + "TicketStatementQuery", "\uffff\uffff"));
    junk.put("a broken listing", any(COMMAND + "CommandGetTables", "\uffff\uffff"));
    return junk;
  }

  private static final String COMMAND = "type.googleapis.com/arrow.flight.protocol.sql.";

  private static byte[] any(String type, String value) {
    return Any.newBuilder()
        .setTypeUrl(type)
        .setValue(ByteString.copyFromUtf8(value))
        .build()
        .toByteArray();
  }

  private static void assertNamed(String what, Throwable failure) {
    assertThat(failure).as(what).isInstanceOf(FlightRuntimeException.class);
    assertThat(((FlightRuntimeException) failure).status().code())
        .as("%s: %s", what, failure.getMessage())
        .isEqualTo(FlightStatusCode.INVALID_ARGUMENT);
    assertThat(failure.getMessage())
        .as(what)
        .isNotBlank()
        .doesNotContain("nobody expected", "com.google", "Exception");
  }

  @Test
  void aTicketThatIsNone() {
    junk()
        .forEach(
            (what, bytes) ->
                assertNamed(
                    what,
                    catchThrowable(
                        () -> {
                          try (FlightStream stream = client.getStream(new Ticket(bytes))) {
                            stream.next();
                          }
                        })));
  }

  @Test
  void aDescriptorThatIsNone() {
    junk()
        .forEach(
            (what, bytes) -> {
              FlightDescriptor descriptor = FlightDescriptor.command(bytes);
              assertNamed(what, catchThrowable(() -> client.getInfo(descriptor)));
              assertNamed(what, catchThrowable(() -> client.getSchema(descriptor)));
              assertNamed(what, catchThrowable(() -> put(descriptor)));
            });
  }

  @Test
  void aPath() {
    FlightDescriptor path = FlightDescriptor.path("flights", "Airport");
    for (Throwable failure :
        new Throwable[] {
          catchThrowable(() -> client.getInfo(path)),
          catchThrowable(() -> client.getSchema(path)),
          catchThrowable(() -> put(path))
        }) {
      assertNamed("path", failure);
      assertThat(failure).hasMessageContaining("flights").hasMessageContaining("Airport");
    }
  }

  private void put(FlightDescriptor descriptor) throws Exception {
    try (VectorSchemaRoot rows = Airports.airports(flights.memory(), "AAA");
        SyncPutListener listener = new SyncPutListener()) {
      FlightClient.ClientStreamListener stream = client.startPut(descriptor, rows, listener);
      stream.completed();
      stream.getResult();
    }
  }

  @Test
  void anAction() {
    assertNamed(
        "unknown",
        catchThrowable(() -> client.doAction(new Action("Reboot", new byte[0])).hasNext()));
    junk()
        .forEach(
            (what, bytes) -> {
              for (String type :
                  new String[] {"CreatePreparedStatement", "BeginTransaction", "EndTransaction"}) {
                assertNamed(
                    type + " with " + what,
                    catchThrowable(() -> client.doAction(new Action(type, bytes)).hasNext()));
              }
            });
  }

  /** No bytes are an empty request of a session, and an unknown field is passed over. */
  @Test
  void everyActionNamesItselfWhenItsBodyCannotBeRead() {
    for (ActionType action : client.listActions()) {
      byte[] body = {(byte) 0xff, (byte) 0xff, 1};
      Throwable failure =
          catchThrowable(() -> client.doAction(new Action(action.getType(), body)).hasNext());
      assertNamed(action.getType(), failure);
      assertThat(failure).hasMessageContaining("the action " + action.getType());
    }
  }

  private static final byte[] PROMISES_TOO_MUCH = {
    (byte) 0xc2, 0x3e, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x14, 1, 2
  };

  private static Flight.FlightData.Builder opening() {
    CommandStatementIngest ingest =
        CommandStatementIngest.newBuilder()
            .setTable("Airport")
            .setTableDefinitionOptions(
                TableDefinitionOptions.newBuilder()
                    .setIfNotExist(TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL)
                    .setIfExists(TableExistsOption.TABLE_EXISTS_OPTION_APPEND))
            .build();
    return Flight.FlightData.newBuilder()
        .setFlightDescriptor(
            Flight.FlightDescriptor.newBuilder()
                .setType(Flight.FlightDescriptor.DescriptorType.CMD)
                .setCmd(Any.pack(ingest).toByteString()));
  }

  /** Second messages of an ingest that Flight's own reader waits over, fails over, or keeps. */
  private Map<String, byte[]> broken() {
    Map<String, byte[]> broken = new LinkedHashMap<>();
    broken.put("a promise", PROMISES_TOO_MUCH);
    broken.put("no message", new byte[] {(byte) 0xff, 1});
    broken.put("a field of another message", new byte[] {8, 1});
    broken.put("an empty header", new byte[] {0x12, 0});
    broken.put("a header that is none", data(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}));
    broken.put("a descriptor that is none", new byte[] {10, 2, (byte) 0xff, 1});
    broken.put("a descriptor of no kind", new byte[] {10, 2, 8, 7});
    List<Flight.FlightData> whole = Airports.messages(flights.memory(), "AAA");
    broken.put("a batch before its schema", whole.get(1).toByteArray());
    broken.put("a batch without its body", data(whole.get(1).getDataHeader().toByteArray()));
    broken.put(
        "a body without its header",
        whole.get(1).toBuilder().clearDataHeader().build().toByteArray());
    broken.put(
        "a schema with a body",
        whole.get(0).toBuilder().setDataBody(ByteString.copyFromUtf8("x")).build().toByteArray());
    return broken;
  }

  private static byte[] data(byte[] header) {
    return Flight.FlightData.newBuilder()
        .setDataHeader(ByteString.copyFrom(header))
        .build()
        .toByteArray();
  }

  /** On one connection, which a late answer to an ended call would break. */
  @Test
  @Timeout(120)
  void aBrokenMessageEndsItsCallAndNothingElse() throws Exception {
    try (RawClient raw = new RawClient(flights.server().port())) {
      for (Map.Entry<String, byte[]> message : broken().entrySet()) {
        for (List<byte[]> messages :
            List.of(
                List.of(message.getValue()),
                List.of(opening().build().toByteArray(), message.getValue()),
                List.of(opening().build().toByteArray(), message.getValue(), message.getValue()))) {
          RawClient.Reply reply = raw.call("DoPut", new Metadata(), messages);
          assertThat(reply.status().getCode())
              .as("%s: %s", message.getKey(), reply.status())
              .isEqualTo(Status.Code.INVALID_ARGUMENT);
          assertThat(reply.trailers().get(CODE)).isEqualTo("INVALID_REQUEST");
        }
      }
    }
    while (flights.server().memoryInUse() > 0 || flights.server().calls() > 0) {
      Thread.yield();
    }
  }

  @Test
  void aRunEndEncodedColumnIsRefusedByName() throws Exception {
    List<byte[]> messages =
        List.of(opening().build().toByteArray(), Airports.runEndEncoded("name").toByteArray());
    try (RawClient raw = new RawClient(flights.server().port())) {
      RawClient.Reply reply = raw.call("DoPut", new Metadata(), messages);
      assertThat(reply.status().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
      assertThat(reply.status().getDescription()).contains("'name' is run-end encoded");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  void aDecimalThatArrowForJavaDoesNotKnowIsRefusedByName(int bits) throws Exception {
    for (boolean nested : List.of(false, true)) {
      List<byte[]> messages =
          List.of(
              opening().build().toByteArray(),
              Airports.ofDecimal("price", bits, nested).toByteArray());
      try (RawClient raw = new RawClient(flights.server().port())) {
        RawClient.Reply reply = raw.call("DoPut", new Metadata(), messages);
        assertThat(reply.status().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
        assertThat(reply.status().getDescription())
            .contains("column 'price' is a decimal of " + bits + " bits", "decimal128");
      }
    }
  }

  @Test
  void aMessageThatAnotherCallTakesIsToldWhichOne() {
    Map<Message, String> elsewhere =
        Map.of(
            CommandStatementIngest.getDefaultInstance(), "DoPut",
            CommandStatementUpdate.getDefaultInstance(), "DoPut",
            CommandPreparedStatementUpdate.getDefaultInstance(), "DoPut",
            TicketStatementQuery.getDefaultInstance(), "DoGet",
            ActionBeginTransactionRequest.getDefaultInstance(), "DoAction");
    elsewhere.forEach(
        (message, call) -> {
          String name = message.getDescriptorForType().getName();
          FlightDescriptor asked = FlightDescriptor.command(Any.pack(message).toByteArray());
          List<ThrowingCallable> calls =
              new ArrayList<>(List.of(() -> client.getInfo(asked), () -> client.getSchema(asked)));
          if (call.equals("DoPut")) {
            calls.add(() -> client.pollInfo(asked));
            calls.add(
                () -> {
                  try (FlightStream stream = client.getStream(new Ticket(asked.getCommand()))) {
                    stream.next();
                  }
                });
          }
          for (ThrowingCallable one : calls) {
            Throwable failure = catchThrowable(one);
            assertNamed(name, failure);
            assertThat(failure).hasMessageContaining(name).hasMessageContaining(call);
          }
        });
    Message query = CommandStatementQuery.newBuilder().setQuery("SELECT 1").build();
    Throwable failure =
        catchThrowable(
            () -> {
              Ticket ticket = new Ticket(Any.pack(query).toByteArray());
              try (FlightStream stream = client.getStream(ticket)) {
                stream.next();
              }
            });
    assertNamed("a query as a ticket", failure);
    assertThat(failure).hasMessageContaining("GetFlightInfo");
  }

  /** Arrow's reader would take the values of a delta for the whole dictionary. */
  @Test
  void aDictionaryThatGrowsIsRefused() throws Exception {
    List<byte[]> messages = new ArrayList<>(List.of(opening().build().toByteArray()));
    Airports.growing(flights.memory()).forEach(one -> messages.add(one.toByteArray()));
    try (RawClient raw = new RawClient(flights.server().port())) {
      RawClient.Reply reply = raw.call("DoPut", new Metadata(), messages);
      assertThat(reply.status().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
      assertThat(reply.status().getDescription()).contains("send each dictionary whole");
    }
  }

  /** Arrow makes room for the rows that a header names, here for two gigabytes of them. */
  @Test
  void rowsThatNoBufferHasCostNoMemory() throws Exception {
    byte[] schema = Airports.messages(flights.memory()).get(0).toByteArray();
    Map<String, Flight.FlightData> claims =
        Map.of(
            "rows in a batch of", Airports.claiming(flights.memory(), 100_000_000, 1),
            "too short for its rows", Airports.claiming(flights.memory(), 100_000_000, 100_000_000),
            "has at most",
                Airports.claiming(flights.memory(), Integer.MAX_VALUE, Integer.MAX_VALUE));
    try (RawClient raw = new RawClient(flights.server().port())) {
      for (Map.Entry<String, Flight.FlightData> claim : claims.entrySet()) {
        RawClient.Reply reply =
            raw.call(
                "DoPut",
                new Metadata(),
                List.of(opening().build().toByteArray(), schema, claim.getValue().toByteArray()));
        assertThat(reply.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(reply.status().getDescription()).contains(claim.getKey());
      }
    }
  }

  /** Flight's reader looks at these parts of a header when it has made room for the body. */
  @Test
  @Timeout(120)
  void aHeaderThatIsBrokenBehindItsBatchCostsNoMemory() throws Exception {
    List<Flight.FlightData> whole = Airports.messages(flights.memory(), "AAA");
    byte[] schema = whole.get(0).toByteArray();
    byte[] good = whole.get(1).getDataHeader().toByteArray();
    Map<String, byte[]> headers = new LinkedHashMap<>();
    headers.put("a version that there is not", MessageHeader.of(good).version(99));
    headers.put("a version outside", MessageHeader.of(good).fieldOutside(0));
    headers.put("the length of the body outside", MessageHeader.of(good).fieldOutside(3));
    headers.put("metadata outside", MessageHeader.of(good).fieldOutside(4));
    headers.put("very many pairs of metadata", MessageHeader.of(good).metadata(1 << 24, 8));
    headers.put("a pair of metadata outside", MessageHeader.of(good).metadata(1, 1 << 24));
    headers.put("a key of metadata outside", MessageHeader.of(good).metadata(1, 4));
    headers.put("nothing", MessageHeader.of(good).metadata(0, 0));
    try (RawClient raw = new RawClient(flights.server().port())) {
      for (Map.Entry<String, byte[]> header : headers.entrySet()) {
        byte[] batch =
            whole.get(1).toBuilder()
                .setDataHeader(ByteString.copyFrom(header.getValue()))
                .build()
                .toByteArray();
        RawClient.Reply reply =
            raw.call(
                "DoPut", new Metadata(), List.of(opening().build().toByteArray(), schema, batch));
        assertThat(reply.status().getCode())
            .as("%s: %s", header.getKey(), reply.status())
            .isEqualTo(
                header.getKey().equals("nothing") ? Status.Code.OK : Status.Code.INVALID_ARGUMENT);
        while (flights.server().calls() > 0) {
          Thread.yield();
        }
        assertThat(flights.server().memoryInUse()).as(header.getKey()).isZero();
      }
    }
  }

  private static final Metadata.Key<String> CODE =
      Metadata.Key.of(FlightErrors.CODE_TRAILER, Metadata.ASCII_STRING_MARSHALLER);

  @Test
  void aSecondSchemaIsRefused() throws Exception {
    byte[] schema = Airports.messages(flights.memory()).get(0).toByteArray();
    try (RawClient raw = new RawClient(flights.server().port())) {
      RawClient.Reply reply =
          raw.call(
              "DoPut", new Metadata(), List.of(opening().build().toByteArray(), schema, schema));
      assertThat(reply.status().getDescription()).contains("one schema");
    }
  }

  /** All methods but those that are answered without being read: the handshake, DoExchange. */
  @Test
  void aRequestThatIsNoMessageOfItsMethod() throws Exception {
    try (RawClient raw = new RawClient(flights.server().port())) {
      for (String method :
          new String[] {
            "GetFlightInfo",
            "PollFlightInfo",
            "GetSchema",
            "DoGet",
            "DoAction",
            "ListFlights",
            "ListActions",
            "DoPut"
          }) {
        RawClient.Reply reply =
            raw.call(method, new Metadata(), List.of(new byte[] {10, (byte) 0xff, 1}));
        assertThat(reply.status().getCode())
            .as("%s: %s", method, reply.status())
            .isEqualTo(Status.Code.INVALID_ARGUMENT);
      }
    }
  }
}
