package org.omnigraph.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.rows;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedSubstraitPlanRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCatalogs;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCrossReference;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetExportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetImportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetPrimaryKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetSqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTableTypes;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetXdbcTypeInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementSubstraitPlan;
import org.apache.arrow.flight.sql.impl.FlightSql.SubstraitPlan;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each command of Flight SQL answers, by whichever call it is asked. */
class EveryCommandTest {
  private static final FlightsServer FLIGHTS = new FlightsServer("flights");

  @RegisterExtension static final SharedFlights SHARED = new SharedFlights(FLIGHTS);

  private static FlightClient wire;

  @BeforeAll
  static void connect() {
    wire =
        FlightClient.builder(
                FLIGHTS.memory(), Location.forGrpcInsecure("localhost", FLIGHTS.server().port()))
            .build();
  }

  @AfterAll
  static void disconnect() throws Exception {
    wire.close();
  }

  static Stream<Message> commands() {
    return Stream.of(
        CommandGetCatalogs.getDefaultInstance(),
        CommandGetDbSchemas.getDefaultInstance(),
        CommandGetTables.getDefaultInstance(),
        CommandGetTables.newBuilder().setIncludeSchema(true).build(),
        CommandGetTableTypes.getDefaultInstance(),
        CommandGetPrimaryKeys.newBuilder().setTable("Route").build(),
        CommandGetExportedKeys.newBuilder().setTable("Airport").build(),
        CommandGetImportedKeys.newBuilder().setTable("Route").build(),
        CommandGetCrossReference.newBuilder().setPkTable("Airport").setFkTable("Route").build(),
        CommandGetSqlInfo.getDefaultInstance(),
        CommandGetXdbcTypeInfo.getDefaultInstance(),
        CommandStatementQuery.newBuilder().setQuery("SELECT * FROM Airport").build());
  }

  private static FlightDescriptor descriptor(Message command) {
    return FlightDescriptor.command(Any.pack(command).toByteArray());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void oneSchemaIsToldByEveryCallAndDelivered(Message command) throws Exception {
    FlightDescriptor descriptor = descriptor(command);
    FlightInfo info = wire.getInfo(descriptor);

    assertThat(wire.getSchema(descriptor).getSchema()).isEqualTo(info.getSchema());
    PollInfo polled = wire.pollInfo(descriptor);
    while (polled.getFlightDescriptor().isPresent()) {
      polled = wire.pollInfo(polled.getFlightDescriptor().get());
    }
    assertThat(polled.getFlightInfo().getSchema()).isEqualTo(info.getSchema());
    try (FlightStream stream = wire.getStream(info.getEndpoints().get(0).getTicket())) {
      assertThat(stream.getSchema()).isEqualTo(info.getSchema());
    }
  }

  @Test
  void theFlightsAreTheTypesEachWithAQueryThatReadsIt() throws Exception {
    List<FlightInfo> flights = new ArrayList<>();
    wire.listFlights(Criteria.ALL).forEach(flights::add);
    assertThat(flights).hasSize(9);

    List<FlightInfo> some = new ArrayList<>();
    wire.listFlights(new Criteria("Air%".getBytes(UTF_8))).forEach(some::add);
    assertThat(some).hasSize(1);
    FlightInfo airports = wire.getInfo(some.get(0).getDescriptor());
    assertThat(some.get(0).getSchema().getFields().stream().map(f -> f.getName()))
        .containsExactlyElementsOf(
            airports.getSchema().getFields().stream().map(f -> f.getName()).toList());
    assertThat(rows(new FlightSqlClient(wire), airports)).isEmpty();
  }

  @Test
  void substraitPlansAreRefusedByNameOnEveryRoute() {
    FlightDescriptor plan =
        descriptor(
            CommandStatementSubstraitPlan.newBuilder()
                .setPlan(SubstraitPlan.newBuilder().setPlan(ByteString.copyFromUtf8("x")))
                .build());
    Action prepare =
        new Action(
            "CreatePreparedSubstraitPlan",
            Any.pack(ActionCreatePreparedSubstraitPlanRequest.getDefaultInstance()).toByteArray());

    assertUnimplemented(() -> wire.getInfo(plan), "Substrait");
    assertUnimplemented(() -> wire.getSchema(plan), "Substrait");
    assertUnimplemented(() -> wire.pollInfo(plan), "Substrait");
    assertUnimplemented(() -> put(plan), "Substrait");
    assertUnimplemented(() -> wire.doAction(prepare).hasNext(), "Substrait");
  }

  private static void put(FlightDescriptor descriptor) throws Exception {
    try (VectorSchemaRoot rows = Airports.airports(FLIGHTS.memory(), "AAA");
        SyncPutListener listener = new SyncPutListener()) {
      FlightClient.ClientStreamListener stream = wire.startPut(descriptor, rows, listener);
      stream.completed();
      stream.getResult();
    }
  }

  private static void assertUnimplemented(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String words) {
    assertThatThrownBy(call)
        .hasMessageContaining(words)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNIMPLEMENTED));
  }
}
