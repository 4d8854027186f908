package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlAnswersTest {
  @TempDir static Path folder;
  static String graph = "";
  static FirstWeek week;

  @BeforeAll
  static void aWeekOfFlights() throws IOException {
    graph = folder.resolve("flights").toString();
    week = FirstWeek.read();
    CommandRun.good("quickstart", "--dir", graph, "--no-serve");
  }

  @Test
  void countsOfEveryTypeAreThoseOfTheFile() {
    assertThat(week.counts()).hasSize(9);
    week.counts()
        .forEach(
            (type, rows) ->
                assertThat(
                        CommandRun.good(
                                "sql", graph, "SELECT COUNT(*) FROM " + type, "--format", "csv")
                            .lines()
                            .get(1))
                    .as(type)
                    .isEqualTo(rows.toString()));
  }

  @Test
  void lateFlightsByCarrierAgreeWithACountByHand() {
    JsonNode answer =
        CommandRun.good(
                "sql",
                graph,
                "SELECT c.name, COUNT(*) AS n, AVG(f.arr_delay) AS mean FROM Flight f JOIN OperatedBy o ON o.src = f.id"
                    + " JOIN Carrier c ON c.id = o.dst WHERE f.arr_delay > 60 GROUP BY c.name ORDER BY n DESC, c.name",
                "--json")
            .json();

    assertThat(answer.get("columns").toString()).isEqualTo("[\"name\",\"n\",\"mean\"]");
    assertThat(answer.get("row_count").asInt()).isEqualTo(week.lateByCarrier().size());
    for (int i = 0; i < week.lateByCarrier().size(); i++) {
      FirstWeek.Late expected = week.lateByCarrier().get(i);
      JsonNode row = answer.get("rows").get(i);
      assertThat(row.get("name").asText()).isEqualTo(expected.carrier());
      assertThat(row.get("n").asInt()).isEqualTo(expected.flights());
      assertThat(row.get("mean").asDouble()).isCloseTo(expected.mean(), within(1e-9));
    }
  }

  @Test
  void threeHopsAgreeWithACountByHand() {
    List<String> lines =
        CommandRun.good(
                "sql",
                graph,
                "SELECT p.manufacturer AS m, COUNT(*) AS n FROM Airport a JOIN DepartsFrom d ON d.dst = a.id"
                    + " JOIN Flight f ON f.id = d.src JOIN FlownBy b ON b.src = f.id JOIN Plane p ON p.id = b.dst"
                    + " WHERE a.faa = 'JFK' GROUP BY p.manufacturer ORDER BY n DESC LIMIT 5",
                "--format",
                "csv")
            .lines();

    List<String> expected = new ArrayList<>(List.of("m,n"));
    week.manufacturersFromJfk().entrySet().stream()
        .limit(5)
        .map((Map.Entry<String, Integer> entry) -> entry.getKey() + "," + entry.getValue())
        .forEach(expected::add);
    assertThat(lines).isEqualTo(expected);
  }

  @Test
  void filtersOnBooleansAndDatesReachTheTables() {
    assertThat(value("SELECT COUNT(*) FROM Flight WHERE cancelled"))
        .isEqualTo(Long.toString(week.cancelled()));
    assertThat(value("SELECT MIN(day) FROM Flight")).isEqualTo("2013-01-01");
    assertThat(value("SELECT MAX(day) FROM Flight")).isEqualTo("2013-01-07");
  }

  @Test
  void anOlderSnapshotIsReadByItsCommit() {
    JsonNode commits = CommandRun.good("commit", "list", graph, "--json").json().get("commits");
    String first = commits.get(1).get("graph_commit_id").asText();

    JsonNode answer =
        CommandRun.good(
                "sql", graph, "SELECT COUNT(*) AS n FROM Flight", "--snapshot", first, "--json")
            .json();

    assertThat(answer.get("rows").get(0).get("n").asInt()).isZero();
    assertThat(answer.get("target").toString())
        .isEqualTo("{\"branch\":null,\"snapshot\":\"" + first + "\"}");
    assertThat(answer.get("graph_commit_id").asText()).isEqualTo(first);
  }

  @Test
  void aTableNamesItsTarget() {
    List<String> lines =
        CommandRun.good("sql", graph, "SELECT code FROM Carrier ORDER BY code LIMIT 2").lines();

    assertThat(lines).containsExactly("2 rows from branch main", "code", "----", "9E", "AA");
  }

  @Test
  void aWrongStatementIsNamedWithItsPlaceAndPrintsNothing() {
    CommandRun run = CommandRun.of("sql", graph, "SELECT nme FROM Carrier", "--format", "csv");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("error: ").contains("nme").doesNotContain("internal error");
  }

  private static String value(String sql) {
    return CommandRun.good("sql", graph, sql, "--format", "csv").lines().get(1);
  }
}
