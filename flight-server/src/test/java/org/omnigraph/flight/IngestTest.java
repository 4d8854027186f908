package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.Airports.airports;
import static org.omnigraph.flight.Airports.append;
import static org.omnigraph.flight.Airports.create;
import static org.omnigraph.flight.Airports.createAppend;
import static org.omnigraph.flight.Airports.merge;
import static org.omnigraph.flight.Airports.replace;
import static org.omnigraph.flight.Airports.route;
import static org.omnigraph.flight.FlightsServer.header;

import com.google.protobuf.Any;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;

class IngestTest {
  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private FlightSqlClient client;

  @BeforeEach
  void connect() {
    client = flights.connect();
  }

  private long ingest(FlightSqlClient through, ExecuteIngestOptions options, String... codes) {
    try (VectorSchemaRoot rows = airports(flights.memory(), codes)) {
      return through.executeIngest(rows, options);
    }
  }

  private long ingest(ExecuteIngestOptions options, String... codes) {
    return ingest(client, options, codes);
  }

  private long ingest(Transaction transaction, ExecuteIngestOptions options, String... codes) {
    try (VectorSchemaRoot rows = airports(flights.memory(), codes)) {
      return client.executeIngest(rows, options, transaction);
    }
  }

  private long count(TypeKey type) {
    return flights.graph("flights").snapshot(BranchName.MAIN).table(type).rowCount();
  }

  private long airportsThere() {
    return count(TypeKey.node("Airport"));
  }

  private int commits() {
    return flights.graph("flights").commits(BranchName.MAIN).size();
  }

  private static void assertStatus(Throwable e, FlightStatusCode code) {
    assertThat(((FlightRuntimeException) e).status().code()).isEqualTo(code);
  }

  @Test
  void appendedRowsAreOneCommitThatEverybodySees() {
    int before = commits();

    assertThat(ingest(append("Airport"), "AAA", "BBB")).isEqualTo(2);
    assertThat(airportsThere()).isEqualTo(2);
    assertThat(commits()).isEqualTo(before + 1);
  }

  @Test
  void theNameOfATypeMayDifferInCase() {
    assertThat(ingest(append("airport"), "AAA")).isEqualTo(1);
    assertThat(airportsThere()).isEqualTo(1);
  }

  @Test
  void appendingAnIdThatExistsIsRefusedAndLeavesNothing() {
    ingest(append("Airport"), "AAA");

    assertThatThrownBy(() -> ingest(append("Airport"), "BBB", "AAA"))
        .hasMessageContaining("AAA")
        .satisfies(e -> assertStatus(e, FlightStatusCode.ALREADY_EXISTS));
    assertThat(airportsThere()).isEqualTo(1);
  }

  @Test
  void mergingReplacesTheRowThatExists() {
    ingest(append("Airport"), "AAA");

    assertThat(ingest(merge("Airport"), "BBB", "AAA")).isEqualTo(2);
    assertThat(airportsThere()).isEqualTo(2);
  }

  @Test
  void aHeaderAsksForMergeToo() {
    ingest(append("Airport"), "AAA");
    CallOption mode = header("x-omnigraph-mode", "merge");
    try (VectorSchemaRoot rows = airports(flights.memory(), "AAA")) {
      client.executeIngest(rows, append("Airport"), mode);
    }
    assertThat(airportsThere()).isEqualTo(1);
  }

  @Test
  void replacingPutsTheRowsInPlaceOfAll() {
    ingest(append("Airport"), "AAA", "BBB", "CCC");

    assertThat(ingest(replace("Airport"), "DDD")).isEqualTo(1);
    assertThat(airportsThere()).isEqualTo(1);
  }

  @Test
  void creatingATypeAnswersWhatToWriteInTheSchema() {
    assertThatThrownBy(() -> ingest(create("Aerodrome"), "AAA"))
        .hasMessageContaining("node Aerodrome {")
        .hasMessageContaining("faa: String\n")
        .hasMessageContaining("name: String?")
        .satisfies(e -> assertStatus(e, FlightStatusCode.UNIMPLEMENTED));
    assertThatThrownBy(() -> ingest(create("Airport"), "AAA"))
        .hasMessageContaining("append")
        .satisfies(e -> assertStatus(e, FlightStatusCode.ALREADY_EXISTS));
  }

  @Test
  void createOrAppendAppendsToATypeThatExists() {
    ingest(createAppend("Airport"), "AAA");

    assertThat(airportsThere()).isEqualTo(1);
  }

  @Test
  void anUnknownTypeIsNamedBesideThoseThereAre() {
    assertThatThrownBy(() -> ingest(append("Airprt"), "AAA"))
        .hasMessageContaining("Airprt")
        .hasMessageContaining("Airport")
        .satisfies(e -> assertStatus(e, FlightStatusCode.NOT_FOUND));
  }

  @Test
  void whatIsLeftUnsaidIsRefused() {
    ExecuteIngestOptions unsaid =
        Airports.options(
            "Airport",
            TableNotExistOption.TABLE_NOT_EXIST_OPTION_UNSPECIFIED,
            TableExistsOption.TABLE_EXISTS_OPTION_APPEND,
            Map.of());
    ExecuteIngestOptions unknown =
        Airports.options(
            "Airport",
            TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL,
            TableExistsOption.TABLE_EXISTS_OPTION_APPEND,
            Map.of("omnigraph.speed", "high"));

    assertThatThrownBy(() -> ingest(unsaid, "AAA")).hasMessageContaining("if_not_exist");
    assertThatThrownBy(() -> ingest(unknown, "AAA")).hasMessageContaining("omnigraph.speed");
    assertThat(airportsThere()).isZero();
  }

  @Test
  void anEdgeToAMissingNodeLeavesNothingAndSaysWhich() {
    ingest(append("Airport"), "AAA");
    try (VectorSchemaRoot rows = route(flights.memory(), "AAA", "ZZZ")) {
      assertThatThrownBy(() -> client.executeIngest(rows, append("Route")))
          .hasMessageContaining("ZZZ");
    }
    assertThat(count(TypeKey.edge("Route"))).isZero();
  }

  @Test
  void anUnknownColumnIsNamed() {
    try (VectorSchemaRoot rows = route(flights.memory(), "AAA", "BBB")) {
      assertThatThrownBy(() -> client.executeIngest(rows, append("Airport")))
          .hasMessageContaining("flights")
          .satisfies(e -> assertStatus(e, FlightStatusCode.INVALID_ARGUMENT));
    }
  }

  @Test
  void aDateOfNoYearIsNamed() {
    Schema flight =
        new Schema(
            List.of(
                Field.notNullable("key", ArrowType.Utf8.INSTANCE),
                Field.notNullable("flight", new ArrowType.Int(32, true)),
                Field.notNullable("scheduled", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null)),
                Field.notNullable("day", new ArrowType.Date(DateUnit.DAY)),
                Field.notNullable(
                    "distance", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
                Field.notNullable("cancelled", ArrowType.Bool.INSTANCE)));
    try (VectorSchemaRoot rows = VectorSchemaRoot.create(flight, flights.memory())) {
      rows.allocateNew();
      ((VarCharVector) rows.getVector("key")).setSafe(0, new byte[] {'a'});
      ((DateDayVector) rows.getVector("day")).set(0, (int) LocalDate.of(0, 6, 1).toEpochDay());
      rows.getFieldVectors()
          .forEach(vector -> BitVectorHelper.setBit(vector.getValidityBuffer(), 0));
      rows.setRowCount(1);

      assertThatThrownBy(() -> client.executeIngest(rows, append("Flight")))
          .hasMessageContaining("Flight.day: the date 0000-06-01")
          .hasMessageContaining("years go from 0001 to 9999")
          .satisfies(e -> assertStatus(e, FlightStatusCode.INVALID_ARGUMENT));

      ((DateDayVector) rows.getVector("day")).set(0, 0);
      ((TimeStampMicroVector) rows.getVector("scheduled")).set(0, 400_000_000_000_000_000L);
      assertThatThrownBy(() -> client.executeIngest(rows, append("Flight")))
          .hasMessageContaining("Flight.scheduled: the date +14645-06-30")
          .satisfies(e -> assertStatus(e, FlightStatusCode.INVALID_ARGUMENT));
    }
    assertThat(count(TypeKey.node("Flight"))).isZero();
  }

  @Test
  void anIngestWithoutTransactionIdJoinsTheConnectionsTransaction() {
    Transaction transaction = client.beginTransaction();
    ingest(append("Airport"), "AAA", "BBB");
    try (VectorSchemaRoot rows = route(flights.memory(), "AAA", "BBB")) {
      client.executeIngest(rows, append("Route"));
    }
    assertThat(airportsThere()).as("not before the commit").isZero();
    int before = commits();
    client.commit(transaction);

    assertThat(airportsThere()).isEqualTo(2);
    assertThat(count(TypeKey.edge("Route"))).isEqualTo(1);
    assertThat(commits()).isEqualTo(before + 1);
  }

  @Test
  void anotherConnectionDoesNotJoinIt() {
    client.beginTransaction();
    ingest(flights.connect(), append("Airport"), "AAA");

    assertThat(airportsThere()).isEqualTo(1);
  }

  @Test
  void rolledBackRowsAreGone() {
    Transaction transaction = client.beginTransaction();
    ingest(transaction, append("Airport"), "AAA");
    client.rollback(transaction);

    assertThat(airportsThere()).isZero();
    ingest(append("Airport"), "AAA");
    assertThat(airportsThere()).isEqualTo(1);
  }

  @Test
  void anIngestThatFailedIsTakenBackAndTheTransactionGoesOn() {
    Transaction transaction = client.beginTransaction();
    ingest(transaction, append("Airport"), "AAA");
    assertThatThrownBy(
            () -> {
              try (VectorSchemaRoot rows = airports(flights.memory(), "BBB")) {
                rows.getVector("faa").setNull(0);
                client.executeIngest(rows, append("Airport"), transaction);
              }
            })
        .isInstanceOf(FlightRuntimeException.class);

    ingest(transaction, append("Airport"), "CCC");
    client.commit(transaction);
    assertThat(airportsThere()).isEqualTo(2);
  }

  @Test
  void afterAFailedCommitAWriteDoesNotCommitByItself() {
    Transaction transaction = client.beginTransaction();
    ingest(append("Airport"), "AAA");
    try (VectorSchemaRoot same = airports(flights.memory(), "AAA")) {
      flights.connect().executeIngest(same, append("Airport"));
    }
    assertThatThrownBy(() -> client.commit(transaction))
        .satisfies(e -> assertStatus(e, FlightStatusCode.ALREADY_EXISTS));

    assertThatThrownBy(() -> ingest(append("Airport"), "BBB")).hasMessageContaining("roll back");
    client.rollback(transaction);
    ingest(append("Airport"), "BBB");
    assertThat(airportsThere()).isEqualTo(2);
  }

  @Test
  void aMistakeBeforeTheFirstRowLeavesTheTransactionUsable() {
    Transaction transaction = client.beginTransaction();
    ingest(transaction, append("Airport"), "AAA");
    assertThatThrownBy(() -> ingest(transaction, append("Airprt"), "BBB"))
        .isInstanceOf(FlightRuntimeException.class);
    client.commit(transaction);

    assertThat(airportsThere()).isEqualTo(1);
  }

  @Test
  void beginAndCommitInTheTextWorkToo() {
    client.executeUpdate("BEGIN");
    ingest(append("Airport"), "AAA");
    assertThat(airportsThere()).isZero();
    client.executeUpdate("COMMIT");

    assertThat(airportsThere()).isEqualTo(1);
  }

  @Test
  void aBrokenConnectionLeavesNothing() throws Exception {
    try (org.omnigraph.flight.producer.Relay relay =
            new org.omnigraph.flight.producer.Relay(flights.server().port());
        FlightClient far =
            FlightClient.builder(
                    flights.memory(), Location.forGrpcInsecure("localhost", relay.port()))
                .build();
        VectorSchemaRoot rows = airports(flights.memory(), "AAA");
        SyncPutListener listener = new SyncPutListener()) {
      FlightClient.ClientStreamListener stream = far.startPut(appendAirport(), rows, listener);
      stream.putNext();
      relay.cut();
      assertThatThrownBy(stream::getResult).isInstanceOf(FlightRuntimeException.class);
    }
    ingest(append("Airport"), "BBB");
    assertThat(airportsThere()).isEqualTo(1);
  }

  @Test
  void aCancelledIngestLeavesNothing() throws Exception {
    FlightClient far =
        FlightClient.builder(
                flights.memory(), Location.forGrpcInsecure("localhost", flights.server().port()))
            .build();
    try (far;
        VectorSchemaRoot rows = airports(flights.memory(), "AAA");
        SyncPutListener listener = new SyncPutListener()) {
      FlightClient.ClientStreamListener stream = far.startPut(appendAirport(), rows, listener);
      stream.putNext();
      stream.error(CallStatus.CANCELLED.toRuntimeException());
      assertThatThrownBy(stream::getResult).isInstanceOf(FlightRuntimeException.class);
    }
    assertThat(airportsThere()).isZero();
  }

  private static FlightDescriptor appendAirport() {
    CommandStatementIngest command =
        CommandStatementIngest.newBuilder()
            .setTable("Airport")
            .setTableDefinitionOptions(
                TableDefinitionOptions.newBuilder()
                    .setIfNotExist(TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL)
                    .setIfExists(TableExistsOption.TABLE_EXISTS_OPTION_APPEND))
            .build();
    return FlightDescriptor.command(Any.pack(command).toByteArray());
  }

  @Test
  void twoConnectionsThatAppendAtOnceBothLand() throws Exception {
    FlightSqlClient other = flights.connect();
    CountDownLatch ready = new CountDownLatch(2);
    Thread second =
        new Thread(
            () -> {
              ready.countDown();
              ingest(other, append("Airport"), "BBB");
            });
    second.start();
    ready.countDown();
    assertThat(ready.await(10, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    ingest(append("Airport"), "AAA");
    second.join();

    assertThat(airportsThere()).isEqualTo(2);
  }
}
