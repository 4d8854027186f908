package org.omnigraph.flight.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.omnigraph.flight.ServerLimits;
import org.omnigraph.flight.auth.Roles;
import org.omnigraph.flight.error.ErrorBoundary;
import org.omnigraph.flight.session.Draining;
import org.omnigraph.flight.session.Result;
import org.omnigraph.flight.session.Sessions;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.lance.Part;
import org.omnigraph.query.running.RunningStatement;

class ResultStreamTest {
  private static final Schema NUMBER =
      new Schema(List.of(Field.notNullable("n", new ArrowType.Int(64, true))));
  private static final Schema TEXT =
      new Schema(List.of(Field.nullable("t", ArrowType.Utf8.INSTANCE)));

  private final RootAllocator serverMemory = new RootAllocator();
  private final RootAllocator clientMemory = new RootAllocator();
  private final BufferAllocator results =
      serverMemory.newChildAllocator("results", 0, Long.MAX_VALUE);
  private final ExecutorService workers = Executors.newCachedThreadPool();
  private FlightServer server;
  private FlightClient client;

  @AfterEach
  void nothingIsLeft() throws Exception {
    client.close();
    server.close();
    workers.shutdown();
    assertThat(workers.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    results.close();
    serverMemory.close();
    clientMemory.close();
  }

  private static ServerLimits limits(Duration stall) {
    ServerLimits d = ServerLimits.defaults();
    return new ServerLimits(
        d.memory(),
        d.sessionIdle(),
        d.sessions(),
        d.handlesPerSession(),
        d.handleIdle(),
        d.transactionIdle(),
        stall,
        d.inboundMessage(),
        d.statementTimeout(),
        d.kernel(),
        d.batchBytes(),
        d.batchMaxBytes(),
        d.rowMaxBytes());
  }

  private void serve(Result result) throws Exception {
    serve(result, Duration.ofMinutes(1));
  }

  private void serve(Result result, Duration stall) throws Exception {
    ServerLimits limits = limits(stall);
    Services services =
        new Services(
            new QueryEngine(serverMemory),
            new Sessions(limits, Roles.none(), Clock.systemUTC()),
            results,
            workers,
            limits,
            new Draining());
    NoOpFlightProducer producer =
        new NoOpFlightProducer() {
          @Override
          public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
            ResultStream.start(
                services,
                result,
                Part.WHOLE,
                Optional.empty(),
                RunningStatement.unlisted(),
                listener);
          }
        };
    server =
        FlightServer.builder(
                serverMemory, Location.forGrpcInsecure("localhost", 0), new ErrorBoundary(producer))
            .build()
            .start();
    client = connect(server.getPort());
  }

  private FlightClient connect(int port) {
    return FlightClient.builder(clientMemory, Location.forGrpcInsecure("localhost", port)).build();
  }

  private FlightStream read() {
    return client.getStream(new Ticket(new byte[0]));
  }

  private FakeQuery query(Schema schema, int batches, BiConsumer<VectorSchemaRoot, Integer> fill) {
    return new FakeQuery(schema, batches, fill, serverMemory);
  }

  private static Result once(FakeQuery query) {
    return Result.Query.of(query, "", Optional.empty(), List.of(List.of()));
  }

  private static BiConsumer<VectorSchemaRoot, Integer> numbers(int rows) {
    return (root, batch) -> {
      BigIntVector vector = (BigIntVector) root.getVector(0);
      vector.allocateNew(rows);
      for (int i = 0; i < rows; i++) {
        vector.set(i, (long) batch * rows + i);
      }
      root.setRowCount(rows);
    };
  }

  private static BiConsumer<VectorSchemaRoot, Integer> texts(int rows, int length) {
    byte[] text = "x".repeat(length).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return (root, batch) -> {
      VarCharVector vector = (VarCharVector) root.getVector(0);
      for (int i = 0; i < rows; i++) {
        vector.setSafe(i, text);
      }
      root.setRowCount(rows);
    };
  }

  @Test
  void everyRowArrivesInOrderAndTheTicketCanBeReadAgain() throws Exception {
    FakeQuery query = query(NUMBER, 40, numbers(50_000));
    serve(once(query));

    for (int time = 0; time < 2; time++) {
      long expected = 0;
      try (FlightStream stream = read()) {
        assertThat(stream.getSchema()).isEqualTo(NUMBER);
        while (stream.next()) {
          BigIntVector vector = (BigIntVector) stream.getRoot().getVector(0);
          for (int i = 0; i < vector.getValueCount(); i++) {
            assertThat(vector.get(i)).isEqualTo(expected++);
          }
        }
      }
      assertThat(expected).isEqualTo(2_000_000);
    }
    assertThat(query.executions).hasSize(2);
  }

  @Test
  void aLargeBatchIsCutBelowWhatAPlainGrpcClientTakes() throws Exception {
    serve(once(query(TEXT, 1, texts(1_000, 10_000))));

    try (FlightStream stream = read()) {
      long rows = 0;
      while (stream.next()) {
        VectorSchemaRoot root = stream.getRoot();
        rows += root.getRowCount();
        long bytes = root.getFieldVectors().stream().mapToLong(v -> v.getBufferSize()).sum();
        assertThat(bytes).isLessThan(3_500_000);
        assertThat(root.getVector(0).getObject(root.getRowCount() - 1).toString()).hasSize(10_000);
      }
      assertThat(rows).isEqualTo(1_000);
    }
  }

  @Test
  void aRowThatNoClientTakesIsAClearError() throws Exception {
    serve(once(query(TEXT, 1, texts(2, 64 << 20))));

    try (FlightStream stream = read()) {
      assertThatThrownBy(stream::next)
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              e -> {
                assertThat(e.status().code()).isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED);
                assertThat(e).hasMessageContaining("one row of the result");
              });
    }
  }

  @Test
  void namesAndNullabilityAreTheAnnouncedOnes() throws Exception {
    Schema delivered = new Schema(List.of(Field.nullable("other", new ArrowType.Int(64, true))));
    serve(once(new FakeQuery(NUMBER, delivered, 1, numbers(3), serverMemory)));

    try (FlightStream stream = read()) {
      assertThat(stream.next()).isTrue();
      assertThat(stream.getRoot().getSchema()).isEqualTo(NUMBER);
      assertThat(stream.next()).isFalse();
    }
  }

  @Test
  void anotherTypeThanTheAnnouncedOneIsNeverSent() throws Exception {
    serve(once(new FakeQuery(TEXT, NUMBER, 1, numbers(3), serverMemory)));

    try (FlightStream stream = read()) {
      assertThatThrownBy(stream::next)
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.INTERNAL));
    }
  }

  @Test
  void aResultWithoutRowsStillHasItsSchema() throws Exception {
    serve(once(query(NUMBER, 0, numbers(1))));

    try (FlightStream stream = read()) {
      assertThat(stream.getSchema()).isEqualTo(NUMBER);
      assertThat(stream.next()).isFalse();
    }
  }

  @Test
  void whatHasNoRowsAtAllIsAnEmptyStream() throws Exception {
    serve(new Result.Done(0));

    try (FlightStream stream = read()) {
      assertThat(stream.getSchema().getFields()).isEmpty();
      assertThat(stream.next()).isFalse();
    }
  }

  @Test
  void theResultsOfAllBoundRowsFollowOneAnother() throws Exception {
    FakeQuery query = query(NUMBER, 1, numbers(3));
    serve(Result.Query.of(query, "", Optional.empty(), List.of(List.of(1L), List.of(2L))));

    long rows = 0;
    try (FlightStream stream = read()) {
      while (stream.next()) {
        rows += stream.getRoot().getRowCount();
      }
    }
    assertThat(rows).isEqualTo(6);
    assertThat(query.executions).containsExactly(List.of(1L), List.of(2L));
  }

  @Test
  void aFailureAfterRowsIsAnErrorAndNeverAShortStream() throws Exception {
    serve(
        once(
            query(
                NUMBER,
                3,
                (root, batch) -> {
                  if (batch == 2) {
                    throw new org.omnigraph.engine.error.StorageUnavailable("the disk is gone");
                  }
                  numbers(10).accept(root, batch);
                })));

    try (FlightStream stream = read()) {
      assertThat(stream.next()).isTrue();
      assertThat(stream.next()).isTrue();
      assertThatThrownBy(stream::next).hasMessageContaining("the disk is gone");
    }
  }

  @Test
  void aClientThatGoesAwayEndsTheQueryAndFreesEverything() throws Exception {
    FakeQuery query = query(NUMBER, Integer.MAX_VALUE, numbers(100_000));
    serve(once(query));

    try (FlightStream stream = read()) {
      assertThat(stream.next()).isTrue();
      stream.cancel("enough", null);
    } catch (FlightRuntimeException cancelled) {
      assertThat(cancelled.status().code()).isEqualTo(FlightStatusCode.CANCELLED);
    }
    assertThat(query.closed.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aClientWhoseConnectionBreaksEndsTheQueryAndFreesEverything() throws Exception {
    FakeQuery query = query(NUMBER, Integer.MAX_VALUE, numbers(100_000));
    serve(once(query));

    try (Relay relay = new Relay(server.getPort());
        FlightClient far = connect(relay.port())) {
      FlightStream stream = far.getStream(new Ticket(new byte[0]));
      assertThat(stream.next()).isTrue();
      relay.cut();
      assertThat(query.closed.await(10, TimeUnit.SECONDS)).isTrue();
      drain(stream);
    }
  }

  private static void drain(FlightStream stream) throws Exception {
    try {
      while (stream.next()) {
        assertThat(stream.getRoot()).isNotNull();
      }
    } catch (FlightRuntimeException broken) {
      assertThat(broken.status().code()).isNotEqualTo(FlightStatusCode.OK);
    } finally {
      try {
        stream.close();
      } catch (FlightRuntimeException broken) {
        assertThat(broken.status().code()).isNotEqualTo(FlightStatusCode.OK);
      }
    }
  }

  @Test
  void cancellingFromElsewhereIsAnErrorAtTheReader() throws Exception {
    FakeQuery query = query(NUMBER, Integer.MAX_VALUE, numbers(100_000));
    Result.Query result = Result.Query.of(query, "", Optional.empty(), List.of(List.of()));
    serve(result);

    try (FlightStream stream = read()) {
      assertThat(stream.next()).isTrue();
      result.cancel();
      assertThatThrownBy(
              () -> {
                while (stream.next()) {
                  assertThat(stream.getRoot()).isNotNull();
                }
              })
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.CANCELLED));
    }
    assertThat(query.closed.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aClientThatTakesNothingGetsAnErrorAndNotTheEnd() throws Exception {
    FakeQuery query = query(NUMBER, Integer.MAX_VALUE, numbers(100_000));
    serve(once(query), Duration.ofMillis(50));

    try (FlightStream stream = read()) {
      assertThat(query.closed.await(10, TimeUnit.SECONDS)).isTrue();
      assertThatThrownBy(
              () -> {
                while (stream.next()) {
                  assertThat(stream.getRoot()).isNotNull();
                }
              })
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.TIMED_OUT));
    }
  }

  @Test
  void manyStreamsAtOnceDoNotStarveEachOther() throws Exception {
    serve(once(query(NUMBER, 20, numbers(10_000))));

    List<FlightStream> streams = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      streams.add(read());
    }
    for (FlightStream stream : streams) {
      long rows = 0;
      while (stream.next()) {
        rows += stream.getRoot().getRowCount();
      }
      assertThat(rows).isEqualTo(200_000);
      stream.close();
    }
  }
}
