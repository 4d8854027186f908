package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.Airports.airports;
import static org.omnigraph.flight.Airports.append;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;

/** USE, SET, RESET and SHOW. */
class SessionStatementsTest {
  private static final String COUNT = "SELECT COUNT(*) FROM Airport";

  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private FlightSqlClient client;
  private String first;

  /** Two airports on main, the first of them in a commit of its own; three on dev. */
  @BeforeEach
  void twoBranches() {
    client = flights.connect();
    ingest("AAA");
    first = head("main");
    flights.graph("flights").createBranch(BranchName.of("dev/x"), BranchName.MAIN);
    ingest("BBB");
    ingest("CCC", header("x-omnigraph-branch", "dev/x"));
    ingest("DDD", header("x-omnigraph-branch", "dev/x"));
  }

  private void ingest(String code, CallOption... options) {
    try (VectorSchemaRoot rows = airports(flights.memory(), code)) {
      client.executeIngest(rows, append("Airport"), options);
    }
  }

  private String head(String branch) {
    Graph graph = flights.graph("flights");
    return graph.snapshot(BranchName.of(branch)).commit().orElseThrow().value();
  }

  private List<List<String>> answer(String sql, CallOption... options) throws Exception {
    return rows(client, client.execute(sql, options), options);
  }

  private void assertCount(String count) throws Exception {
    assertThat(answer(COUNT)).containsExactly(List.of(count));
  }

  @Test
  void useChoosesABranchOrASnapshot() throws Exception {
    client.executeUpdate("USE \"dev/x\"");
    assertCount("3");
    client.executeUpdate("use schema dev/x;");
    assertCount("3");
    client.executeUpdate("-- back\nUSE flights.main");
    assertCount("2");
    client.execute("USE \"main@" + first + "\"");
    assertCount("1");
    assertThat(answer("SHOW snapshot")).containsExactly(List.of(first));
    assertThatThrownBy(() -> client.executeUpdate("DELETE FROM Airport"))
        .hasMessageContaining("clear the session option snapshot");
    client.executeUpdate("RESET snapshot");
    assertCount("2");
    assertThat(answer("SHOW ALL"))
        .hasSize(8)
        .contains(List.of("catalog", "flights"), List.of("schema", "main"));
    client.executeUpdate("SET statement_timeout = '30s'");
    assertThat(answer("SHOW statement_timeout")).containsExactly(List.of("30000ms"));
  }

  @Test
  void setTakesTheOptionsOfTheSession() throws Exception {
    client.executeUpdate("SET schema = 'dev/x'");
    assertCount("3");
    assertThat(answer("SHOW branch")).containsExactly(List.of("dev/x"));
    client.executeUpdate("SET SESSION snapshot TO '" + first + "'");
    assertCount("1");
    client.executeUpdate("SET snapshot = DEFAULT");
    assertCount("3");
    client.executeUpdate("RESET ALL");
    assertCount("2");
    assertThat(answer("SHOW schema")).containsExactly(List.of("main"));
  }

  @Test
  void aReadOnlySessionRefusesEveryWrite() throws Exception {
    client.executeUpdate("SET read_only = true");
    assertThat(answer("SHOW read_only")).containsExactly(List.of("true"));
    assertThatThrownBy(() -> client.executeUpdate("DELETE FROM Airport"))
        .hasMessageContaining("SET read_only = false");
    assertThatThrownBy(() -> client.execute("query d() { delete Airport where faa = \"AAA\" }"))
        .hasMessageContaining("SET read_only = false");
    assertThatThrownBy(() -> ingest("EEE")).hasMessageContaining("read-only");
    assertCount("2");
    client.executeUpdate("SET read_only = false");
    ingest("EEE");
    assertCount("3");
    CallOption header = header("x-omnigraph-read-only", "true");
    assertThatThrownBy(() -> ingest("FFF", header)).hasMessageContaining("x-omnigraph-read-only");
    assertThatThrownBy(() -> client.executeUpdate("SET read_only = false", header))
        .hasMessageContaining("x-omnigraph-read-only");
  }

  @Test
  void timesAreUtcAndSayingSoIsFine() throws Exception {
    client.executeUpdate("SET TIME ZONE 'UTC'");
    client.executeUpdate("SET time_zone = 'Etc/UTC'");
    client.executeUpdate("SET timezone TO 'Z'");
    assertThat(answer("SHOW time_zone")).containsExactly(List.of("UTC"));
  }

  @Test
  void optionsOfTheProtocolAreThoseOfStatements() throws Exception {
    Map<String, SessionOptionValue> asked =
        Map.of(
            "read_only", SessionOptionValueFactory.makeSessionOptionValue(true),
            "endpoints", SessionOptionValueFactory.makeSessionOptionValue(4L),
            "compression", SessionOptionValueFactory.makeSessionOptionValue("zstd"),
            "time_zone", SessionOptionValueFactory.makeSessionOptionValue("Asia/Tokyo"),
            "schema", SessionOptionValueFactory.makeSessionOptionValue("nowhere"),
            "colour", SessionOptionValueFactory.makeSessionOptionValue("red"));

    Map<String, SetSessionOptionsResult.Error> errors =
        client.setSessionOptions(new SetSessionOptionsRequest(asked)).getErrors();
    assertThat(errors.keySet()).containsExactlyInAnyOrder("time_zone", "schema", "colour");
    assertThat(errors.get("colour").value)
        .isEqualTo(SetSessionOptionsResult.ErrorValue.INVALID_NAME);
    assertThat(errors.get("time_zone").value)
        .isEqualTo(SetSessionOptionsResult.ErrorValue.INVALID_VALUE);
    assertThat(answer("SHOW ALL"))
        .contains(
            List.of("read_only", "true"),
            List.of("endpoints", "4"),
            List.of("compression", "zstd"));
    client.setSessionOptions(
        new SetSessionOptionsRequest(
            Map.of("read_only", SessionOptionValueFactory.makeEmptySessionOptionValue())));
    assertThat(answer("SHOW read_only")).containsExactly(List.of("false"));
    SessionOptionValue lz4 = SessionOptionValueFactory.makeSessionOptionValue("lz4");
    assertThat(
            client
                .setSessionOptions(new SetSessionOptionsRequest(Map.of("compression", lz4)))
                .getErrors()
                .get("compression")
                .value)
        .isEqualTo(SetSessionOptionsResult.ErrorValue.INVALID_VALUE);
    assertThat(answer("SHOW compression")).containsExactly(List.of("zstd"));
    client.executeUpdate("RESET ALL");
    assertThat(answer("SHOW compression")).containsExactly(List.of("none"));
  }

  @Test
  void aTimeIsASnapshotEverywhere() throws Exception {
    String time =
        answer(
                "SELECT CAST(created_at AS VARCHAR) FROM omnigraph_catalog.commits WHERE commit_id = '"
                    + first
                    + "'")
            .get(0)
            .get(0);
    client.executeUpdate("SET snapshot = '" + time + "'");
    assertThat(answer("SHOW snapshot")).containsExactly(List.of(first));
    assertCount("1");
    client.executeUpdate("USE \"main@" + time + "\"");
    assertCount("1");
    client.executeUpdate("RESET ALL");
    CallOption pinned = header("x-omnigraph-snapshot", time);
    assertThat(answer(COUNT, pinned)).containsExactly(List.of("1"));
    assertThat(answer(COUNT, header("x-omnigraph-branch", "main@" + time)))
        .containsExactly(List.of("1"));
    assertThat(answer("SELECT COUNT(*) FROM Airport FOR SYSTEM_TIME AS OF '" + time + "'"))
        .containsExactly(List.of("1"));
  }

  @Test
  void theSnapshotOfAnotherBranchIsRefusedWhereABranchIsNamed() throws Exception {
    String dev = head("dev/x");
    assertThatThrownBy(() -> client.executeUpdate("USE \"main@" + dev + "\""))
        .hasMessageContaining("it was made on branch 'dev/x'");
    assertCount("2");
    client.executeUpdate("SET snapshot = '" + dev + "'");
    assertCount("3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "USE nowhere | has no branch 'nowhere'; it has",
        "USE two.main | no graph 'two' is served here",
        "USE GRAPH two | no graph 'two' is served here",
        "USE | write USE main",
        "SET colour = 'red' | no option 'colour'; the options are catalog",
        "SET NAMES utf8 | write SET option",
        "SET TIME ZONE 'Europe/Berlin' | times here are UTC",
        "SET time_zone = 'Nowhere' | no time zone",
        "SET read_only = 'maybe' | it can be true or false",
        "SET endpoints = 65 | from 1 (the default) to 64",
        "SET compression = 'lz4' | none (the default) or zstd",
        "SET compression = 'gzip' | none (the default) or zstd",
        "SET snapshot = 'none' | no branch has the commit 'none'",
        "RESET everything | no option 'everything'; the options are",
        "SHOW colour | SHOW takes TABLES, SCHEMAS, BRANCHES",
        "SHOW CREATE TABLE x | the options are catalog"
      })
  void whatCannotBeChosenIsRefusedAndNothingChanges(String sql, String words) throws Exception {
    assertThatThrownBy(() -> client.execute(sql)).hasMessageContaining(words);
    assertCount("2");
  }

  @Test
  void aHeaderThatGoesBeforeIsNotPassedOverInSilence() {
    CallOption header = header("x-omnigraph-branch", "main");
    assertThatThrownBy(() -> client.executeUpdate("USE \"dev/x\"", header))
        .hasMessageContaining("sends the header x-omnigraph-branch");
  }

  @Test
  void placesChangeBetweenTransactionsAndOtherOptionsAtAnyTime() throws Exception {
    Transaction transaction = client.beginTransaction();
    client.executeUpdate("USE \"dev/x\"", transaction);
    client.executeUpdate("DELETE FROM Airport WHERE faa = 'CCC'", transaction);
    assertThatThrownBy(() -> client.executeUpdate("USE main", transaction))
        .hasMessageContaining("COMMIT or ROLLBACK this one first");
    client.executeUpdate("SET read_only = true", transaction);
    assertThatThrownBy(() -> client.executeUpdate("DELETE FROM Airport", transaction))
        .hasMessageContaining("SET read_only = false");
    client.commit(transaction);
    client.executeUpdate("RESET read_only");
    assertCount("2");
    client.executeUpdate("USE main");
    assertThat(answer("SELECT COUNT(*) FROM \"dev/x\".Airport")).containsExactly(List.of("2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SHOW schema", "SHOW TABLES", "SHOW BRANCHES", "DESCRIBE Airport"})
  void whatAnswersRowsIsPreparedWithTheirSchema(String sql) throws Exception {
    try (PreparedStatement prepared = client.prepare(sql)) {
      assertThat(prepared.getResultSetSchema().getFields()).isNotEmpty();
      FlightInfo info = prepared.execute();
      assertThat(info.getSchemaOptional()).contains(prepared.getResultSetSchema());
      assertThat(rows(client, info)).isNotEmpty();
    }
  }

  @Test
  void aPreparedUseIsAnUpdate() throws Exception {
    try (PreparedStatement prepared = client.prepare("USE \"dev/x\"")) {
      assertThat(prepared.getResultSetSchema().getFields()).isEmpty();
      assertThat(prepared.executeUpdate()).isZero();
    }
    assertCount("3");
  }
}
