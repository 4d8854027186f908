package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.omnigraph.flight.FlightsServer.rows;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.flight.operations.OperationsConfig;

/** Work that would go on for days, ended by somebody else than its caller. */
class EndedFromOutsideTest {
  private static final String MANY =
      "Carrier a CROSS JOIN Carrier b CROSS JOIN Carrier c CROSS JOIN Carrier d CROSS JOIN Carrier e";
  private static final String ROWS = "SELECT a.name, b.name, c.name FROM " + MANY;
  private static final String UPDATE =
      "UPDATE Carrier SET name = 'x' WHERE (SELECT COUNT(*) FROM " + MANY + ") > 0";

  @RegisterExtension
  final FlightsServer flights =
      new FlightsServer(
          (config, folder) ->
              config
                  .withTokens(
                      Files.writeString(
                          folder.resolve("tokens"),
                          "root:root-secret\nada:a-secret\nbob:b-secret\n"))
                  .withRoles(
                      Files.writeString(
                          folder.resolve("roles"),
                          "root admin * *\nada write * *\nbob write * *\n"))
                  .operated(OperationsConfig.defaults().draining(Duration.ofMillis(1))),
          "flights");

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private FlightSqlClient root;
  private FlightSqlClient ada;
  private FlightSqlClient bob;

  @BeforeEach
  void fill() {
    root = connect("root-secret");
    ada = connect("a-secret");
    bob = connect("b-secret");
    StringBuilder values = new StringBuilder("('c0', 'n')");
    for (int i = 1; i < 500; i++) {
      values.append(", ('c").append(i).append("', 'n')");
    }
    root.executeUpdate("INSERT INTO Carrier (code, name) VALUES " + values);
  }

  @AfterEach
  void end() {
    threads.shutdown();
  }

  private FlightSqlClient connect(String secret) {
    return flights.connectWith("authorization", "Bearer " + secret);
  }

  /** The numbers of what runs, once there are so many. */
  private List<List<@Nullable String>> awaitRunning(int statements) throws Exception {
    while (true) {
      List<List<@Nullable String>> running =
          rows(
              root,
              root.execute(
                  "SELECT statement_id, actor FROM omnigraph_catalog.statements WHERE state ="
                      + " 'running' AND actor <> 'root'"));
      if (running.size() == statements) {
        return running;
      }
      Thread.yield();
    }
  }

  private Optional<CommitId> head() {
    return flights.graph("flights").snapshot(BranchName.MAIN).commit();
  }

  @Test
  void onlyAnAdminEndsTheStatementOfAnotherCaller() throws Exception {
    Optional<CommitId> before = head();
    Future<Long> changing = threads.submit(() -> bob.executeUpdate(UPDATE));
    List<@Nullable String> running = awaitRunning(1).get(0);
    assertThat(running.get(1)).isEqualTo("bob");

    FlightRuntimeException refused =
        catchThrowableOfType(
            FlightRuntimeException.class, () -> ada.executeUpdate("KILL " + running.get(0)));
    assertThat(refused.status().code()).isEqualTo(FlightStatusCode.NOT_FOUND);
    assertThatThrownBy(() -> ada.executeUpdate("KILL 4711"))
        .as("as for a statement that is not there")
        .hasMessage(refused.getMessage().replace(String.valueOf(running.get(0)), "4711"));
    assertThat(awaitRunning(1)).containsExactly(running);

    root.executeUpdate("KILL " + running.get(0));

    assertThatThrownBy(changing::get)
        .hasCauseInstanceOf(FlightRuntimeException.class)
        .hasMessageContaining("cancelled");
    awaitRunning(0);
    assertThat(head()).isEqualTo(before);
  }

  /** The extension looks for what is left behind: memory, threads. */
  @Test
  void whatGoesOnWhenTheGraceIsOverIsEnded() throws Exception {
    Optional<CommitId> before = head();
    Transaction transaction = ada.beginTransaction();
    ada.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('mine', 'm')", transaction);
    Future<Long> changing = threads.submit(() -> bob.executeUpdate(UPDATE));
    FlightInfo planned = ada.execute(ROWS);
    try (FlightStream stream = ada.getStream(planned.getEndpoints().get(0).getTicket())) {
      assertThat(stream.next()).isTrue();
      awaitRunning(2);

      flights.server().drain();
      flights.server().close();

      assertThat(flights.server().unfinished()).isEmpty();
      assertThatThrownBy(
              () -> {
                while (stream.next()) {
                  assertThat(stream.getRoot().getRowCount()).isPositive();
                }
              })
          .isInstanceOf(FlightRuntimeException.class);
    }
    assertStopped(changing);
    assertThat(head()).isEqualTo(before);
  }

  @Test
  void whoReadsWhenTheGraceIsOverHearsThatTheServerStops() throws Exception {
    FlightInfo planned = ada.execute(ROWS);
    Future<Long> reading =
        threads.submit(
            () -> {
              long rows = 0;
              try (FlightStream stream = ada.getStream(planned.getEndpoints().get(0).getTicket())) {
                while (stream.next()) {
                  rows += stream.getRoot().getRowCount();
                }
              }
              return rows;
            });
    awaitRunning(1);

    flights.server().drain();

    assertStopped(reading);
  }

  @Test
  void whatRunsWhenAServerIsClosedHearsThatItStops() throws Exception {
    Future<Long> changing = threads.submit(() -> bob.executeUpdate(UPDATE));
    awaitRunning(1);

    flights.server().close();

    assertStopped(changing);
  }

  private static void assertStopped(Future<?> call) {
    assertThatThrownBy(call::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAVAILABLE))
        .hasMessageContaining("the server is stopping");
  }
}
