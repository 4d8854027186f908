package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.flight.FlightsServer.rows;

import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.query.kernel.KernelLimits;

/** Results that a client has begun to read and left, as many as may be computed at once. */
class UntakenResultsTest {
  private static final int STATEMENTS = 4;
  private static final int OF_ONE = 3;
  private static final String ENDLESS =
      "SELECT a.name, b.name FROM Carrier a, Carrier b, Carrier c, Carrier d, Carrier e";
  private static final String COUNT = "SELECT COUNT(DISTINCT name) FROM Carrier";

  @RegisterExtension
  final FlightsServer flights =
      new FlightsServer(
          (config, folder) ->
              config
                  .withTokens(Files.writeString(folder.resolve("tokens"), "eve:one\nbob:two\n"))
                  .bounded(
                      ServerLimits.defaults()
                          .withKernel(
                              KernelLimits.defaults()
                                  .withStatements(STATEMENTS, Duration.ofMinutes(10))
                                  .withUntaken(Duration.ofSeconds(2)))),
          "flights");

  @Test
  void theyGiveTheirPlacesToStatementsThatWait() throws Exception {
    FlightSqlClient eve = flights.connectWith("authorization", "Bearer one");
    FlightSqlClient bob = flights.connectWith("authorization", "Bearer two");
    StringBuilder values = new StringBuilder("('c0', 'name')");
    for (int i = 1; i < 100; i++) {
      values.append(", ('c").append(i).append("', 'name')");
    }
    bob.executeUpdate("INSERT INTO Carrier (code, name) VALUES " + values);
    List<FlightStream> left = new ArrayList<>();
    try {
      while (left.size() < OF_ONE) {
        left.add(begun(eve));
      }

      assertThat(rows(eve, eve.execute("SELECT 1 + 1"))).containsExactly(List.of("2"));
      assertThat(rows(bob, bob.execute(COUNT))).as("a place is left").containsExactly(List.of("1"));
      left.add(begun(bob));

      assertThat(rows(eve, eve.execute(COUNT))).containsExactly(List.of("1"));
      assertThat(rows(bob, bob.execute(COUNT))).containsExactly(List.of("1"));
      assertThat(left.stream().map(UntakenResultsTest::end).filter(END_OF_PLACE::equals).count())
          .isBetween(1L, (long) OF_ONE);
    } finally {
      for (FlightStream stream : left) {
        stream.close();
      }
    }
  }

  private static final String END_OF_PLACE = "nobody took of the result for 2 s";

  private static FlightStream begun(FlightSqlClient client) {
    FlightStream stream =
        client.getStream(client.execute(ENDLESS).getEndpoints().get(0).getTicket());
    assertThat(stream.next()).isTrue();
    return stream;
  }

  /** How a stream ends; one that goes on is cancelled. */
  private static String end(FlightStream stream) {
    try {
      for (int batches = 0; batches < 1_000 && stream.next(); batches++) {
        if (batches == 50) {
          stream.cancel("enough", null);
        }
      }
      return "cancelled";
    } catch (FlightRuntimeException e) {
      if (e.status().code() != FlightStatusCode.RESOURCE_EXHAUSTED) {
        return e.status().code().name();
      }
      assertThat(e).hasMessageContaining(END_OF_PLACE);
      return END_OF_PLACE;
    }
  }
}
