package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.rows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;

/** Queries of the {@code .gq} language as statements. */
class GqOverTheWireTest {
  private static final String AIRPORTS =
      "query airports() { match { $a: Airport } return { $a, $a.name } order { $a.faa } }";
  private static final String ADD =
      """
      // Two airports and a way from the first to the second.
      query add($from: String, $to: String, $zone: String?) {
        insert Airport { faa: $from, name: "new", lat: 1, lon: 1, altitude: 1, tzone: $zone }
        insert Airport { faa: $to, name: "new", lat: 1, lon: 1, altitude: 1 }
        insert Route { from: $from, to: $to, flights: 1, distance: 1 }
      }
      """;

  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private FlightSqlClient client;
  private FlightSqlClient other;

  @BeforeEach
  void connect() {
    client = flights.connect();
    other = flights.connect();
  }

  private static List<String> cells(List<List<@Nullable String>> rows) {
    List<String> texts = new ArrayList<>();
    rows.forEach(row -> texts.add(String.join("|", row)));
    return texts;
  }

  private static List<String> read(FlightSqlClient through, String query) throws Exception {
    return cells(rows(through, through.execute(query)));
  }

  private List<String> read(Transaction in, String query) throws Exception {
    return cells(rows(client, client.execute(query, in)));
  }

  private int commits() {
    return flights.graph("flights").commits(BranchName.MAIN).size();
  }

  /** Runs a prepared statement once with texts, one a column. */
  private long update(PreparedStatement statement, String... namesAndValues) {
    try (VectorSchemaRoot bound = bound(namesAndValues)) {
      statement.setParameters(bound);
      long rows = statement.executeUpdate();
      statement.clearParameters();
      return rows;
    }
  }

  private VectorSchemaRoot bound(String... namesAndValues) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.add(Field.nullable(namesAndValues[i], ArrowType.Utf8.INSTANCE));
    }
    VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(fields), flights.memory());
    for (int i = 0; i < namesAndValues.length; i += 2) {
      ((VarCharVector) root.getVector(i / 2))
          .setSafe(0, namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8));
    }
    root.setRowCount(1);
    return root;
  }

  @Test
  void aMutationIsOneCommitAndAReadSeesIt() throws Exception {
    try (PreparedStatement add = client.prepare(ADD)) {
      assertThat(add.getResultSetSchema().getFields()).isEmpty();
      assertThat(add.getParameterSchema().getFields())
          .containsExactly(
              Field.notNullable("from", ArrowType.Utf8.INSTANCE),
              Field.notNullable("to", ArrowType.Utf8.INSTANCE),
              Field.nullable("zone", ArrowType.Utf8.INSTANCE));
      assertThat(update(add, "1", "AAA", "2", "BBB", "3", "UTC")).isEqualTo(3);
      assertThat(update(add, "to", "DDD", "from", "CCC")).isEqualTo(3);
    }

    assertThat(read(other, AIRPORTS)).containsExactly("AAA|new", "BBB|new", "CCC|new", "DDD|new");
    assertThat(
            read(
                other,
                "query ways() { match { $a: Airport $a route $b } return { $a as a, $b as b,"
                    + " $a.tzone as zone } order { a } }"))
        .containsExactly("AAA|BBB|UTC", "CCC|DDD|null");
    assertThat(commits()).isEqualTo(3);
    assertThat(client.executeUpdate("query gone() { delete Airport where altitude = 1 }"))
        .isEqualTo(6);
    assertThat(read(other, AIRPORTS)).isEmpty();
  }

  @Test
  void aPreparedReadAnnouncesItsTypesAndTakesItsParametersByNameOrByPlace() throws Exception {
    try (PreparedStatement add = client.prepare(ADD)) {
      update(add, "from", "AAA", "to", "BBB", "zone", "UTC");
    }
    String query =
        "query one($b: String, $a: String) { match { $p: Airport { faa: $a, tzone: $b } }"
            + " return { $p.faa, $p.altitude as height, count($p) as n } }";
    try (PreparedStatement one = client.prepare(query)) {
      Schema announced = one.getResultSetSchema();
      assertThat(announced.getFields())
          .extracting(Field::getName, Field::getType)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("p.faa", ArrowType.Utf8.INSTANCE),
              org.assertj.core.groups.Tuple.tuple("height", new ArrowType.Int(32, true)),
              org.assertj.core.groups.Tuple.tuple("n", new ArrowType.Int(64, true)));
      for (VectorSchemaRoot arguments :
          List.of(bound("a", "AAA", "b", "UTC"), bound("0", "UTC", "1", "AAA"))) {
        one.setParameters(arguments);
        FlightInfo info = one.execute();
        assertThat(info.getSchema()).isEqualTo(announced);
        assertThat(cells(rows(client, info))).containsExactly("AAA|1|1");
        one.clearParameters();
        arguments.close();
      }
    }
  }

  @Test
  void aTransactionSeesItsMutationsBesideSqlAndCommitsThemTogether() throws Exception {
    Transaction in = client.beginTransaction();
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('A', 'one')", in);
    client.executeUpdate(
        "query m() { insert Airport { faa: \"XAA\", name: \"x\", lat: 1, lon: 1, altitude: 5 }"
            + " insert Airport { faa: \"XBB\", name: \"y\", lat: 1, lon: 1, altitude: 5 } }",
        in);
    client.executeUpdate("INSERT INTO Route VALUES (NULL, 'XAA', 'XBB', 1, 1)", in);
    client.executeUpdate(
        "query m() { insert Route { from: \"XBB\", to: \"XAA\", flights: 2, distance: 1 }"
            + " update Airport set { altitude: 6 } where faa = \"XBB\" }",
        in);

    assertThat(
            read(
                in,
                "query q() { match { $a: Airport { altitude: 6 } $a <route>{1,2} $b $c: Carrier }"
                    + " return { $b, $c } }"))
        .containsExactly("XAA|A");
    assertThat(
            cells(
                rows(client, client.execute("SELECT faa, altitude FROM Airport ORDER BY faa", in))))
        .containsExactly("XAA|5", "XBB|6");
    assertThat(read(other, AIRPORTS)).isEmpty();

    assertThatThrownBy(
            () ->
                client.executeUpdate(
                    "query m() { insert Airport { faa: \"XCC\", name: \"z\", lat: 1, lon: 1,"
                        + " altitude: 5 } insert Carrier { code: \"B\", name: $x } }",
                    in))
        .hasMessageContaining("T14");
    assertThatThrownBy(
            () -> client.executeUpdate("query m() { delete Airport where altitude = 5 }", in))
        .isInstanceOf(FlightRuntimeException.class)
        .hasMessageContaining("delete");
    client.commit(in);

    assertThat(read(other, AIRPORTS)).containsExactly("XAA|x", "XBB|y");
    assertThat(commits()).isEqualTo(2);
  }

  @Test
  void whatIsWrongNamesThePlaceAndLeavesNothing() throws Exception {
    for (List<String> wrong :
        List.of(
            List.of("query q() { match { $a: Airprt } return { $a } }", "T1", "line 1, column 25"),
            List.of("query q() { match { $a: Airport } }", "parse error", "line 1"),
            List.of(AIRPORTS + AIRPORTS, "one query", "[airports, airports]"),
            List.of(
                "query q($x: String) { match { $a: Airport { faa: $x } } return { $a } }",
                "parameter 'x' not provided"),
            List.of(
                "query q() { match { $a: Airport search($a.name, \"x\") } return { $a } }",
                "come with the indexes"))) {
      assertThatThrownBy(() -> client.execute(wrong.get(0)))
          .as(wrong.get(0))
          .isInstanceOf(FlightRuntimeException.class)
          .satisfies(
              e ->
                  wrong
                      .subList(1, wrong.size())
                      .forEach(p -> assertThat(e).hasMessageContaining(p)));
    }
    assertThatThrownBy(() -> client.executeUpdate(AIRPORTS))
        .hasMessageContaining("run it as a query");
    assertThatThrownBy(
            () ->
                client.executeUpdate(
                    "query m() { insert Carrier { code: \"A\", name: \"a\" }"
                        + " insert Route { from: \"A\", to: \"A\", flights: 1, distance: 1 } }"))
        .hasMessageContaining("Airport");
    assertThat(commits()).isEqualTo(1);
  }
}
