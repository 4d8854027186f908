package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.util.TableRef;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MetadataOverTheWireTest {
  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private FlightSqlClient client;

  @BeforeEach
  void connect() {
    client = flights.connect();
  }

  @Test
  void theCatalogsAreTheGraphs() throws Exception {
    FlightInfo info = client.getCatalogs();

    assertThat(info.getSchema()).isEqualTo(Schemas.GET_CATALOGS_SCHEMA);
    assertThat(client.getCatalogsSchema().getSchema()).isEqualTo(Schemas.GET_CATALOGS_SCHEMA);
    assertThat(rows(client, info)).containsExactly(List.of("flights"));
  }

  @Test
  void theSchemasAreTheBranchesAndTheSystemSchemas() throws Exception {
    FlightInfo info = client.getSchemas(null, null);

    assertThat(info.getSchema()).isEqualTo(Schemas.GET_SCHEMAS_SCHEMA);
    assertThat(rows(client, info))
        .containsExactly(
            List.of("flights", "information_schema"),
            List.of("flights", "main"),
            List.of("flights", "omnigraph_catalog"));
  }

  @Test
  void absentEmptyAndPatternFiltersDiffer() throws Exception {
    assertThat(rows(client, client.getSchemas("", null))).isEmpty();
    assertThat(rows(client, client.getSchemas("other", null))).isEmpty();
    assertThat(rows(client, client.getSchemas("flights", "m_in"))).hasSize(1);
    assertThat(rows(client, client.getSchemas(null, ""))).isEmpty();
    assertThat(rows(client, client.getSchemas(null, "omnigraph\\_%"))).hasSize(1);
    assertThat(rows(client, client.getSchemas(null, "information\\%"))).isEmpty();
  }

  @Test
  void theTablesOfTheSessionsBranchComeWithTheSystemTables() throws Exception {
    FlightInfo info = client.getTables(null, null, null, List.of("TABLE"), false);

    assertThat(info.getSchema()).isEqualTo(Schemas.GET_TABLES_SCHEMA_NO_SCHEMA);
    assertThat(rows(client, info))
        .extracting(row -> row.get(1), row -> row.get(2))
        .containsExactly(
            tuple("main", "Airport"),
            tuple("main", "ArrivesAt"),
            tuple("main", "Carrier"),
            tuple("main", "DepartsFrom"),
            tuple("main", "Flight"),
            tuple("main", "FlownBy"),
            tuple("main", "OperatedBy"),
            tuple("main", "Plane"),
            tuple("main", "Route"));
    assertThat(rows(client, client.getTables(null, null, null, null, false)))
        .extracting(row -> row.get(3))
        .contains("TABLE", "SYSTEM TABLE");
  }

  @Test
  void tablesAreFilteredByPatternAndType() throws Exception {
    assertThat(rows(client, client.getTables(null, "main", "Fl%", null, false)))
        .extracting(row -> row.get(2))
        .containsExactly("Flight", "FlownBy");
    assertThat(rows(client, client.getTables(null, null, "flight", null, false))).isEmpty();
    assertThat(rows(client, client.getTables(null, "main", null, List.of("VIEW"), false)))
        .isEmpty();
    assertThat(rows(client, client.getTables("", null, null, null, false))).isEmpty();
  }

  private Schema tableSchema(String table) throws Exception {
    FlightInfo info = client.getTables("flights", "main", table, null, true);
    assertThat(info.getSchema()).isEqualTo(Schemas.GET_TABLES_SCHEMA);
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket())) {
      assertThat(stream.next()).isTrue();
      assertThat(stream.getRoot().getRowCount()).isEqualTo(1);
      byte[] bytes = ((VarBinaryVector) stream.getRoot().getVector("table_schema")).get(0);
      return MessageSerializer.deserializeSchema(
          new ReadChannel(Channels.newChannel(new ByteArrayInputStream(bytes))));
    }
  }

  @Test
  void aTableSchemaIsAnEncapsulatedMessageWithWhatDriversWantToKnow() throws Exception {
    Schema schema = tableSchema("Flight");

    assertThat(schema.getFields())
        .extracting(Field::getName)
        .startsWith("id", "key", "flight", "scheduled", "day");
    Map<String, String> scheduled = schema.findField("scheduled").getMetadata();
    assertThat(scheduled)
        .containsEntry("ARROW:FLIGHT:SQL:TYPE_NAME", "TIMESTAMP(3)")
        .containsEntry("ARROW:FLIGHT:SQL:SCALE", "3")
        .containsEntry("ARROW:FLIGHT:SQL:TABLE_NAME", "Flight")
        .containsEntry("ARROW:FLIGHT:SQL:DB_SCHEMA_NAME", "main")
        .containsEntry("ARROW:FLIGHT:SQL:IS_AUTO_INCREMENT", "0");
    assertThat(schema.findField("key").isNullable()).isFalse();
    assertThat(schema.findField("dep_delay").isNullable()).isTrue();
  }

  @Test
  void theTableTypesAreSorted() throws Exception {
    FlightInfo info = client.getTableTypes();

    assertThat(info.getSchema()).isEqualTo(Schemas.GET_TABLE_TYPES_SCHEMA);
    assertThat(rows(client, info)).containsExactly(List.of("SYSTEM TABLE"), List.of("TABLE"));
  }

  @Test
  void thePrimaryKeyIsTheId() throws Exception {
    FlightInfo info = client.getPrimaryKeys(TableRef.of(null, null, "Airport"));

    assertThat(info.getSchema()).isEqualTo(Schemas.GET_PRIMARY_KEYS_SCHEMA);
    assertThat(rows(client, info))
        .containsExactly(List.of("flights", "main", "Airport", "id", "1", "Airport_pk"));
    assertThat(rows(client, client.getPrimaryKeys(TableRef.of("flights", "nowhere", "Airport"))))
        .isEmpty();
    assertThat(rows(client, client.getPrimaryKeys(TableRef.of(null, null, "Nothing")))).isEmpty();
  }

  @Test
  void theEndPointsOfAnEdgeAreItsImportedKeys() throws Exception {
    FlightInfo info = client.getImportedKeys(TableRef.of("flights", "main", "DepartsFrom"));

    assertThat(info.getSchema()).isEqualTo(Schemas.GET_IMPORTED_KEYS_SCHEMA);
    assertThat(rows(client, info))
        .extracting(row -> row.get(2), row -> row.get(3), row -> row.get(7), row -> row.get(12))
        .containsExactly(tuple("Airport", "id", "dst", "0"), tuple("Flight", "id", "src", "0"));
  }

  @Test
  void theEdgesOfANodeAreItsExportedKeys() throws Exception {
    FlightInfo info = client.getExportedKeys(TableRef.of(null, null, "Airport"));

    assertThat(info.getSchema()).isEqualTo(Schemas.GET_EXPORTED_KEYS_SCHEMA);
    assertThat(rows(client, info))
        .extracting(row -> row.get(6), row -> row.get(7))
        .containsExactly(
            tuple("ArrivesAt", "dst"),
            tuple("DepartsFrom", "dst"),
            tuple("Route", "dst"),
            tuple("Route", "src"));
  }

  @Test
  void aCrossReferenceNamesBothEnds() throws Exception {
    FlightInfo info =
        client.getCrossReference(
            TableRef.of(null, null, "Airport"), TableRef.of(null, null, "Route"));

    assertThat(info.getSchema()).isEqualTo(Schemas.GET_CROSS_REFERENCE_SCHEMA);
    assertThat(rows(client, info)).hasSize(2);
    assertThat(
            rows(
                client,
                client.getCrossReference(
                    TableRef.of(null, null, "Plane"), TableRef.of(null, null, "Route"))))
        .isEmpty();
  }

  @Test
  void aBranchThatDoesNotExistIsNamed() {
    assertThatThrownBy(
            () ->
                rows(
                    client,
                    client.getTables(null, null, null, List.of("TABLE"), false),
                    header("x-omnigraph-branch", "dev")))
        .hasMessageContaining("dev")
        .hasMessageContaining("main");
  }
}
