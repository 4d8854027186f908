package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;

/**
 * Readers that each chose their snapshot in another way, while the branch takes commits that
 * insert, update and delete, tables are written anew as a whole, and a branch with rows of its own
 * goes.
 */
class SnapshotIsolationTest {
  private static final int CARRIERS = 2_000;
  private static final String SUM =
      "SELECT COUNT(*), SUM(CHAR_LENGTH(c.name)), MIN(c.name), MAX(c.code), COUNT(r.flights)"
          + " FROM Carrier c LEFT JOIN Route r ON r.src = c.code";
  private static final String ALL = "SELECT code, name FROM Carrier ORDER BY code";

  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");

  private void fill() throws Exception {
    FlightSqlClient client = flights.connect();
    client.executeUpdate(
        "INSERT INTO Airport (faa, name, lat, lon, altitude) VALUES ('AAA', 'a', 0, 0, 0),"
            + " ('BBB', 'b', 0, 0, 0)");
    client.executeUpdate(
        "INSERT INTO Route (src, dst, flights, distance) VALUES ('AAA', 'BBB', 1, 1)");
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < CARRIERS; i++) {
      values.append(i == 0 ? "" : ", ").append(String.format("('C%05d', 'carrier %d')", i, i));
    }
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES " + values);
  }

  /** One reader and what it saw first. */
  private interface Reader {
    List<?> read() throws Exception;
  }

  private static Reader of(FlightSqlClient client, String sql) {
    return () -> rows(client, client.execute(sql));
  }

  private void run(int commits) throws Exception {
    fill();
    String commit =
        flights.graph("flights").snapshot(BranchName.MAIN).commit().orElseThrow().value();
    FlightSqlClient writer = flights.connect();
    BranchName side = BranchName.of("side");
    flights.graph("flights").createBranch(side, BranchName.MAIN);
    writer.executeUpdate("UPDATE \"side\".Carrier SET name = name || '!' WHERE code < 'C00010'");

    FlightSqlClient optioned = flights.connect();
    optioned.setSessionOptions(
        new SetSessionOptionsRequest(
            Map.of("snapshot", SessionOptionValueFactory.makeSessionOptionValue(commit))));
    FlightSqlClient readOnly = flights.connect();
    readOnly.executeUpdate("START TRANSACTION READ ONLY");
    FlightSqlClient plain = flights.connect();
    FlightInfo ticket = plain.execute(SUM);
    String named = SUM.replace("Carrier", "\"main@" + commit + "\".Carrier");
    List<Reader> readers =
        List.of(
            of(optioned, SUM),
            of(readOnly, SUM),
            of(plain, named.replace("Route", "\"main@" + commit + "\".Route")),
            () -> rows(plain, ticket),
            () ->
                rows(
                    plain,
                    plain.execute(SUM, header("x-omnigraph-snapshot", commit)),
                    header("x-omnigraph-snapshot", commit)));
    List<List<?>> first = new ArrayList<>();
    for (Reader reader : readers) {
      first.add(reader.read());
    }
    assertThat(first).containsOnly(first.get(0));

    try (FlightStream main = open(plain, ALL);
        FlightStream branch = open(plain, ALL.replace("Carrier", "\"side\".Carrier"))) {
      assertThat(main.next()).isTrue();
      assertThat(branch.next()).isTrue();
      for (int i = 0; i < commits; i++) {
        write(writer, i);
        if (i == commits / 2) {
          flights.graph("flights").deleteBranch(side);
        }
        if (i % 25 == 0 || i == commits - 1) {
          for (Reader reader : readers) {
            assertThat(reader.read()).as("after commit %d", i).isEqualTo(first.get(0));
          }
        }
      }
      assertThat(names(main)).allMatch(name -> name.matches("carrier \\d+")).hasSize(CARRIERS);
      assertThat(names(branch)).hasSize(CARRIERS).filteredOn(n -> n.endsWith("!")).hasSize(10);
    }
    readOnly.executeUpdate("COMMIT");
    assertThat(rows(readOnly, readOnly.execute(SUM))).isNotEqualTo(first.get(0));
  }

  /** Now and then all rows are put in the place of all rows, as compaction does. */
  private static void write(FlightSqlClient writer, int i) {
    switch (i % 10) {
      case 0 ->
          assertThat(writer.executeUpdate("UPDATE Carrier SET name = 'all ' || code")).isPositive();
      case 1, 2 ->
          writer.executeUpdate(String.format("DELETE FROM Carrier WHERE code = 'C%05d'", i));
      case 3 ->
          writer.executeUpdate(
              "UPSERT INTO Route (id, src, dst, flights, distance) VALUES ('r', 'BBB', 'AAA', "
                  + i
                  + ", 1)");
      case 4, 5, 6 ->
          writer.executeUpdate(
              String.format("UPDATE Carrier SET name = 'u%d' WHERE code = 'C%05d'", i, 2 * i));
      default ->
          writer.executeUpdate(
              String.format("INSERT INTO Carrier (code, name) VALUES ('N%05d', 'new')", i));
    }
  }

  private static FlightStream open(FlightSqlClient client, String sql) {
    return client.getStream(client.execute(sql).getEndpoints().get(0).getTicket());
  }

  /** The names of an open stream, from where it stands to its end. */
  private static List<String> names(FlightStream stream) {
    List<String> names = new ArrayList<>();
    do {
      for (int row = 0; row < stream.getRoot().getRowCount(); row++) {
        names.add(String.valueOf(stream.getRoot().getVector(1).getObject(row)));
      }
    } while (stream.next());
    return names;
  }

  @Test
  void eachReaderSeesOneStateDuringAHundredCommits() throws Exception {
    run(100);
  }

  @Tag("soak")
  @Test
  void eachReaderSeesOneStateDuringAThousandCommits() throws Exception {
    run(1_000);
  }
}
