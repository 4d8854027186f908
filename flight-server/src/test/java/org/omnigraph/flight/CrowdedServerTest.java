package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.rows;

import java.time.Duration;
import java.util.List;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.flight.session.ManualClock;

class CrowdedServerTest {
  private static final String INSERT = "INSERT INTO Carrier (code, name) VALUES ('A', 'alpha')";

  private static final ServerLimits LIMITS =
      ServerLimits.defaults().withSessions(2, Duration.ofHours(12), Duration.ofHours(1));

  private final ManualClock clock = new ManualClock();

  @RegisterExtension final FlightsServer flights = new FlightsServer(LIMITS, "flights").by(clock);

  private void aMinute() {
    clock.advance(Duration.ofMinutes(1));
  }

  @Test
  void oneWithRowsThatAreNotCommittedStays() throws Exception {
    FlightSqlClient writer = flights.connect();
    writer.executeUpdate("BEGIN");
    writer.executeUpdate(INSERT);
    aMinute();
    FlightSqlClient reader = flights.connect();
    reader.executeUpdate("BEGIN");
    rows(reader, reader.execute("SELECT code FROM Carrier"));
    aMinute();
    FlightSqlClient third = flights.connect();

    assertThat(rows(third, third.execute("SELECT code FROM Carrier"))).isEmpty();
    writer.executeUpdate("COMMIT");
    assertThat(rows(third, third.execute("SELECT code FROM Carrier")))
        .containsExactly(List.of("A"));
    aMinute();
    assertThatThrownBy(() -> reader.execute("SELECT 1"))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.NOT_FOUND))
        .hasMessageContaining("connect again");
  }
}
