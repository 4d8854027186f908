package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.rows;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.RenewFlightEndpointRequest;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCatalogs;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** PollFlightInfo and RenewFlightEndpoint. */
class PollOverTheWireTest {
  private static final String MANY =
      "Carrier a CROSS JOIN Carrier b CROSS JOIN Carrier c CROSS JOIN Carrier d CROSS JOIN Carrier e";
  private static final String ENDLESS =
      "SELECT SUM(CHAR_LENGTH(a.name || b.name || c.name || d.name || e.name)) FROM " + MANY;
  private static final String RUNNING =
      "SELECT COUNT(*) FROM omnigraph_catalog.statements WHERE statement NOT LIKE"
          + " '%omnigraph_catalog%'";

  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private FlightClient wire;
  private FlightSqlClient client;

  @BeforeEach
  void fill() {
    wire = open();
    client = new FlightSqlClient(wire);
    StringBuilder values = new StringBuilder("('c0', 'n')");
    for (int i = 1; i < 500; i++) {
      values.append(", ('c").append(i).append("', 'n')");
    }
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES " + values);
  }

  @AfterEach
  void nothingRuns() throws Exception {
    while (!rows(client, client.execute(RUNNING)).equals(List.of(List.of("0")))) {
      Thread.yield();
    }
    client.close();
  }

  private FlightClient open() {
    return FlightClient.builder(
            flights.memory(), Location.forGrpcInsecure("localhost", flights.server().port()))
        .build();
  }

  private static FlightDescriptor command(Message command) {
    return FlightDescriptor.command(Any.pack(command).toByteArray());
  }

  private static FlightDescriptor query(String sql) {
    return command(CommandStatementQuery.newBuilder().setQuery(sql).build());
  }

  /** All answers until the statement is done. */
  private List<PollInfo> poll(FlightDescriptor first) {
    List<PollInfo> answers = new ArrayList<>();
    Optional<FlightDescriptor> next = Optional.of(first);
    while (next.isPresent()) {
      PollInfo answer = wire.pollInfo(next.get());
      answers.add(answer);
      next = answer.getFlightDescriptor();
    }
    return answers;
  }

  private static PollInfo last(List<PollInfo> answers) {
    return answers.get(answers.size() - 1);
  }

  @Test
  void aQueryIsDoneWithItsFirstRowsAndReadLikeAnother() throws Exception {
    String sql = "SELECT COUNT(*) AS n FROM Carrier a CROSS JOIN Carrier b";
    FlightDescriptor asked = query(sql);

    PollInfo done = last(poll(asked));
    assertThat(done.getProgress()).contains(1.0);
    assertThat(done.getExpirationTime()).isEmpty();
    FlightInfo info = done.getFlightInfo();
    assertThat(info.getDescriptor()).isEqualTo(asked);
    assertThat(info.getSchema()).isEqualTo(client.execute(sql).getSchema());
    assertThat(rows(client, info)).containsExactly(List.of("250000"));
    assertThat(rows(client, info)).containsExactly(List.of("250000"));
  }

  @Test
  void manyRowsComeWholeAlthoughTheFirstWereThereBefore() throws Exception {
    PollInfo done = last(poll(query("SELECT a.code, b.code FROM Carrier a CROSS JOIN Carrier b")));

    assertThat(rows(client, done.getFlightInfo())).hasSize(250_000);
    assertThat(rows(client, done.getFlightInfo())).hasSize(250_000);
  }

  @Test
  void aStatementThatChangesRowsRunsOnce() throws Exception {
    PollInfo done = last(poll(query("INSERT INTO Carrier (code, name) VALUES ('ZZ', 'z')")));

    assertThat(done.getFlightInfo().getRecords()).isEqualTo(1);
    assertThat(rows(client, done.getFlightInfo())).isEmpty();
    assertThat(rows(client, client.execute("SELECT COUNT(*) FROM Carrier")))
        .containsExactly(List.of("501"));
  }

  @Test
  void aPreparedStatementIsPolledWithItsArguments() throws Exception {
    try (FlightSqlClient.PreparedStatement prepared =
        client.prepare("SELECT code FROM Carrier WHERE code = 'c7'")) {
      FlightDescriptor asked = prepared.execute().getDescriptor();

      assertThat(rows(client, last(poll(asked)).getFlightInfo())).containsExactly(List.of("c7"));
    }
  }

  @Test
  void aListingIsDoneAtOnce() throws Exception {
    List<PollInfo> answers = poll(command(CommandGetCatalogs.getDefaultInstance()));

    assertThat(answers).hasSize(1);
    assertThat(rows(client, answers.get(0).getFlightInfo())).containsExactly(List.of("flights"));
  }

  @Test
  void aLongStatementIsAnsweredBeforeItEndsAndCanBeCancelled() {
    PollInfo first = wire.pollInfo(query(ENDLESS));
    assertThat(first.getFlightDescriptor()).isPresent();
    assertThat(first.getFlightInfo().getEndpoints()).isEmpty();
    assertThat(first.getExpirationTime())
        .hasValueSatisfying(t -> assertThat(t).isAfter(Instant.now()));
    first.getProgress().ifPresent(p -> assertThat(p).isBetween(0.0, 1.0));

    assertThat(
            client.cancelFlightInfo(new CancelFlightInfoRequest(first.getFlightInfo())).getStatus())
        .isEqualTo(CancelStatus.CANCELLING);
    assertStatus(
        FlightStatusCode.NOT_FOUND, () -> wire.pollInfo(first.getFlightDescriptor().orElseThrow()));
    assertStatus(
        FlightStatusCode.NOT_FOUND,
        () -> client.cancelFlightInfo(new CancelFlightInfoRequest(first.getFlightInfo())));
  }

  @Test
  void aMistakeIsTheAnswer() {
    assertThatThrownBy(() -> poll(query("SELECT nme FROM Carrier"))).hasMessageContaining("nme");
    assertThatThrownBy(() -> poll(query("SELECT CAST(name AS INTEGER) FROM Carrier ORDER BY 1")))
        .isInstanceOf(FlightRuntimeException.class);
  }

  @Test
  void anotherSessionHasNoShareInIt() throws Exception {
    PollInfo first = wire.pollInfo(query(ENDLESS));
    try (FlightClient other = open();
        FlightSqlClient sql = new FlightSqlClient(other)) {
      assertStatus(
          FlightStatusCode.NOT_FOUND,
          () -> other.pollInfo(first.getFlightDescriptor().orElseThrow()));
      assertStatus(
          FlightStatusCode.NOT_FOUND,
          () -> sql.cancelFlightInfo(new CancelFlightInfoRequest(first.getFlightInfo())));
    }
    client.cancelFlightInfo(new CancelFlightInfoRequest(first.getFlightInfo()));
  }

  @Test
  void closingTheSessionEndsWhatIsPolledFor() throws Exception {
    try (FlightClient other = open();
        FlightSqlClient sql = new FlightSqlClient(other)) {
      assertThat(other.pollInfo(query(ENDLESS)).getFlightDescriptor()).isPresent();
      other.pollInfo(query("SELECT code FROM Carrier ORDER BY code"));
      sql.closeSession(new org.apache.arrow.flight.CloseSessionRequest());
    }
  }

  @Test
  void anEndpointIsRenewed() throws Exception {
    FlightEndpoint endpoint = client.execute("SELECT code FROM Carrier").getEndpoints().get(0);
    Instant before = endpoint.getExpirationTime().orElseThrow();

    FlightEndpoint renewed = wire.renewFlightEndpoint(new RenewFlightEndpointRequest(endpoint));
    assertThat(renewed.getTicket()).isEqualTo(endpoint.getTicket());
    assertThat(renewed.getExpirationTime().orElseThrow()).isAfterOrEqualTo(before);
    FlightEndpoint listing = client.getCatalogs().getEndpoints().get(0);
    assertThat(wire.renewFlightEndpoint(new RenewFlightEndpointRequest(listing)))
        .isEqualTo(listing);

    try (FlightClient other = open()) {
      assertStatus(
          FlightStatusCode.NOT_FOUND,
          () -> other.renewFlightEndpoint(new RenewFlightEndpointRequest(endpoint)));
    }
    assertStatus(
        FlightStatusCode.INVALID_ARGUMENT,
        () ->
            wire.renewFlightEndpoint(
                new RenewFlightEndpointRequest(
                    new FlightEndpoint(new Ticket(new byte[] {1, 2, 3})))));
  }

  private static void assertStatus(
      FlightStatusCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class, e -> assertThat(e.status().code()).isEqualTo(code));
  }
}
