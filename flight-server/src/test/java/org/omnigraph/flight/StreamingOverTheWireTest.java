package org.omnigraph.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.Airports.airports;
import static org.omnigraph.flight.Airports.append;
import static org.omnigraph.flight.FlightsServer.header;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.id.BranchName;

/** Several endpoints and compressed batches: what a client gets when it asks for them. */
class StreamingOverTheWireTest {
  private static final int LOADS = 3;
  private static final int ROWS = 20_000;
  private static final CallOption EIGHT = header("x-omnigraph-endpoints", "8");

  private static final FlightsServer FLIGHTS = new FlightsServer("flights");

  @RegisterExtension static final SharedFlights SHARED = new SharedFlights(FLIGHTS);

  private static FlightSqlClient client;

  /** Three fragments on main; tests that write have a branch of their own. */
  @BeforeAll
  static void threeLoads() {
    client = FLIGHTS.connect();
    for (int load = 0; load < LOADS; load++) {
      int first = load * ROWS;
      ingest(IntStream.range(first, first + ROWS).mapToObj(i -> "A" + i).toArray(String[]::new));
    }
  }

  private static CallOption branch(String name) {
    FLIGHTS.graph("flights").createBranch(BranchName.of(name), BranchName.MAIN);
    return header("x-omnigraph-branch", name);
  }

  private static void ingest(String... codes) {
    ingest(codes, new CallOption[0]);
  }

  private static void ingest(String[] codes, CallOption... options) {
    try (VectorSchemaRoot rows = airports(FLIGHTS.memory(), codes)) {
      client.executeIngest(rows, append("Airport"), options);
    }
  }

  private List<String> read(FlightEndpoint endpoint, CallOption... options) throws Exception {
    List<String> codes = new ArrayList<>();
    try (FlightStream stream = client.getStream(endpoint.getTicket(), options)) {
      while (stream.next()) {
        for (int i = 0; i < stream.getRoot().getRowCount(); i++) {
          codes.add(String.valueOf(stream.getRoot().getVector(0).getObject(i)));
        }
      }
    }
    return codes;
  }

  @Test
  void aLargeScanHasAnEndpointAFragmentWhenTheClientReadsSeveral() throws Exception {
    CallOption branch = branch("later");
    FlightInfo info = client.execute("SELECT faa FROM Airport", EIGHT, branch);
    assertThat(info.getOrdered()).isFalse();
    assertThat(info.getEndpoints()).hasSize(LOADS);
    ingest(new String[] {"LATER"}, branch);

    TreeSet<String> all = new TreeSet<>();
    int rows = 0;
    for (FlightEndpoint endpoint : info.getEndpoints()) {
      assertThat(endpoint.getLocations()).isEmpty();
      List<String> codes = read(endpoint);
      assertThat(codes).isEqualTo(read(endpoint)).hasSize(ROWS);
      rows += codes.size();
      all.addAll(codes);
    }
    assertThat(rows).isEqualTo(LOADS * ROWS);
    assertThat(all).hasSize(LOADS * ROWS).doesNotContain("LATER");
    assertThat(
            client
                .execute("SELECT faa FROM Airport", header("x-omnigraph-endpoints", "2"))
                .getEndpoints())
        .hasSize(2);
  }

  @Test
  void aRowThatWentIntoAMessageComesBackInOne() throws Exception {
    CallOption branch = branch("long");
    byte[] name = "x".repeat(40 << 20).getBytes(UTF_8);
    try (VectorSchemaRoot rows = airports(FLIGHTS.memory(), "LONG")) {
      ((VarCharVector) rows.getVector("name")).setSafe(0, name);
      client.executeIngest(rows, append("Airport"), branch);
    }

    FlightInfo info = client.execute("SELECT name FROM Airport WHERE faa = 'LONG'", branch);
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket())) {
      assertThat(stream.next()).isTrue();
      assertThat(((VarCharVector) stream.getRoot().getVector(0)).get(0)).isEqualTo(name);
    }
    FlightInfo two =
        client.execute("SELECT name, UPPER(name) FROM Airport WHERE faa = 'LONG'", branch);
    assertThatThrownBy(() -> read(two.getEndpoints().get(0)))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED))
        .hasMessageContaining("select fewer columns");
  }

  @Test
  void deletedRowsAndConditionsAreInNoEndpoint() throws Exception {
    CallOption branch = branch("fewer");
    client.executeUpdate("DELETE FROM Airport WHERE faa LIKE 'A1%'", branch);
    FlightInfo info =
        client.execute("SELECT faa FROM Airport WHERE name > 'Airport A2'", EIGHT, branch);

    List<String> codes = new ArrayList<>();
    for (FlightEndpoint endpoint : info.getEndpoints()) {
      codes.addAll(read(endpoint));
    }
    FlightInfo one = client.execute("SELECT faa FROM Airport WHERE name > 'Airport A2'", branch);
    assertThat(one.getEndpoints()).hasSize(1);
    assertThat(codes).isEqualTo(read(one.getEndpoints().get(0))).hasSizeGreaterThan(ROWS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT faa FROM Airport ORDER BY faa",
        "SELECT faa FROM Airport LIMIT 50000",
        "SELECT COUNT(*) FROM Airport",
        "SELECT DISTINCT name FROM Airport",
        "SELECT a.faa FROM Airport a JOIN Airport b ON a.faa = b.faa",
        "SELECT faa FROM Airport WHERE faa = 'A7'",
        "SELECT code FROM Carrier"
      })
  void whatIsOrderedSmallOrNoScanHasOneEndpoint(String sql) {
    assertThat(client.execute(sql, EIGHT).getEndpoints()).hasSize(1);
  }

  @Test
  void aTransactionHasOneEndpointAndSoHasAClientThatDoesNotAsk() {
    assertThat(client.execute("SELECT * FROM Airport").getEndpoints()).hasSize(1);
    client.executeUpdate("BEGIN");
    assertThat(client.execute("SELECT * FROM Airport", EIGHT).getEndpoints()).hasSize(1);
    client.executeUpdate("ROLLBACK");
    client.executeUpdate("SET endpoints = 8");
    assertThat(client.execute("SELECT * FROM Airport").getEndpoints()).hasSize(LOADS);
    client.executeUpdate("RESET ALL");
  }

  @Test
  void aTicketOfNoPartIsRefused() {
    Ticket ticket =
        client.execute("SELECT faa FROM Airport", EIGHT).getEndpoints().get(0).getTicket();
    byte[] bytes = ticket.getBytes();
    String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    for (String part : new String[] {".3", ".-1", ".99", ".0", ".", "..1"}) {
      byte[] changed = changed(text, part);
      assertThatThrownBy(() -> read(new FlightEndpoint(new Ticket(changed))))
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.NOT_FOUND));
    }
  }

  /** The ticket with something behind its handle, lengths and all. */
  private static byte[] changed(String ticket, String suffix) {
    byte[] bytes = (ticket + suffix).getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    int value = ticket.indexOf("TicketStatementQuery") + "TicketStatementQuery".length() + 1;
    bytes[value] += (byte) suffix.length();
    bytes[value + 2] += (byte) suffix.length();
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"ZSTD", "none"})
  void batchesComeCompressedWhenTheClientAsks(String codec) throws Exception {
    FlightInfo info = client.execute("SELECT faa, name, lat FROM Airport");
    CallOption asked = header("x-omnigraph-compression", codec);

    assertThat(read(info.getEndpoints().get(0), asked))
        .isEqualTo(read(info.getEndpoints().get(0)))
        .hasSize(LOADS * ROWS);
  }

  @Test
  void anUnknownCompressionIsRefusedByName() {
    assertThatThrownBy(() -> client.execute("SELECT 1", header("x-omnigraph-compression", "lz4")))
        .hasMessageContaining("lz4")
        .hasMessageContaining("zstd");
    assertThatThrownBy(() -> client.executeUpdate("SET compression = 'gzip'"))
        .hasMessageContaining("zstd");
  }
}
