package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.rows;

import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.flight.operations.Health;
import org.omnigraph.flight.operations.OperationsConfig;
import org.omnigraph.flight.session.Draining;

class DrainingTest {
  private static final String INSERT = "INSERT INTO Carrier (code, name) VALUES ('A1', 'x')";

  @RegisterExtension
  final FlightsServer flights =
      new FlightsServer(
          (config, folder) ->
              config
                  .withTokens(Files.writeString(folder.resolve("tokens"), "ada:one\n"))
                  .operated(OperationsConfig.defaults().draining(Duration.ofMinutes(10))),
          "flights");

  private FlightSqlClient connect() {
    return flights.connectWith("authorization", "Bearer one");
  }

  private static ServingStatus health(ManagedChannel channel, String service) {
    return HealthGrpc.newBlockingStub(channel)
        .check(HealthCheckRequest.newBuilder().setService(service).build())
        .getStatus();
  }

  @Test
  void workThatHasBegunEndsAndNewWorkIsSentElsewhere() throws Exception {
    FlightSqlClient busy = connect();
    FlightSqlClient other = connect();
    Transaction transaction = busy.beginTransaction();
    busy.executeUpdate(INSERT, transaction);
    other.beginTransaction();
    FlightInfo planned = other.execute("SELECT COUNT(*) FROM Carrier");
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("localhost", flights.server().port()).usePlaintext().build();
    assertThat(health(channel, "")).isEqualTo(ServingStatus.SERVING);
    assertThat(health(channel, Health.FLIGHT)).isEqualTo(ServingStatus.SERVING);
    ExecutorService thread = Executors.newSingleThreadExecutor();

    Future<?> drained =
        thread.submit(
            () -> {
              flights.server().drain();
              return true;
            });
    while (health(channel, Health.FLIGHT) == ServingStatus.SERVING) {
      Thread.yield();
    }
    while (!refuses(other)) {
      Thread.yield();
    }

    int sessions = flights.server().sessions();
    assertThat(refuses(connect())).isTrue();
    assertThat(flights.server().sessions()).as("who is refused gets none").isEqualTo(sessions);
    assertThat(health(channel, "")).isEqualTo(ServingStatus.NOT_SERVING);
    assertThatThrownBy(() -> other.prepare("SELECT 1")).hasMessageContaining("try again");
    assertThat(rows(other, planned)).containsExactly(List.of("0"));
    assertThat(drained.isDone()).as("while a transaction has written something").isFalse();
    assertThat(rows(busy, busy.execute("SELECT COUNT(*) FROM Carrier", transaction)))
        .containsExactly(List.of("1"));
    busy.commit(transaction);
    busy.beginTransaction();
    drained.get();
    assertThat(flights.graph("flights").snapshot(org.omnigraph.engine.id.BranchName.MAIN).commit())
        .isPresent();
    thread.shutdown();
    channel.shutdownNow();
  }

  @Test
  void theTransactionThatFollowsTheLastCommitIsBegunBeforeTheServerHasGone() throws Exception {
    FlightSqlClient client = connect();
    Transaction transaction = client.beginTransaction();
    client.executeUpdate(INSERT, transaction);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<?> gone =
        thread.submit(
            () -> {
              flights.server().drain();
              flights.server().close();
              return true;
            });
    FlightSqlClient other = connect();
    while (!refuses(other)) {
      Thread.yield();
    }

    client.commit(transaction);
    client.beginTransaction();
    gone.get();
    thread.shutdown();
  }

  @Test
  void aCommitThatOutlastsTheDrainIsWaitedFor() throws Exception {
    Draining draining = new Draining();
    Draining.Ending commit = draining.ending();
    Thread settling = settling(draining, Duration.ZERO);

    commit.close();
    settling.join();
  }

  @Test
  void whoHasCommittedHasTheTimeToBeginAnew() throws Exception {
    Draining draining = new Draining();
    draining.settle(Duration.ofDays(1), Duration.ofDays(1));
    draining.ending().close();
    draining.settle(Duration.ofDays(1), Duration.ZERO);

    Thread settling = settling(draining, Duration.ofDays(1));
    settling.interrupt();
    settling.join();
  }

  /** A thread that waits until the ends of transactions have settled. */
  private static Thread settling(Draining draining, Duration next) {
    Thread thread =
        new Thread(
            () -> {
              try {
                draining.settle(next, Duration.ofDays(1));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      assertThat(thread.isAlive()).isTrue();
      Thread.yield();
    }
    return thread;
  }

  private static boolean refuses(FlightSqlClient client) {
    try {
      client.execute("SELECT 1");
      return false;
    } catch (FlightRuntimeException e) {
      assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAVAILABLE);
      assertThat(e).hasMessageContaining("shutting down").hasMessageContaining("try again");
      return true;
    }
  }
}
