package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.Airports.airports;
import static org.omnigraph.flight.Airports.append;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import java.util.List;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;

/** Branches that somebody else makes and deletes while the server runs. */
class BranchesOverTheWireTest {
  private static final BranchName WORK = BranchName.of("work");
  private static final CallOption ON_WORK = header("x-omnigraph-branch", "work");

  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private FlightSqlClient client;

  @BeforeEach
  void connect() {
    client = flights.connect();
    ingest("AAA");
  }

  private void ingest(String code, CallOption... options) {
    try (VectorSchemaRoot rows = airports(flights.memory(), code)) {
      client.executeIngest(rows, append("Airport"), options);
    }
  }

  private String count(CallOption... options) throws Exception {
    return rows(client, client.execute("SELECT COUNT(*) FROM Airport", options), options)
        .get(0)
        .get(0);
  }

  /** As the command line does it, on a handle of its own. */
  private void elsewhere(java.util.function.Consumer<Graph> work) {
    try (Graph other = Graph.open(flights.graph("flights").uri(), GraphConfig.defaults())) {
      work.accept(other);
    }
  }

  private static void assertGone(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .hasMessageContaining("work")
        .satisfies(
            e ->
                assertThat(((FlightRuntimeException) e).status().code())
                    .isEqualTo(FlightStatusCode.NOT_FOUND));
  }

  @Test
  void aBranchMadeLaterIsReadAndWritten() throws Exception {
    assertThatThrownBy(() -> count(ON_WORK)).hasMessageContaining("work");
    elsewhere(graph -> graph.createBranch(WORK, BranchName.MAIN));
    assertThat(count(ON_WORK)).isEqualTo("1");
    ingest("BBB", ON_WORK);
    assertThat(count(ON_WORK)).isEqualTo("2");
    assertThat(count()).isEqualTo("1");
    assertThat(rows(client, client.execute("SELECT COUNT(*) FROM work.Airport")).get(0).get(0))
        .isEqualTo("2");
  }

  @Test
  void aBranchWithOtherLettersIsNamedPercentEncoded() throws Exception {
    elsewhere(graph -> graph.createBranch(BranchName.of("müll/日本"), BranchName.MAIN));
    for (String name : List.of("x-omnigraph-branch", "branch", "schema")) {
      CallOption there = header(name, "m%C3%BCll/%e6%97%a5%E6%9C%AC");
      ingest("BB" + name.charAt(0), there);
      assertThat(count(there)).isEqualTo(count(header(name, "m%C3%BCll%2F%E6%97%A5%E6%9C%AC")));
    }
    assertThat(count()).isEqualTo("1");
    client.executeUpdate(
        "USE \"müll/日本\"", header("x-omnigraph-branch", "m%c3%bcll/%E6%97%A5%E6%9C%AC"));
    assertThat(count()).isEqualTo("4");
    assertThatThrownBy(() -> count(header("x-omnigraph-branch", "50%")))
        .hasMessageContaining("'50%'");
    assertThatThrownBy(() -> count(header("x-omnigraph-branch", "%FF")))
        .hasMessageContaining("'%FF'");
  }

  @Test
  void aDeletedBranchIsNotFoundAndOneMadeAgainShowsNothingOld() throws Exception {
    elsewhere(graph -> graph.createBranch(WORK, BranchName.MAIN));
    ingest("BBB", ON_WORK);
    assertThat(count(ON_WORK)).isEqualTo("2");
    elsewhere(graph -> graph.deleteBranch(WORK));
    assertGone(() -> count(ON_WORK));
    assertGone(() -> ingest("CCC", ON_WORK));
    elsewhere(graph -> graph.createBranch(WORK, BranchName.MAIN));
    assertThat(count(ON_WORK)).isEqualTo("1");
    ingest("DDD", ON_WORK);
    assertThat(
            rows(client, client.execute("SELECT faa FROM Airport ORDER BY faa", ON_WORK), ON_WORK))
        .extracting(row -> row.get(0))
        .containsExactly("AAA", "DDD");
  }

  @Test
  void aTransactionOnADeletedBranchEndsNotFound() {
    elsewhere(graph -> graph.createBranch(WORK, BranchName.MAIN));
    Transaction transaction = client.beginTransaction(ON_WORK);
    try (VectorSchemaRoot rows = airports(flights.memory(), "BBB")) {
      client.executeIngest(rows, append("Airport"), transaction, ON_WORK);
    }
    elsewhere(graph -> graph.deleteBranch(WORK));
    assertGone(() -> client.commit(transaction, ON_WORK));
  }
}
