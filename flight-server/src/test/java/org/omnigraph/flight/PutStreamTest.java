package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.Airports.airports;
import static org.omnigraph.flight.Airports.append;
import static org.omnigraph.flight.Airports.replace;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.flight.impl.FlightServiceGrpc;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionEndTransactionRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutUpdateResult;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;

/** Streams that say less than they should, as a client in another language may send them. */
@Timeout(120)
class PutStreamTest {
  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private ManagedChannel channel;

  @BeforeEach
  void connect() {
    channel =
        NettyChannelBuilder.forAddress("localhost", flights.server().port()).usePlaintext().build();
  }

  @AfterEach
  void disconnect() throws Exception {
    channel.shutdownNow();
    assertThat(channel.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  private static Flight.FlightDescriptor appendAirport() {
    CommandStatementIngest command =
        CommandStatementIngest.newBuilder()
            .setTable("Airport")
            .setTableDefinitionOptions(
                TableDefinitionOptions.newBuilder()
                    .setIfNotExist(TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL)
                    .setIfExists(TableExistsOption.TABLE_EXISTS_OPTION_APPEND))
            .build();
    return Flight.FlightDescriptor.newBuilder()
        .setType(Flight.FlightDescriptor.DescriptorType.CMD)
        .setCmd(Any.pack(command).toByteString())
        .build();
  }

  /** Sends the messages, ends the stream and hears the answer. */
  private List<Flight.PutResult> put(Flight.FlightData... messages) throws Exception {
    Answer answer = new Answer();
    StreamObserver<Flight.FlightData> call = FlightServiceGrpc.newStub(channel).doPut(answer);
    for (Flight.FlightData message : messages) {
      call.onNext(message);
    }
    call.onCompleted();
    return answer.end.get();
  }

  private static long rows(List<Flight.PutResult> answer) throws Exception {
    assertThat(answer).hasSize(1);
    return DoPutUpdateResult.parseFrom(answer.get(0).getAppMetadata()).getRecordCount();
  }

  private static Status status(ExecutionException failure) {
    return ((StatusRuntimeException) failure.getCause()).getStatus();
  }

  @Test
  void anIngestOfNoBatchAddsNothing() throws Exception {
    assertThat(rows(put())).as("not a single message").isZero();
    assertThat(
            rows(put(Flight.FlightData.newBuilder().setFlightDescriptor(appendAirport()).build())))
        .as("a descriptor and no schema")
        .isZero();
  }

  @Test
  void anIngestOfABatchWithoutRowsAddsNothing() {
    FlightSqlClient client = flights.connect();
    try (VectorSchemaRoot rows = airports(flights.memory())) {
      assertThat(client.executeIngest(rows, append("Airport"))).isZero();
    }
  }

  @Test
  void aStreamWithoutADescriptorIsRefused() {
    Flight.FlightData nothing =
        Flight.FlightData.newBuilder().setAppMetadata(ByteString.copyFromUtf8("x")).build();

    assertThatThrownBy(() -> put(nothing))
        .isInstanceOfSatisfying(
            ExecutionException.class,
            e -> {
              assertThat(status(e).getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
              assertThat(status(e).getDescription()).contains("descriptor");
            });
  }

  /** Clients may send notes of their own at any place of a stream. */
  @Test
  void aMessageOfMetadataBeforeTheSchemaHidesNoRow() throws Exception {
    Flight.FlightData.Builder note =
        Flight.FlightData.newBuilder().setAppMetadata(ByteString.copyFromUtf8("x"));
    List<Flight.FlightData> messages = new ArrayList<>();
    messages.add(note.clone().setFlightDescriptor(appendAirport()).build());
    messages.add(note.build());
    messages.addAll(Airports.messages(flights.memory(), "AAA", "BBB"));

    assertThat(rows(put(messages.toArray(Flight.FlightData[]::new)))).isEqualTo(2);
  }

  @Test
  void aColumnWithoutANameIsRefused() {
    Schema nameless =
        new Schema(List.of(new Field(null, FieldType.nullable(ArrowType.Utf8.INSTANCE), null)));
    Flight.FlightData schema =
        Flight.FlightData.newBuilder()
            .setFlightDescriptor(appendAirport())
            .setDataHeader(ByteString.copyFrom(MessageSerializer.serializeMetadata(nameless)))
            .build();

    assertThatThrownBy(() -> put(schema))
        .isInstanceOfSatisfying(
            ExecutionException.class,
            e -> {
              assertThat(status(e).getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
              assertThat(status(e).getDescription()).contains("column 1 has no name");
            });
  }

  @Test
  void noThreadWaitsForAClientThatHasGone() throws Exception {
    for (boolean speaks : new boolean[] {false, true}) {
      Answer answer = new Answer();
      StreamObserver<Flight.FlightData> call = FlightServiceGrpc.newStub(channel).doPut(answer);
      if (speaks) {
        call.onNext(Flight.FlightData.newBuilder().setFlightDescriptor(appendAirport()).build());
      }
      while (!isWaiting()) {
        Thread.onSpinWait();
      }
      answer.call.cancel("gone", null);
      assertThatThrownBy(answer.end::get).isInstanceOf(ExecutionException.class);
      while (isWaiting()) {
        Thread.onSpinWait();
      }
    }
  }

  private static boolean isWaiting() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().startsWith("flight-call-"))
        .flatMap(thread -> Arrays.stream(thread.getValue()))
        .anyMatch(frame -> frame.getMethodName().equals("acceptPut") || isReading(frame));
  }

  private static boolean isReading(StackTraceElement frame) {
    return frame.getClassName().endsWith(".IngestCommand");
  }

  @Test
  void aReplaceIsTheOnlyStatementOnItsTypeInATransaction() {
    FlightSqlClient client = flights.connect();
    Transaction transaction = client.beginTransaction();
    try (VectorSchemaRoot one = airports(flights.memory(), "AAA");
        VectorSchemaRoot other = airports(flights.memory(), "BBB")) {
      client.executeIngest(one, replace("Airport"), transaction);
      assertThatThrownBy(() -> client.executeIngest(other, replace("Airport"), transaction))
          .hasMessageContaining("node:Airport")
          .hasMessageContaining("only statement")
          .hasMessageContaining("commit before");
    }
    client.commit(transaction);
    assertThat(
            flights
                .graph("flights")
                .snapshot(BranchName.MAIN)
                .table(TypeKey.node("Airport"))
                .rowCount())
        .as("a refusal leaves the first one usable")
        .isEqualTo(1);
  }

  @Test
  void afterAFailedCommitARollbackNeedsNoId() throws Exception {
    try (FlightClient plain =
            FlightClient.builder(
                    flights.memory(),
                    Location.forGrpcInsecure("localhost", flights.server().port()))
                .build();
        VectorSchemaRoot one = airports(flights.memory(), "AAA");
        VectorSchemaRoot other = airports(flights.memory(), "BBB")) {
      FlightSqlClient client = new FlightSqlClient(plain);
      Transaction transaction = client.beginTransaction();
      client.executeIngest(one, append("Airport"));
      flights.connect().executeIngest(one, append("Airport"));
      assertThatThrownBy(() -> client.commit(transaction)).hasMessageContaining("AAA");
      assertThatThrownBy(() -> client.executeIngest(other, append("Airport")))
          .hasMessageContaining("connect again");
      ActionEndTransactionRequest rollback =
          ActionEndTransactionRequest.newBuilder()
              .setAction(ActionEndTransactionRequest.EndTransaction.END_TRANSACTION_ROLLBACK)
              .build();
      Action action = new Action("EndTransaction", Any.pack(rollback).toByteArray());
      assertThat(plain.doAction(action).hasNext()).isFalse();
      assertThat(client.executeIngest(other, append("Airport"))).isEqualTo(1);
    }
  }

  /** Collects what the server answers, and keeps the call so that it can be cancelled. */
  private static final class Answer
      implements ClientResponseObserver<Flight.FlightData, Flight.PutResult> {
    private final List<Flight.PutResult> results = new ArrayList<>();
    private final CompletableFuture<List<Flight.PutResult>> end = new CompletableFuture<>();
    private ClientCallStreamObserver<Flight.FlightData> call;

    @Override
    public void beforeStart(ClientCallStreamObserver<Flight.FlightData> started) {
      call = started;
    }

    @Override
    public void onNext(Flight.PutResult result) {
      results.add(result);
    }

    @Override
    public void onError(Throwable failure) {
      end.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      end.complete(results);
    }
  }
}
