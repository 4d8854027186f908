package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.Airports.airports;
import static org.omnigraph.flight.Airports.append;
import static org.omnigraph.flight.Airports.merge;
import static org.omnigraph.flight.FlightsServer.rows;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Faults that users of other servers reported, shown not to be here. The numbers are those of the
 * table in docs/TESTING.md, which says where the other reports are tested.
 */
class BugReportsTest {
  private static final FlightsServer FLIGHTS = new FlightsServer("flights");

  @RegisterExtension static final SharedFlights SHARED = new SharedFlights(FLIGHTS);

  private FlightSqlClient client;

  @BeforeEach
  void threeAirports() {
    client = FLIGHTS.connect();
    try (VectorSchemaRoot rows = airports(FLIGHTS.memory(), "AAA", "BBB", "CCC")) {
      client.executeIngest(rows, append("Airport"));
    }
  }

  @AfterEach
  void none() {
    client.executeUpdate("DELETE FROM Airport");
  }

  @Test
  void report5PreparedStatementsThatNobodyClosesAreBounded() {
    int most = ServerLimits.defaults().handlesPerSession();
    PreparedStatement first = client.prepare("SELECT 0");
    List<PreparedStatement> others = new ArrayList<>();
    for (int i = 1; i <= most; i++) {
      others.add(client.prepare("SELECT " + i));
    }

    assertThatThrownBy(first::execute)
        .hasMessageContaining("pushed out by newer ones")
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.NOT_FOUND));
    first.close();
    others.get(most - 1).execute();
    others.forEach(PreparedStatement::close);
  }

  @Test
  void report7AParameterThatCannotBeOneIsNamedWithItsType() {
    Field field =
        new Field(
            "point",
            FieldType.nullable(ArrowType.Struct.INSTANCE),
            List.of(Field.nullable("x", new ArrowType.Int(32, true))));
    try (PreparedStatement prepared = client.prepare("SELECT faa FROM Airport WHERE name = ?");
        VectorSchemaRoot root =
            VectorSchemaRoot.create(new Schema(List.of(field)), FLIGHTS.memory())) {
      root.allocateNew();
      ((StructVector) root.getVector(0)).setIndexDefined(0);
      root.setRowCount(1);
      prepared.setParameters(root);
      assertThatThrownBy(prepared::execute)
          .hasMessageContaining("point")
          .hasMessageContaining("Struct");
    }
  }

  @Test
  void report7AParameterWithoutANameIsRefusedByItsPlace() {
    Field field = new Field(null, FieldType.nullable(ArrowType.Utf8.INSTANCE), null);
    try (PreparedStatement prepared = client.prepare("SELECT faa FROM Airport WHERE name = ?");
        VectorSchemaRoot root =
            VectorSchemaRoot.create(new Schema(List.of(field)), FLIGHTS.memory())) {
      root.allocateNew();
      root.setRowCount(1);
      prepared.setParameters(root);
      assertThatThrownBy(prepared::execute)
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.INVALID_ARGUMENT))
          .hasMessageContaining("column 1 has no name");
    }
  }

  @Test
  void report8WhateverAnswersRowsIsPreparedWithColumnsAndWhatChangesRowsWithout() {
    List<String> queries =
        List.of(
            "WITH a AS (SELECT 1 AS n) SELECT n FROM a",
            "VALUES (1, 'a')",
            "(SELECT faa FROM Airport)",
            "(SELECT 1) UNION ALL (SELECT 2)",
            "EXPLAIN PLAN FOR SELECT faa FROM Airport",
            "SHOW TABLES",
            "SHOW schema",
            "DESCRIBE Airport",
            "-- a remark\nSELECT 1",
            "query q() { match { $a: Airport } return { $a.faa as faa } }");
    for (String sql : queries) {
      try (PreparedStatement prepared = client.prepare(sql)) {
        assertThat(prepared.getResultSetSchema().getFields()).as(sql).isNotEmpty();
      }
    }
    List<String> changes =
        List.of("DELETE FROM Airport", "BEGIN", "USE main", "SET schema = 'main'", "COMMIT");
    for (String sql : changes) {
      try (PreparedStatement prepared = client.prepare(sql)) {
        assertThat(prepared.getResultSetSchema().getFields()).as(sql).isEmpty();
      }
    }
  }

  @Test
  void report11TheAnnouncedSchemaIsTheDeliveredOneForTwoHundredQueries() throws Exception {
    List<String> columns =
        List.of(
            "*",
            "faa, tzone",
            "COUNT(*), MAX(lat), MIN(name)",
            "altitude + 1 AS up, lat / 2",
            "CAST(altitude AS VARCHAR), UPPER(tzone)",
            "COALESCE(tzone, faa), tzone IS NULL",
            "CASE WHEN altitude > 100 THEN name END",
            "SUM(altitude), AVG(altitude), AVG(lat)",
            "DATE '2013-01-01', TIMESTAMP '2013-01-01 00:00:00', X'00', NULL",
            "faa || '!', CHAR_LENGTH(name), ABS(lon)");
    List<String> tables =
        List.of(
            "Airport",
            "(SELECT * FROM Airport) q",
            "Airport WHERE altitude > 100",
            "Airport WHERE 1 = 0",
            "(SELECT * FROM Airport LIMIT 2) q");
    int compared = 0;
    for (String some : columns) {
      for (String table : tables) {
        for (String rest : new String[] {"", " UNION ALL ", " EXCEPT ", " LIMIT 1"}) {
          String sql = "SELECT " + some + " FROM " + table;
          compare(rest.isBlank() ? sql : rest.endsWith(" ") ? sql + rest + sql : sql + rest);
          compared++;
        }
      }
    }
    assertThat(compared).isEqualTo(200);
  }

  private void compare(String sql) throws Exception {
    FlightInfo info = client.execute(sql);
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket())) {
      assertThat(stream.getSchema()).as(sql).isEqualTo(info.getSchema());
      while (stream.next()) {
        assertThat(stream.getRoot().getSchema()).as(sql).isEqualTo(info.getSchema());
      }
    }
  }

  @Test
  void report21RowsUpdatedTwiceAndDeletedAreReadRightByTheirKey() throws Exception {
    for (int i = 0; i < 2; i++) {
      client.executeUpdate("UPDATE Airport SET name = name || '!' WHERE faa <> 'CCC'");
    }
    client.executeUpdate("DELETE FROM Airport WHERE faa = 'AAA'");

    assertThat(rows(client, client.execute("SELECT name FROM Airport WHERE faa = 'BBB'")))
        .containsExactly(List.of("Airport BBB!!"));
    assertThat(rows(client, client.execute("SELECT name FROM Airport WHERE faa = 'AAA'")))
        .isEmpty();
    assertThat(rows(client, client.execute("SELECT faa, name, altitude FROM Airport ORDER BY faa")))
        .containsExactly(
            List.of("BBB", "Airport BBB!!", "101"), List.of("CCC", "Airport CCC", "102"));
  }

  @Test
  void report22OneKeyIsUpsertedFiftyTimesInFiftyCommits() throws Exception {
    try (VectorSchemaRoot rows = airports(FLIGHTS.memory(), "AAA")) {
      for (int i = 0; i < 50; i++) {
        client.executeIngest(rows, merge("Airport"));
      }
    }

    assertThat(rows(client, client.execute("SELECT COUNT(*) FROM Airport WHERE faa = 'AAA'")))
        .containsExactly(List.of("1"));
  }
}
