package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.NoOpSessionOptionValueVisitor;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.SetSessionOptionsResult.ErrorValue;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.util.TableRef;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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

  @Test
  void withoutACatalogTheMetadataIsThatOfTheSessionsGraph() throws Exception {
    set("catalog", "two");

    assertThat(rows(client, client.getTables(null, "main", "Airport", null, false)))
        .extracting(row -> row.get(0))
        .containsExactly("two");
    assertThat(rows(client, client.getTables(null, "%", "Airport", null, true)))
        .extracting(row -> row.get(0))
        .containsExactly("two");
    assertThat(rows(client, client.getSchemas(null, null)))
        .extracting(row -> row.get(0))
        .containsOnly("two");
    assertThat(rows(client, client.getSchemas(null, "main"), header("graph", "one")))
        .containsExactly(List.of("one", "main"));
    assertThat(rows(client, client.getPrimaryKeys(TableRef.of(null, "main", "Airport"))))
        .extracting(row -> row.get(0))
        .containsExactly("two");
    assertThat(rows(client, client.getTables("one", "main", "Airport", null, false)))
        .as("a catalog that is named goes before the session's")
        .extracting(row -> row.get(0))
        .containsExactly("one");
  }

  @Test
  void aBranchThatDoesNotExistIsRefusedInOneWayEverywhere() {
    set("catalog", "one");
    CallOption nope = header("x-omnigraph-branch", "nope");
    List<ThrowingCallable> faces =
        List.of(
            () -> client.execute("SELECT 1", nope),
            () -> client.execute("SELECT * FROM Airport", nope),
            () -> client.prepare("SELECT * FROM Airport", nope).close(),
            () -> client.getExecuteSchema("SELECT * FROM Airport", nope),
            () -> client.executeUpdate("UPDATE Airport SET name = 'x'", nope),
            () -> rows(client, client.getTables(null, null, "Airport", null, false), nope),
            () -> rows(client, client.getTables(null, "main", "Airport", null, false), nope),
            () -> rows(client, client.getSchemas(null, null), nope),
            () -> rows(client, client.getPrimaryKeys(TableRef.of(null, null, "Airport")), nope),
            () -> {
              try (VectorSchemaRoot rows = Airports.airports(flights.memory(), "AAA")) {
                client.executeIngest(rows, Airports.append("Airport"), nope);
              }
            });

    for (int i = 0; i < faces.size(); i++) {
      assertThatThrownBy(faces.get(i))
          .as("face %s", i)
          .hasMessageContaining("graph 'one' has no branch 'nope'; it has [main]")
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.NOT_FOUND));
    }
  }

  @Test
  void aBranchAndASnapshotTogetherAreRefused() {
    CallOption both =
        header(
            "x-omnigraph-graph",
            "one",
            "x-omnigraph-branch",
            "main",
            "x-omnigraph-snapshot",
            "01ARZ3NDEKTSV4RRFFQ69G5FAV");

    assertThatThrownBy(() -> client.execute("SELECT 1", both))
        .hasMessageContaining("branch 'main'")
        .hasMessageContaining("snapshot 01ARZ3NDEKTSV4RRFFQ69G5FAV")
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.INVALID_ARGUMENT));
  }
}
