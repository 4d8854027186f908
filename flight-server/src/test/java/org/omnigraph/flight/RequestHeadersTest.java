package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.Airports.airports;
import static org.omnigraph.flight.Airports.append;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.flight.session.RequestHeader;

/** A header of a call is heeded or refused by name; none is passed over. */
class RequestHeadersTest {
  private static final String COUNT = "SELECT COUNT(*) FROM Airport";
  private static final String BRANCH = "x-omnigraph-branch";

  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private FlightSqlClient client;

  @BeforeEach
  void connect() {
    client = flights.connect();
    flights.graph("flights").createBranch(BranchName.of("dev"), BranchName.MAIN);
  }

  private void ingest(CallOption... call) {
    try (VectorSchemaRoot rows = airports(flights.memory(), "AAA")) {
      client.executeIngest(rows, append("Airport"), call);
    }
  }

  private String count(CallOption... call) throws Exception {
    return rows(client, client.execute(COUNT, call), call).get(0).get(0);
  }

  /** Whatever the call is about; nothing is written. */
  private void assertEachCallIsRefused(CallOption call, String... words) throws Exception {
    List<ThrowingCallable> calls =
        List.of(
            () -> client.execute(COUNT, call),
            () -> client.prepare(COUNT, call),
            () -> client.getSchemas(null, null, call),
            () -> client.beginTransaction(call),
            () -> client.executeUpdate("DELETE FROM Airport", call),
            () -> ingest(call));
    for (ThrowingCallable each : calls) {
      assertThatThrownBy(each)
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              e -> {
                assertThat(e.status().code()).isEqualTo(FlightStatusCode.INVALID_ARGUMENT);
                assertThat(e.status().metadata().get("x-omnigraph-code"))
                    .isEqualTo("INVALID_REQUEST");
                assertThat(e.getMessage()).contains(words);
              });
    }
    assertThat(count()).isEqualTo("0");
    assertThat(count(header(BRANCH, "dev"))).isEqualTo("0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-omnigraph-branc",
        "X-OmniGraph-Branches",
        "x-omnigraph-",
        "x-omnigraph-code",
        "x-omnigraph-error-id",
        "x-omnigraph-row",
        "x-omnigraph-constraint"
      })
  void oneThatThereIsNotIsRefusedWithThoseThatThereAre(String name) throws Exception {
    assertEachCallIsRefused(
        header(name, "dev"), "no header " + name.toLowerCase(Locale.ROOT), BRANCH);
  }

  @Test
  void soIsOneOfBytes() throws Exception {
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert("x-omnigraph-branch-bin", new byte[] {1, 2});

    assertEachCallIsRefused(
        new HeaderCallOption(headers), "no header x-omnigraph-branch-bin", BRANCH);
  }

  @Test
  void thoseOfOthersAreNotLookedAt() throws Exception {
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert("x-omnigraphic", "dev");
    headers.insert("x-request-id", "");
    headers.insert("x-request-id", "1");
    headers.insert("grpc-tags-bin", new byte[] {1, 2});

    ingest(new HeaderCallOption(headers));
    assertThat(count(new HeaderCallOption(headers))).isEqualTo("1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-omnigraph-graph",
        "x-omnigraph-branch",
        "x-omnigraph-snapshot",
        "x-omnigraph-read-only",
        "x-omnigraph-endpoints",
        "x-omnigraph-compression",
        "x-omnigraph-statement-timeout",
        "x-omnigraph-mode",
        "x-omnigraph-row-counts",
        "x-omnigraph-client",
        "graph",
        "database",
        "catalog",
        "branch",
        "schema",
        "snapshot"
      })
  void anEmptyOneIsRefused(String name) throws Exception {
    assertEachCallIsRefused(header(name, ""), "the header " + name + " is empty", "leave it out");
  }

  @ParameterizedTest
  @CsvSource({
    "x-omnigraph-branch, dev, x-omnigraph-branch, main",
    "x-omnigraph-branch, main, x-omnigraph-branch, dev",
    "x-omnigraph-read-only, true, x-omnigraph-read-only, false",
    "x-omnigraph-mode, append, x-omnigraph-mode, merge",
    "x-omnigraph-graph, flights, catalog, other",
    "x-omnigraph-branch, main, schema, dev",
    "branch, dev, schema, main",
    "x-omnigraph-snapshot, 01ARZ3NDEKTSV4RRFFQ69G5FAV, snapshot, 01BX5ZZKBKACTAV9WEVGEMMVRZ"
  })
  void twoThatContradictEachOtherAreRefused(
      String name, String value, String other, String otherValue) throws Exception {
    assertEachCallIsRefused(
        header(name, value, other, otherValue),
        "'" + name + ": " + value + "'",
        "'" + other + ": " + otherValue + "'",
        "send one of the two");
  }

  @Test
  void oneThatIsSentTwiceWithTheSameValueIsHeeded() throws Exception {
    CallOption twice = header(BRANCH, "dev", BRANCH, "dev", "schema", "d%65v");
    ingest(twice);

    assertThat(count(twice)).isEqualTo("1");
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void thePageOfClientsHasEachOfThem() throws Exception {
    String page = Files.readString(FlightsServer.data().resolveSibling("../docs/CLIENTS.md"));

    for (RequestHeader header : RequestHeader.values()) {
      assertThat(page.lines().filter(line -> line.startsWith("| `x-omnigraph-")))
          .anyMatch(line -> line.contains("`" + header.text() + "`"));
    }
  }
}
