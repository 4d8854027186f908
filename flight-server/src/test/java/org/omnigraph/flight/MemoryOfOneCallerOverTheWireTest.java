package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.flight.FlightsServer.rows;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.flight.quota.PrincipalLimits;
import org.omnigraph.query.kernel.KernelLimits;

class MemoryOfOneCallerOverTheWireTest {
  private static final String ENDLESS =
      "SELECT a.name, b.name FROM Carrier a, Carrier b, Carrier c, Carrier d, Carrier e";
  private static final String COUNT = "SELECT COUNT(DISTINCT name) FROM Carrier";

  @RegisterExtension
  final FlightsServer flights =
      new FlightsServer(
          (config, folder) ->
              config
                  .withTokens(Files.writeString(folder.resolve("tokens"), "ada:one\nbob:two\n"))
                  .bounded(
                      ServerLimits.defaults()
                          .withKernel(
                              KernelLimits.defaults()
                                  .withMemory(64 << 20)
                                  .withUntaken(Duration.ofDays(1))))
                  .boundedEach(new PrincipalLimits(0, 0, 128 << 20, 0)),
          "flights");

  @Test
  void aStatementBeyondTheMemoryOfItsCallerWaitsForTheOthers() throws Exception {
    FlightSqlClient ada = flights.connectWith("authorization", "Bearer one");
    FlightSqlClient bob = flights.connectWith("authorization", "Bearer two");
    StringBuilder values = new StringBuilder("('c0', 'name')");
    IntStream.range(1, 100).forEach(i -> values.append(", ('c" + i + "', 'name')"));
    bob.executeUpdate("INSERT INTO Carrier (code, name) VALUES " + values);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (FlightStream one = stream(ada, ENDLESS);
        FlightStream two = stream(ada, ENDLESS)) {
      assertThat(one.next()).isTrue();
      assertThat(two.next()).isTrue();

      Future<List<List<@Nullable String>>> third =
          threads.submit(() -> rows(ada, ada.execute(COUNT)));
      while (rows(
              bob,
              bob.execute(
                  "SELECT 1 FROM omnigraph_catalog.statements"
                      + " WHERE actor = 'ada' AND state = 'waiting'"))
          .isEmpty()) {
        Thread.yield();
      }
      assertThat(rows(bob, bob.execute(COUNT))).containsExactly(List.of("1"));
      assertThat(third).isNotDone();
      one.cancel("enough", null);
      assertThat(third.get()).containsExactly(List.of("1"));
      two.cancel("enough", null);
    } catch (FlightRuntimeException cancelled) {
      assertThat(cancelled.status().code()).isEqualTo(FlightStatusCode.CANCELLED);
    } finally {
      threads.shutdown();
    }
  }

  private static FlightStream stream(FlightSqlClient client, String sql) {
    return client.getStream(client.execute(sql).getEndpoints().get(0).getTicket());
  }
}
