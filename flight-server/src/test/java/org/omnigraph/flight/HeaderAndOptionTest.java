package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.Airports.airports;
import static org.omnigraph.flight.Airports.append;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult.ErrorValue;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.id.BranchName;

/**
 * What a header of a call says and what an option of its session says are both heeded, or named.
 */
class HeaderAndOptionTest {
  private static final String COUNT = "SELECT COUNT(*) FROM Airport";
  private static final String BRANCH = "x-omnigraph-branch";
  private static final String GRAPH = "x-omnigraph-graph";

  @RegisterExtension final FlightsServer flights = new FlightsServer("one", "two");
  private FlightSqlClient client;
  private String first;

  /**
   * In graph one main has two airports, the first of them in a commit of its own; dev has three.
   */
  @BeforeEach
  void twoBranches() {
    client = flights.connect();
    CallOption one = header(GRAPH, "one");
    ingest("AAA", one);
    first = flights.graph("one").snapshot(BranchName.MAIN).commit().orElseThrow().value();
    flights.graph("one").createBranch(BranchName.of("dev"), BranchName.MAIN);
    ingest("BBB", one);
    CallOption dev = header(GRAPH, "one", BRANCH, "dev");
    ingest("CCC", dev);
    ingest("DDD", dev);
  }

  private void ingest(String code, CallOption... options) {
    try (VectorSchemaRoot rows = airports(flights.memory(), code)) {
      client.executeIngest(rows, append("Airport"), options);
    }
  }

  private Map<String, ErrorValue> set(Map<String, String> options, CallOption... call) {
    Map<String, SessionOptionValue> values = new TreeMap<>();
    options.forEach(
        (name, value) ->
            values.put(
                name,
                value.isEmpty()
                    ? SessionOptionValueFactory.makeEmptySessionOptionValue()
                    : SessionOptionValueFactory.makeSessionOptionValue(value)));
    Map<String, ErrorValue> errors = new TreeMap<>();
    client
        .setSessionOptions(new SetSessionOptionsRequest(values), call)
        .getErrors()
        .forEach((name, error) -> errors.put(name, error.value));
    return errors;
  }

  private String count(CallOption... call) throws Exception {
    return rows(client, client.execute(COUNT, call), call).get(0).get(0);
  }

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(FlightStatusCode.INVALID_ARGUMENT);
              assertThat(e.getMessage()).contains(words);
            });
  }

  /** Neither reads nor writes pass over what is named. */
  private void assertEachCallIsRefused(CallOption call, String... words) {
    assertRefused(() -> count(call), words);
    assertRefused(() -> client.prepare(COUNT, call), words);
    assertRefused(() -> client.executeUpdate("DELETE FROM Airport", call), words);
    assertRefused(() -> ingest("EEE", call), words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", "dev"})
  void aSnapshotIsReadOnTheBranchOfTheHeader(String branch) throws Exception {
    CallOption on = header(GRAPH, "one", BRANCH, branch);
    client.executeUpdate("SET snapshot = '" + first + "'", on);

    assertThat(count(on)).isEqualTo("1");
    assertThat(rows(client, client.execute("SHOW snapshot", on), on))
        .containsExactly(List.of(first));
    assertThat(rows(client, client.execute("SHOW schema", on), on))
        .containsExactly(List.of(branch));
    assertRefused(() -> ingest("EEE", on), "reads the snapshot");
    assertRefused(() -> client.executeUpdate("DELETE FROM Airport", on), "reads the snapshot");
    client.executeUpdate("RESET snapshot", on);
    assertThat(count(on)).isEqualTo(branch.equals("main") ? "2" : "3");
  }

  @Test
  void theSameByTheAction() throws Exception {
    CallOption on = header(GRAPH, "one", BRANCH, "dev");
    assertThat(set(Map.of("snapshot", first), on)).isEmpty();

    assertThat(count(on)).isEqualTo("1");
    assertRefused(() -> ingest("EEE", on), "reads the snapshot");
    assertThat(set(Map.of("snapshot", ""), on)).isEmpty();
    assertThat(count(on)).isEqualTo("3");
  }

  @Test
  void aSnapshotIsNotPassedOverForTheHeaderOfAnotherBranch() throws Exception {
    set(Map.of("catalog", "one", "snapshot", first));
    CallOption dev = header(BRANCH, "dev");

    assertEachCallIsRefused(dev, BRANCH, "dev", "snapshot", first);
    assertThat(count(header(BRANCH, "main"))).isEqualTo("1");
    assertThat(count(header(BRANCH, "dev@" + first))).as("all is in the header").isEqualTo("1");
    client.executeUpdate("RESET snapshot", dev);
    assertThat(count(dev)).isEqualTo("3");
  }

  @Test
  void whatWasChosenInOneGraphIsNotPassedOverForTheHeaderOfAnother() throws Exception {
    CallOption two = header(GRAPH, "two");
    set(Map.of("catalog", "one", "schema", "dev"));
    assertEachCallIsRefused(two, GRAPH, "two", "schema", "dev", "one");
    assertThat(count(header(GRAPH, "two", BRANCH, "main"))).isEqualTo("0");
    assertThat(count(header(GRAPH, "one"))).isEqualTo("3");

    set(Map.of("schema", "", "snapshot", first));
    assertEachCallIsRefused(two, GRAPH, "two", "snapshot", first, "one");
    assertRefused(() -> client.executeUpdate("USE main", two), GRAPH, "one");
    assertThat(set(Map.of("schema", "main"), two)).containsEntry("schema", ErrorValue.ERROR);
    assertThat(count()).as("nothing has changed").isEqualTo("1");
    client.executeUpdate("SET read_only = true", two);
    assertThat(count()).isEqualTo("1");
    client.executeUpdate("RESET ALL", two);
    assertThat(count(two)).isEqualTo("0");
  }

  @ParameterizedTest
  @CsvSource({
    "x-omnigraph-graph, one, catalog, two",
    "x-omnigraph-branch, main, schema, dev",
    "x-omnigraph-branch, main, schema, main@FIRST",
    "x-omnigraph-branch, main@FIRST, snapshot, LAST",
    "x-omnigraph-snapshot, FIRST, snapshot, LAST",
    "x-omnigraph-snapshot, FIRST, schema, main@LAST",
    "x-omnigraph-read-only, true, read_only, false",
    "x-omnigraph-endpoints, 2, endpoints, 3",
    "x-omnigraph-compression, zstd, compression, none",
    "x-omnigraph-statement-timeout, 1min, statement_timeout, 2min"
  })
  void anOptionThatAHeaderGoesBeforeIsRefusedHoweverItIsSet(
      String name, String sent, String option, String value) throws Exception {
    String last = flights.graph("one").snapshot(BranchName.MAIN).commit().orElseThrow().value();
    String header = sent.replace("FIRST", first);
    String wanted = value.replace("FIRST", first).replace("LAST", last);
    CallOption call =
        name.equals(GRAPH) ? header(name, header) : header(GRAPH, "one", name, header);

    assertRefused(
        () -> client.executeUpdate("SET " + option + " = '" + wanted + "'", call), name, option);
    assertThat(set(Map.of(option, wanted), call)).containsOnly(Map.entry(option, ErrorValue.ERROR));
    assertThat(count(header(GRAPH, "one"))).as("nothing has changed").isEqualTo("2");
  }

  /** What the session has chosen otherwise is taken back; else the header says what holds. */
  @ParameterizedTest
  @CsvSource({
    "x-omnigraph-graph, one, catalog, two",
    "x-omnigraph-branch, main, schema, dev",
    "x-omnigraph-branch, main@FIRST, snapshot, LAST",
    "x-omnigraph-snapshot, FIRST, snapshot, LAST",
    "x-omnigraph-read-only, true, read_only,",
    "x-omnigraph-endpoints, 2, endpoints, 3",
    "x-omnigraph-compression, zstd, compression, none",
    "x-omnigraph-statement-timeout, 1min, statement_timeout, 2min"
  })
  void aResetUnderAHeaderThatGoesBeforeIsRefusedHoweverItIsAskedFor(
      String name, String sent, String option, @Nullable String chosen) {
    String last = flights.graph("one").snapshot(BranchName.MAIN).commit().orElseThrow().value();
    String header = sent.replace("FIRST", first);
    CallOption call =
        name.equals(GRAPH) ? header(name, header) : header(GRAPH, "one", name, header);
    if (chosen != null) {
      set(Map.of("catalog", "one"));
      set(Map.of(option, chosen.replace("LAST", last)));
      client.executeUpdate("RESET " + option, call);
    }

    for (String statement : List.of("RESET " + option, "SET " + option + " = DEFAULT")) {
      assertRefused(() -> client.executeUpdate(statement, call), name, option);
    }
    assertThat(set(Map.of(option, ""), call)).containsOnly(Map.entry(option, ErrorValue.ERROR));
    client.executeUpdate("RESET ALL", call);
    client.executeUpdate("RESET " + option);
  }

  @Test
  void theActionChangesNoPlaceInATransactionThatHasDoneSomething() throws Exception {
    set(Map.of("catalog", "one"));
    Transaction transaction = client.beginTransaction();
    assertThat(set(Map.of("schema", "dev"))).as("nothing is done in it").isEmpty();
    client.executeUpdate("DELETE FROM Airport WHERE faa = 'CCC'", transaction);

    assertThat(
            set(Map.of("catalog", "two", "schema", "main", "snapshot", first, "read_only", "true")))
        .containsOnly(
            Map.entry("catalog", ErrorValue.ERROR),
            Map.entry("schema", ErrorValue.ERROR),
            Map.entry("snapshot", ErrorValue.ERROR));
    assertThat(set(Map.of("schema", "dev", "statement_timeout", "1min", "read_only", "false")))
        .as("what is so already, and what SET takes there too")
        .isEmpty();
    client.commit(transaction);
    assertThat(count()).isEqualTo("2");
    assertThat(set(Map.of("schema", "main"))).isEmpty();
    assertThat(count()).isEqualTo("2");
    assertThat(count(header(BRANCH, "dev"))).isEqualTo("2");
  }
}
