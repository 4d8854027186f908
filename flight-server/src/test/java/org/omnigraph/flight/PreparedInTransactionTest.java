package org.omnigraph.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.rows;

import java.util.List;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.id.BranchName;

/**
 * A statement that was prepared in a transaction never commits by itself, and never runs in another
 * one than its client can mean.
 */
class PreparedInTransactionTest {
  private static final String ALL = "SELECT code FROM Carrier ORDER BY code";
  private static final String INSERT = "UPSERT INTO Carrier (code, name) VALUES ('P', 'papa')";

  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private FlightSqlClient client;
  private Transaction first;
  private PreparedStatement insert;
  private PreparedStatement read;

  @BeforeEach
  void prepared() {
    client = flights.connect();
    flights.graph("flights").createBranch(BranchName.of("dev"), BranchName.MAIN);
    first = client.beginTransaction();
    insert = client.prepare(INSERT, first);
    read = client.prepare(ALL, first);
  }

  @AfterEach
  void close() {
    insert.close();
    read.close();
  }

  private void end(boolean commit) {
    if (commit) {
      client.commit(first);
    } else {
      client.rollback(first);
    }
  }

  private List<List<String>> committed() throws Exception {
    FlightSqlClient other = flights.connect();
    return rows(other, other.execute(ALL));
  }

  private static void assertGone(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(FlightStatusCode.NOT_FOUND);
              assertThat(e.getMessage()).contains(words);
            });
  }

  private void assertNoneRuns(String... words) {
    assertGone(insert::executeUpdate, words);
    assertGone(insert::execute, words);
    assertGone(read::execute, words);
    assertGone(read::fetchSchema, words);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whenItsTransactionHasEndedAndNoneIsOpenItDoesNotRun(boolean commit) throws Exception {
    end(commit);

    assertNoneRuns(
        new String(first.getTransactionId(), UTF_8).substring(0, 8),
        commit ? "was committed" : "was rolled back",
        "prepare it again");
    assertThat(committed()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itDoesNotGoToATransactionThatWasOpenBesideItsOwn(boolean commit) throws Exception {
    Transaction beside = client.beginTransaction();
    end(commit);

    assertNoneRuns("prepare it again");
    client.commit(beside);
    assertThat(committed()).isEmpty();
  }

  @Test
  void itDoesNotGoToOneOfSeveral() throws Exception {
    client.commit(first);
    Transaction one = client.beginTransaction();
    Transaction another = client.beginTransaction();

    assertNoneRuns("prepare it again");
    client.commit(one);
    client.commit(another);
    assertThat(committed()).isEmpty();
  }

  @Test
  void itDoesNotGoToOneThatATextBegan() throws Exception {
    client.commit(first);
    client.executeUpdate("BEGIN");

    assertNoneRuns("was committed");
    client.executeUpdate("COMMIT");
    assertThat(committed()).isEmpty();
  }

  /** As ADBC does it: a transaction is open always, and a cursor keeps what it has prepared. */
  @Test
  void itGoesOnInTheTransactionsThatItsClientBeginsNext() throws Exception {
    insert.executeUpdate();
    client.rollback(first);
    Transaction second = client.beginTransaction();
    insert.executeUpdate();
    assertThat(committed()).as("it is in the transaction").isEmpty();
    assertThat(rows(client, read.execute())).containsExactly(List.of("P"));
    client.rollback(second);
    assertThat(committed()).isEmpty();

    Transaction third = client.beginTransaction();
    insert.executeUpdate();
    client.commit(third);
    assertThat(committed()).containsExactly(List.of("P"));
    assertNoneRuns("was rolled back");
  }

  @Test
  void itDoesNotGoOnOnAnotherBranch() throws Exception {
    client.commit(first);
    client.executeUpdate("USE dev");
    Transaction second = client.beginTransaction();

    assertNoneRuns("'main'", "'dev'", "prepare it again");
    client.commit(second);
    client.executeUpdate("USE main");
    Transaction third = client.beginTransaction();
    insert.executeUpdate();
    client.commit(third);
    assertThat(committed()).containsExactly(List.of("P"));
  }
}
