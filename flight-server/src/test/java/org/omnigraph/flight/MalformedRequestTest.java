package org.omnigraph.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

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
    assertThat(failure.getMessage()).as(what).isNotBlank().doesNotContain("nobody expected");
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
}
