package org.omnigraph.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.benchmark.LoadAgainstInput.Load;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.flight.FlightServer;
import org.omnigraph.flight.ServerConfig;

/**
 * All flights of 2013: loaded by the command in one commit, answered through JDBC and {@code sql}.
 */
class WholeGraphTest {
  private static final Path DATA = Path.of("../data/nycflights").toAbsolutePath().normalize();
  private static final String LATE_BY_CARRIER =
      "SELECT c.name, COUNT(*) AS n, AVG(f.arr_delay) AS mean FROM Flight f"
          + " JOIN OperatedBy o ON o.src = f.id JOIN Carrier c ON c.id = o.dst"
          + " WHERE f.arr_delay > 60 GROUP BY c.name ORDER BY n DESC";

  @TempDir static Path work;
  private static LoadAgainstInput loads;
  private static Load year;
  private static JsonNode expected;

  @BeforeAll
  static void load() throws Exception {
    loads = new LoadAgainstInput(work);
    year = loads.load("year", DATA.resolve("schema.pg"), DATA);
    expected = new ObjectMapper().readTree(Files.readString(DATA.resolve("expected.json")));
  }

  @Test
  void theLoadIsOneCommit() {
    try (Graph graph = Graph.open(loads.graph("year").toString(), GraphConfig.defaults())) {
      assertThat(graph.commits(BranchName.MAIN)).as("genesis and the load").hasSize(2);
    }
  }

  @Test
  void jdbcAnswersEveryCountAndAggregate() throws Exception {
    try (FlightServer server =
            FlightServer.start(
                ServerConfig.of(Map.of("flights", loads.graph("year").toString()))
                    .at(ServerConfig.DEFAULT_HOST, 0));
        Connection connection =
            DriverManager.getConnection(
                "jdbc:omnigraph://localhost:" + server.port() + "/flights?branch=main");
        Statement statement = connection.createStatement()) {
      for (String type :
          List.of(
              "Airport",
              "Carrier",
              "Plane",
              "Flight",
              "DepartsFrom",
              "ArrivesAt",
              "OperatedBy",
              "FlownBy",
              "Route")) {
        try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + type)) {
          assertThat(count.next()).isTrue();
          assertThat(count.getLong(1)).as(type).isEqualTo(expected.get(type).asLong());
        }
      }
      try (ResultSet cancelled =
          statement.executeQuery("SELECT COUNT(*) FROM Flight WHERE cancelled")) {
        assertThat(cancelled.next()).isTrue();
        assertThat(cancelled.getLong(1)).isEqualTo(expected.get("cancelled").asLong());
      }
      try (ResultSet late = statement.executeQuery(LATE_BY_CARRIER)) {
        for (JsonNode row : expected.get("late_by_carrier")) {
          assertThat(late.next()).isTrue();
          assertThat(late.getString(1)).isEqualTo(row.get(0).asText());
          assertThat(late.getLong(2)).isEqualTo(row.get(1).asLong());
          assertThat(late.getDouble(3)).isCloseTo(row.get(2).asDouble(), within(0.00005));
        }
        assertThat(late.next()).isFalse();
      }
    }
  }

  @Test
  void theCommandAnswersTheSame() throws Exception {
    Path output = work.resolve("sql.json");
    MeasuredProcess.omnigraph(
        output,
        List.of(),
        List.of("sql", loads.graph("year").toString(), LATE_BY_CARRIER, "--format", "json"));
    JsonNode rows = new ObjectMapper().readTree(Files.readString(output)).get("rows");
    assertThat(rows).hasSize(expected.get("late_by_carrier").size());
    for (int i = 0; i < rows.size(); i++) {
      JsonNode row = expected.get("late_by_carrier").get(i);
      assertThat(rows.get(i).get("name").asText()).isEqualTo(row.get(0).asText());
      assertThat(rows.get(i).get("n").asLong()).isEqualTo(row.get(1).asLong());
      assertThat(rows.get(i).get("mean").asDouble())
          .isCloseTo(row.get(2).asDouble(), within(0.00005));
    }
  }

  @Test
  void memoryOfALoadStaysBelowTwoGibibytes() {
    assertThat(year.process().peakResidentBytes()).isPositive().isLessThan(2L << 30);
  }

  /** Peaks of whole processes vary by tens of megabytes, so this is a measurement, not a gate. */
  @Test
  @Tag("bench")
  void memoryOfALoadHardlyGrowsWithItsRows() throws Exception {
    Path doubled = work.resolve("doubled-input");
    DoubledFlights.write(DATA, doubled);
    Load twice = loads.load("twice", DATA.resolve("schema.pg"), doubled);
    assertThat(twice.rows()).isGreaterThan(2 * year.rows() - 10_000);
    assertThat(twice.process().peakResidentBytes() - year.process().peakResidentBytes())
        .as("bytes more for %s more rows", twice.rows() - year.rows())
        .isLessThan(64 * (twice.rows() - year.rows()));
  }
}
