package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import io.grpc.Context;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that would run for days, ended by their clients. */
class CancellationOverTheWireTest {
  private static final String MANY =
      "Carrier a CROSS JOIN Carrier b CROSS JOIN Carrier c CROSS JOIN Carrier d CROSS JOIN Carrier e";
  private static final String ENDLESS =
      "SELECT SUM(CHAR_LENGTH(a.name || b.name || c.name || d.name || e.name)) FROM " + MANY;
  private static final String ROWS = "SELECT a.name, b.name, c.name FROM " + MANY;
  private static final String INSERT =
      "INSERT INTO Carrier (code, name) SELECT a.code || b.code || c.code || d.code || e.code, 'x'"
          + " FROM "
          + MANY;
  private static final String UPDATE =
      "UPDATE Carrier SET name = 'x' WHERE (SELECT COUNT(*) FROM " + MANY + ") > 0";
  private static final String LISTED =
      "SELECT statement_id FROM omnigraph_catalog.statements WHERE statement NOT LIKE"
          + " '%omnigraph_catalog%'";
  private static final String RUNNING = LISTED + " AND state = 'running'";
  private static final String CARRIERS = "SELECT COUNT(*), MAX(name) FROM Carrier";

  @RegisterExtension
  final FlightsServer flights =
      new FlightsServer(
          ServerLimits.defaults().withStatementTimeout(Duration.ofHours(1)), "flights");

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private FlightSqlClient client;
  private FlightSqlClient other;

  @BeforeEach
  void fill() {
    client = flights.connect();
    other = flights.connect();
    StringBuilder values = new StringBuilder("('c0', 'n')");
    for (int i = 1; i < 500; i++) {
      values.append(", ('c").append(i).append("', 'n')");
    }
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES " + values);
  }

  @AfterEach
  void end() throws Exception {
    while (!rows(other, other.execute(LISTED)).isEmpty()) {
      Thread.yield();
    }
    assertThat(rows(other, other.execute(CARRIERS))).containsExactly(List.of("500", "n"));
    threads.shutdown();
  }

  private List<List<@Nullable String>> running() throws Exception {
    return rows(other, other.execute(RUNNING));
  }

  private String awaitRunning() throws Exception {
    List<List<@Nullable String>> running = running();
    while (running.isEmpty()) {
      Thread.yield();
      running = running();
    }
    return running.get(0).get(0);
  }

  private static void assertEnded(FlightStatusCode how, ThrowingCallable call) {
    assertThatThrownBy(call)
        .satisfiesAnyOf(
            e -> assertThat(status(e)).isEqualTo(how),
            e -> assertThat(status(e.getCause())).isEqualTo(how));
  }

  private static @Nullable FlightStatusCode status(@Nullable Throwable failure) {
    return failure instanceof FlightRuntimeException flight ? flight.status().code() : null;
  }

  private static long read(FlightSqlClient through, FlightInfo info, CallOption... options)
      throws Exception {
    long rows = 0;
    try (FlightStream stream = through.getStream(info.getEndpoints().get(0).getTicket(), options)) {
      while (stream.next()) {
        rows += stream.getRoot().getRowCount();
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {ENDLESS, ROWS})
  void cancelFlightInfoEndsTheStream(String sql) throws Exception {
    FlightInfo info = client.execute(sql);
    Future<Long> reading = threads.submit(() -> read(client, info));
    awaitRunning();

    assertThat(client.cancelFlightInfo(new CancelFlightInfoRequest(info)).getStatus())
        .isEqualTo(CancelStatus.CANCELLED);
    assertEnded(FlightStatusCode.CANCELLED, reading::get);
  }

  @ParameterizedTest
  @ValueSource(strings = {ENDLESS, ROWS})
  void aClientThatClosesItsStreamEndsTheStatement(String sql) throws Exception {
    FlightInfo info = client.execute(sql);
    FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket());
    awaitRunning();
    stream.cancel("no more", null);
    try {
      stream.close();
    } catch (FlightRuntimeException told) {
      assertThat(told.status().code()).isEqualTo(FlightStatusCode.CANCELLED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {INSERT, UPDATE})
  void aCancelledCallChangesNothingAndItsTransactionGoesOn(String sql) throws Exception {
    client.executeUpdate("BEGIN");
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('mine', 'm')");
    Context.CancellableContext call = Context.current().withCancellation();
    Future<Long> changing = threads.submit(() -> call.call(() -> client.executeUpdate(sql)));
    awaitRunning();
    call.cancel(null);

    assertEnded(FlightStatusCode.CANCELLED, changing::get);
    assertThat(client.executeUpdate("UPDATE Carrier SET name = 'm2' WHERE code = 'mine'"))
        .isEqualTo(1);
    assertThat(rows(client, client.execute("SELECT COUNT(*) FROM Carrier WHERE name = 'm2'")))
        .containsExactly(List.of("1"));
    client.executeUpdate("ROLLBACK");
  }

  @Test
  void aSecondCallThatWritesInATransactionIsRefusedAndMayBeSentAgain() throws Exception {
    client.executeUpdate("BEGIN");
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('mine', 'm')");
    Context.CancellableContext call = Context.current().withCancellation();
    Future<Long> changing = threads.submit(() -> call.call(() -> client.executeUpdate(UPDATE)));
    awaitRunning();
    String second = "UPDATE Carrier SET name = 'm2' WHERE code = 'mine'";

    assertThatThrownBy(() -> client.executeUpdate(second))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAVAILABLE);
              assertThat(e.status().metadata().get("x-omnigraph-code"))
                  .isEqualTo("TRANSACTION_BUSY");
            })
        .hasMessageContaining("send this one again");
    call.cancel(null);
    assertEnded(FlightStatusCode.CANCELLED, changing::get);
    assertThat(client.executeUpdate(second)).isEqualTo(1);
    client.executeUpdate("ROLLBACK");
  }

  @Test
  void aDeadlineOfTheClientEndsTheWork() {
    assertEnded(
        FlightStatusCode.TIMED_OUT,
        () -> client.executeUpdate(UPDATE, CallOptions.timeout(300, TimeUnit.MILLISECONDS)));
  }

  @Test
  void aStatementEndsAfterTheTimeOfItsSessionOrOfItsCall() throws Exception {
    client.executeUpdate("SET statement_timeout = '300ms'");
    assertThat(client.getSessionOptions(new GetSessionOptionsRequest()).getSessionOptions())
        .containsEntry(
            "statement_timeout", SessionOptionValueFactory.makeSessionOptionValue("300ms"));
    assertEnded(FlightStatusCode.TIMED_OUT, () -> client.executeUpdate(INSERT));
    assertThatThrownBy(() -> read(client, client.execute(ENDLESS)))
        .hasMessageContaining("longer than 300 ms")
        .hasMessageContaining("statement_timeout");
    assertEnded(FlightStatusCode.TIMED_OUT, () -> read(client, client.execute(ROWS)));

    client.executeUpdate("RESET statement_timeout");
    assertThat(rows(client, client.execute(CARRIERS))).containsExactly(List.of("500", "n"));
    assertThat(client.getSessionOptions(new GetSessionOptionsRequest()).getSessionOptions())
        .containsEntry(
            "statement_timeout", SessionOptionValueFactory.makeSessionOptionValue("3600000ms"));
    CallOption soon = header("x-omnigraph-statement-timeout", "1s");
    assertThatThrownBy(() -> read(client, client.execute(ENDLESS, soon), soon))
        .hasMessageContaining("longer than 1 s")
        .hasMessageContaining("x-omnigraph-statement-timeout");
    assertThat(
            client
                .setSessionOptions(
                    new SetSessionOptionsRequest(
                        Map.of(
                            "statement_timeout",
                            SessionOptionValueFactory.makeSessionOptionValue("soon"))))
                .getErrors())
        .containsOnlyKeys("statement_timeout");
    assertThatThrownBy(() -> client.executeUpdate("SET statement_timeout = 'soon'"))
        .hasMessageContaining("'30s'");
  }

  @Test
  void aStatementIsEndedByItsNumber() throws Exception {
    FlightInfo info = client.execute(ENDLESS);
    Future<Long> reading = threads.submit(() -> read(client, info));
    other.executeUpdate("KILL " + awaitRunning());
    assertEnded(FlightStatusCode.CANCELLED, reading::get);

    Future<Long> changing = threads.submit(() -> client.executeUpdate(UPDATE));
    other.executeUpdate("CANCEL STATEMENT " + awaitRunning());
    assertEnded(FlightStatusCode.CANCELLED, changing::get);
    assertThatThrownBy(() -> other.executeUpdate("KILL 4711"))
        .hasMessageContaining("omnigraph_catalog.statements");
  }
}
