package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.Airports.airports;
import static org.omnigraph.flight.Airports.append;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.flight.error.FlightErrors;

class StatementTest {
  private static final String COUNT = "SELECT COUNT(*) FROM Airport";

  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private FlightSqlClient client;

  @BeforeEach
  void threeAirports() {
    client = flights.connect();
    ingest(client, "AAA", "BBB", "CCC");
  }

  private void ingest(FlightSqlClient through, String... codes) {
    try (VectorSchemaRoot rows = airports(flights.memory(), codes)) {
      through.executeIngest(rows, append("Airport"));
    }
  }

  private String count(FlightSqlClient through) throws Exception {
    return rows(through, through.execute(COUNT)).get(0).get(0);
  }

  @Test
  void aStatementAnswersItsRows() throws Exception {
    FlightInfo info = client.execute("SELECT faa, altitude FROM Airport ORDER BY faa DESC LIMIT 2");

    assertThat(info.getOrdered()).isTrue();
    assertThat(rows(client, info)).containsExactly(List.of("CCC", "102"), List.of("BBB", "101"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM Airport",
        "SELECT 1",
        "SELECT COUNT(*) AS n, MIN(lat), MAX(name), AVG(altitude) FROM Airport",
        "SELECT CAST(NULL AS VARCHAR) AS x, faa || '!' AS y FROM Airport",
        "WITH a AS (SELECT faa FROM Airport) SELECT * FROM a WHERE faa <> 'AAA'",
        "VALUES (1, 'a'), (2, NULL)",
        "SELECT a.faa, b.faa FROM Airport a LEFT JOIN Airport b ON a.faa = b.name",
        "SELECT * FROM (SELECT * FROM Airport) q WHERE 1 = 0",
        "SELECT table_name FROM information_schema.tables ORDER BY 1",
        "SELECT lat > 0 AS positive, CASE WHEN altitude > 100 THEN altitude END FROM Airport"
      })
  void oneSchemaIsAnnouncedEverywhereAndDelivered(String sql) throws Exception {
    FlightInfo info = client.execute(sql);
    Schema schema = info.getSchema();

    assertThat(schema.getFields()).isNotEmpty();
    assertThat(client.getExecuteSchema(sql).getSchema()).isEqualTo(schema);
    rows(client, info);
    try (PreparedStatement prepared = client.prepare(sql)) {
      assertThat(prepared.getResultSetSchema()).isEqualTo(schema);
      assertThat(prepared.fetchSchema().getSchema()).isEqualTo(schema);
      FlightInfo again = prepared.execute();
      assertThat(again.getSchema()).isEqualTo(schema);
      rows(client, again);
    }
  }

  @Test
  void aTicketCanBeReadAgainAndStaysWithItsSnapshot() throws Exception {
    FlightInfo info = client.execute(COUNT);
    assertThat(rows(client, info)).containsExactly(List.of("3"));
    ingest(client, "DDD");

    assertThat(rows(client, info)).containsExactly(List.of("3"));
    assertThat(count(client)).isEqualTo("4");
  }

  @Test
  void aTicketIsNothingToAnotherSession() {
    FlightInfo info = client.execute(COUNT);

    assertThatThrownBy(() -> rows(flights.connect(), info))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.NOT_FOUND));
  }

  @Test
  void aPreparedStatementSeesTheNewestRowsEachTime() throws Exception {
    try (PreparedStatement prepared = client.prepare(COUNT)) {
      assertThat(rows(client, prepared.execute())).containsExactly(List.of("3"));
      ingest(client, "DDD");
      assertThat(rows(client, prepared.execute())).containsExactly(List.of("4"));
    }
  }

  @Test
  void boundTextAndNumbersReachTheStatement() throws Exception {
    try (PreparedStatement prepared =
            client.prepare("SELECT faa FROM Airport WHERE faa > ? AND altitude < ? ORDER BY faa");
        VectorSchemaRoot arguments =
            VectorSchemaRoot.create(
                new Schema(
                    List.of(
                        Field.nullable("1", ArrowType.Utf8.INSTANCE),
                        Field.nullable("2", new ArrowType.Int(64, true)))),
                flights.memory())) {
      assertThat(prepared.getParameterSchema().getFields()).hasSize(2).allMatch(Field::isNullable);
      ((VarCharVector) arguments.getVector(0)).setSafe(0, "AAA".getBytes(StandardCharsets.UTF_8));
      ((BigIntVector) arguments.getVector(1)).setSafe(0, 102);
      arguments.setRowCount(1);
      prepared.setParameters(arguments);
      assertThat(rows(client, prepared.execute())).containsExactly(List.of("BBB"));
      arguments.clear();
    }
  }

  @Test
  void allBoundRowsRunAsOneExecution() throws Exception {
    try (PreparedStatement prepared = client.prepare("SELECT faa FROM Airport WHERE faa = ?");
        VectorSchemaRoot arguments =
            VectorSchemaRoot.create(
                new Schema(List.of(Field.nullable("1", ArrowType.Utf8View.INSTANCE))),
                flights.memory())) {
      var texts = (org.apache.arrow.vector.ViewVarCharVector) arguments.getVector(0);
      texts.allocateNew(3);
      texts.setSafe(0, "CCC".getBytes(StandardCharsets.UTF_8));
      texts.setNull(1);
      texts.setSafe(2, "AAA".getBytes(StandardCharsets.UTF_8));
      arguments.setRowCount(3);
      prepared.setParameters(arguments);
      assertThat(rows(client, prepared.execute())).containsExactly(List.of("CCC"), List.of("AAA"));
    }
  }

  @Test
  void aUnionOfTypesCanBeBound() throws Exception {
    Field union =
        new Field(
            "1",
            FieldType.nullable(new ArrowType.Union(UnionMode.Dense, new int[] {0, 1})),
            List.of(
                Field.nullable("text", ArrowType.Utf8.INSTANCE),
                Field.nullable("number", new ArrowType.Int(64, true))));
    try (PreparedStatement prepared = client.prepare("SELECT faa FROM Airport WHERE faa = ?");
        VectorSchemaRoot arguments =
            VectorSchemaRoot.create(new Schema(List.of(union)), flights.memory())) {
      DenseUnionVector values = (DenseUnionVector) arguments.getVector(0);
      values.allocateNew();
      values.setTypeId(0, (byte) 0);
      ((VarCharVector) values.getVectorByType((byte) 0))
          .setSafe(0, "BBB".getBytes(StandardCharsets.UTF_8));
      values.getOffsetBuffer().setInt(0, 0);
      arguments.setRowCount(1);
      prepared.setParameters(arguments);
      assertThat(rows(client, prepared.execute())).containsExactly(List.of("BBB"));
    }
  }

  @Test
  void aStatementWhoseParametersAreNotBoundSaysSo() {
    assertThatThrownBy(() -> client.execute("SELECT faa FROM Airport WHERE faa = ?"))
        .hasMessageContaining("1 parameter");
  }

  @Test
  void aClosedPreparedStatementIsGone() {
    PreparedStatement prepared = client.prepare(COUNT);
    prepared.close();

    assertThatThrownBy(prepared::execute).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aMistakeInTheTextSaysWhereAndWhat() {
    assertThatThrownBy(() -> client.execute("SELECT nme FROM Airport"))
        .hasMessageContaining("nme")
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(FlightStatusCode.INVALID_ARGUMENT);
              assertThat(e.status().metadata().get("x-omnigraph-code"))
                  .isEqualTo("INVALID_REQUEST");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"CREATE TABLE t (a INTEGER)", "DROP TABLE Airport"})
  void whatIsNotDoneYetIsRefusedByNameOnEveryRoute(String sql) {
    for (Runnable route :
        List.<Runnable>of(() -> client.execute(sql), () -> client.executeUpdate(sql))) {
      assertNotDone(route, FlightStatusCode.UNIMPLEMENTED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE t (a INTEGER)",
        "DROP TABLE Airport",
        "SELECT DISTINCT ON (faa) faa FROM Airport WHERE altitude > ?",
        "SELECT faa, COUNT(*) FROM Airport WHERE altitude > ? GROUP BY ALL",
        "SELECT * FROM table_changes(?, ?, ?)"
      })
  void whatCannotBePreparedSaysSoToEveryDriver(String sql) {
    assertNotDone(() -> client.prepare(sql).close(), FlightStatusCode.INVALID_ARGUMENT);
  }

  private static void assertNotDone(Runnable route, FlightStatusCode code) {
    assertThatThrownBy(route::run)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(code);
              assertThat(e.status().metadata().get(FlightErrors.CODE_TRAILER))
                  .isEqualTo("UNSUPPORTED");
            });
  }

  @Test
  void aQueryIsNotAnUpdate() {
    assertThatThrownBy(() -> client.executeUpdate(COUNT)).hasMessageContaining("as a query");
  }

  @Test
  void beginAndCommitWorkOnTheQueryRouteToo() throws Exception {
    FlightInfo begin = client.execute("BEGIN");
    ingest(client, "DDD");
    assertThat(count(flights.connect())).isEqualTo("3");
    FlightInfo commit = client.execute("commit");

    assertThat(begin.getSchema().getFields()).isEmpty();
    assertThat(commit.getRecords()).isZero();
    assertThat(count(flights.connect())).isEqualTo("4");
    assertThat(rows(client, commit)).as("reading it does not do it again").isEmpty();
  }

  @Test
  void beginCanBePreparedAndIsThenAnUpdate() throws Exception {
    try (PreparedStatement begin = client.prepare("BEGIN");
        PreparedStatement rollback = client.prepare("ROLLBACK")) {
      assertThat(begin.getResultSetSchema().getFields()).isEmpty();
      begin.executeUpdate();
      ingest(client, "DDD");
      rollback.executeUpdate();
    }
    assertThat(count(client)).isEqualTo("3");
  }

  @Test
  void aTransactionReadsTheSnapshotOfItsFirstStatement() throws Exception {
    FlightSqlClient other = flights.connect();
    Transaction transaction = client.beginTransaction();
    ingest(other, "DDD");
    assertThat(rows(client, client.execute(COUNT, transaction))).containsExactly(List.of("4"));
    ingest(other, "EEE");

    assertThat(rows(client, client.execute(COUNT, transaction))).containsExactly(List.of("4"));
    client.commit(transaction);
    assertThat(count(client)).isEqualTo("5");
  }

  @Test
  void aTransactionThatReadAndWritesIsRefusedWhenTheBranchHasMoved() {
    Transaction transaction = client.beginTransaction();
    client.execute(COUNT, transaction);
    ingest(flights.connect(), "DDD");

    assertThatThrownBy(() -> ingest(client, "EEE"))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e ->
                assertThat(e.status().metadata().get("x-omnigraph-code"))
                    .isEqualTo("READ_SET_CHANGED"));
    client.rollback(transaction);
  }

  @Test
  void aTransactionThatReadAndWroteIsRefusedAtCommitWhenTheBranchHasMoved() {
    Transaction transaction = client.beginTransaction();
    client.execute(COUNT, transaction);
    ingest(client, "EEE");
    ingest(flights.connect(), "DDD");

    assertThatThrownBy(() -> client.commit(transaction))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e ->
                assertThat(e.status().metadata().get("x-omnigraph-code"))
                    .isEqualTo("READ_SET_CHANGED"));
  }

  @Test
  void aTransactionThatOnlyWroteLandsBesideOthers() throws Exception {
    Transaction transaction = client.beginTransaction();
    ingest(client, "EEE");
    ingest(flights.connect(), "DDD");
    client.commit(transaction);

    assertThat(count(client)).isEqualTo("5");
  }

  @Test
  void aHeaderPinsASnapshotWhichCannotBeWritten() throws Exception {
    CommitId before = flights.graph("flights").snapshot(BranchName.MAIN).commit().orElseThrow();
    ingest(client, "DDD");
    for (String name : List.of("x-omnigraph-snapshot", "snapshot")) {
      var pinned = header(name, before.value());
      FlightInfo info = client.execute(COUNT, pinned);
      assertThat(rows(client, info, pinned)).containsExactly(List.of("3"));
    }
    try (VectorSchemaRoot rows = airports(flights.memory(), "EEE")) {
      assertThatThrownBy(
              () ->
                  client.executeIngest(
                      rows, append("Airport"), header("x-omnigraph-snapshot", before.value())))
          .hasMessageContaining("snapshot");
    }
  }

  @Test
  void aCancelledResultIsForgotten() {
    FlightInfo info = client.execute(COUNT);

    assertThat(client.cancelFlightInfo(new CancelFlightInfoRequest(info)).getStatus())
        .isEqualTo(CancelStatus.CANCELLED);
    assertThatThrownBy(() -> client.cancelFlightInfo(new CancelFlightInfoRequest(info)))
        .isInstanceOf(FlightRuntimeException.class);
    assertThatThrownBy(() -> rows(client, info)).isInstanceOf(FlightRuntimeException.class);
  }

  @Test
  void halfReadResultsLeaveNothingBehind() throws Exception {
    List<FlightStream> streams = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      FlightInfo info = client.execute("SELECT * FROM Airport");
      streams.add(client.getStream(info.getEndpoints().get(0).getTicket()));
    }
    for (FlightStream stream : streams) {
      stream.close();
    }
    assertThat(count(client)).isEqualTo("3");
  }
}
