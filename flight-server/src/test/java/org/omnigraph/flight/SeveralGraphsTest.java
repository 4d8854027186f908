package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.NoOpSessionOptionValueVisitor;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.SetSessionOptionsResult.ErrorValue;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SeveralGraphsTest {
  @RegisterExtension final FlightsServer flights = new FlightsServer("one", "two");
  private FlightSqlClient client;

  @BeforeEach
  void connect() {
    client = flights.connect();
  }

  private Map<String, SetSessionOptionsResult.Error> set(String name, String value) {
    SessionOptionValue option = SessionOptionValueFactory.makeSessionOptionValue(value);
    return client.setSessionOptions(new SetSessionOptionsRequest(Map.of(name, option))).getErrors();
  }

  private String option(String name) {
    SessionOptionValue value =
        client.getSessionOptions(new GetSessionOptionsRequest()).getSessionOptions().get(name);
    return value == null
        ? "absent"
        : value.acceptVisitor(
            new NoOpSessionOptionValueVisitor<String>() {
              @Override
              public String visit(String text) {
                return text;
              }
            });
  }

  @Test
  void aStatementWithoutAGraphIsToldWhichThereAre() {
    assertThatThrownBy(() -> client.execute("SELECT 1"))
        .hasMessageContaining("one")
        .hasMessageContaining("two");
  }

  @Test
  void everyGraphIsListedUntilOneIsChosen() throws Exception {
    assertThat(rows(client, client.getTables(null, null, "Airport", null, false)))
        .extracting(row -> row.get(0))
        .containsExactly("one", "two");

    assertThat(set("catalog", "TWO")).isEmpty();
    assertThat(rows(client, client.getTables(null, null, "Airport", null, false)))
        .extracting(row -> row.get(0))
        .containsExactly("two");
    assertThat(option("catalog")).isEqualTo("two");
    assertThat(option("schema")).isEqualTo("main");
  }

  @Test
  void whatDoesNotExistCannotBeChosen() {
    assertThat(set("catalog", "three").get("catalog").value).isEqualTo(ErrorValue.INVALID_VALUE);
    assertThat(set("catalog", "one")).isEmpty();
    assertThat(set("schema", "nowhere").get("schema").value).isEqualTo(ErrorValue.INVALID_VALUE);
    assertThat(set("snapshot", "01ARZ3NDEKTSV4RRFFQ69G5FAV").get("snapshot").value)
        .isEqualTo(ErrorValue.INVALID_VALUE);
    assertThat(set("colour", "red").get("colour").value).isEqualTo(ErrorValue.INVALID_NAME);
    assertThat(option("catalog")).isEqualTo("one");
  }

  @Test
  void aHeaderGoesBeforeTheSession() throws Exception {
    set("catalog", "one");
    for (String name : List.of("x-omnigraph-graph", "graph", "database", "catalog")) {
      assertThat(
              rows(
                  client,
                  client.getTables(null, null, "Airport", null, false),
                  header(name, "two")))
          .as(name)
          .extracting(row -> row.get(0))
          .containsExactly("two");
    }
  }

  @Test
  void aSnapshotIsACommitOfTheGraph() {
    set("catalog", "one");
    flights
        .graph("one")
        .snapshot(org.omnigraph.engine.id.BranchName.MAIN)
        .commit()
        .ifPresent(
            commit -> {
              assertThat(set("schema", "main@" + commit)).isEmpty();
              assertThat(option("snapshot")).isEqualTo(commit.value());
              assertThat(set("snapshot", "")).isEmpty();
              assertThat(option("snapshot")).isEqualTo("absent");
            });
  }
}
