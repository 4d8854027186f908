package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.rows;

import java.nio.file.Files;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.omnigraph.flight.quota.PrincipalLimits;

class PrincipalLimitsTest {
  private static final FlightsServer FLIGHTS =
      new FlightsServer(
          (config, folder) ->
              config
                  .withTokens(Files.writeString(folder.resolve("tokens"), "ada:one\nbob:two\n"))
                  .boundedEach(new PrincipalLimits(1, 0, 1 << 20, 20_000)),
          "flights");
  private static FlightSqlClient ada;
  private static FlightSqlClient bob;

  @BeforeAll
  static void fill() throws Exception {
    FLIGHTS.start();
    ada = FLIGHTS.connectWith("authorization", "Bearer one");
    bob = FLIGHTS.connectWith("authorization", "Bearer two");
    StringBuilder values = new StringBuilder("('c0', 'name')");
    IntStream.range(1, 100).forEach(i -> values.append(", ('c" + i + "', 'name')"));
    bob.executeUpdate("INSERT INTO Carrier (code, name) VALUES " + values);
  }

  @AfterAll
  static void nothingIsLeft() throws Exception {
    FLIGHTS.stop();
  }

  private static void assertExhausted(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED))
        .hasMessageContainingAll(words);
  }

  @Test
  void oneCallersStatementsAreNotInTheWayOfAnothers() throws Exception {
    FlightInfo info =
        ada.execute(
            "SELECT a.name, b.name FROM Carrier a, Carrier b, Carrier c, Carrier d, Carrier e");
    try (FlightStream stream = ada.getStream(info.getEndpoints().get(0).getTicket())) {
      assertThat(stream.next()).isTrue();

      assertExhausted(
          () -> ada.execute("SELECT 1"),
          "statements of 'ada' at once",
          "limit 1",
          "--principal-statements");
      for (int i = 0; i < 20; i++) {
        assertThat(rows(bob, bob.execute("SELECT COUNT(*) FROM Carrier"))).hasSize(1);
      }
      stream.cancel("enough", null);
    } catch (FlightRuntimeException cancelled) {
      assertThat(cancelled.status().code()).isEqualTo(FlightStatusCode.CANCELLED);
    }
    while (!rows(bob, bob.execute("SELECT 1 FROM omnigraph_catalog.statements WHERE actor = 'ada'"))
        .isEmpty()) {
      Thread.yield();
    }
    assertThat(rows(ada, ada.execute("SELECT 1"))).hasSize(1);
  }

  @Test
  void moreMemoryThanACallerMayHaveIsRefused() throws Exception {
    FlightInfo info = bob.execute("SELECT REPEAT(a.name, 300) FROM Carrier a, Carrier b");

    assertExhausted(
        () -> rows(bob, info), "bytes of memory of 'bob' at once", "--principal-memory");
    assertThat(rows(bob, bob.execute("SELECT name FROM Carrier"))).hasSize(100);
  }

  @Test
  void anIngestOfMoreBytesLeavesNothing() throws Exception {
    String[] codes = IntStream.range(0, 2_000).mapToObj(i -> "A" + i).toArray(String[]::new);
    try (VectorSchemaRoot many = Airports.airports(FLIGHTS.memory(), codes)) {
      assertExhausted(
          () -> bob.executeIngest(many, Airports.append("Airport")),
          "bytes of ingests of 'bob' at once",
          "--principal-ingest-bytes");
    }
    assertThat(rows(bob, bob.execute("SELECT COUNT(*) FROM Airport")))
        .containsExactly(List.of("0"));
    try (VectorSchemaRoot few = Airports.airports(FLIGHTS.memory(), "AAA", "BBB")) {
      assertThat(bob.executeIngest(few, Airports.append("Airport"))).isEqualTo(2);
      bob.executeUpdate("DELETE FROM Airport WHERE altitude >= 0");
    }
  }
}
