package org.omnigraph.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallInfo;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer.CallContext;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.FlightServerMiddleware;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.RequestContext;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.NoOpFlightSqlProducer;
import org.apache.arrow.flight.sql.SqlInfoBuilder;
import org.apache.arrow.flight.sql.impl.FlightSql;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;

/** A Flight SQL server that answers from a script and remembers what it was asked. */
final class ScriptedServer implements AutoCloseable {
  /**
   * A query's answer.
   *
   * @param batches how many batches there are
   * @param fill fills the numbered batch and sets its row count
   */
  record Answer(Schema schema, int batches, BiConsumer<VectorSchemaRoot, Integer> fill) {}

  final Map<String, Answer> queries = new ConcurrentHashMap<>();
  final Map<String, Long> updates = new ConcurrentHashMap<>();
  final Map<String, Schema> parameters = new ConcurrentHashMap<>();
  final Map<String, CallStatus> failures = new ConcurrentHashMap<>();
  final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
  final List<String> log = new CopyOnWriteArrayList<>();
  final List<List<Object>> bound = new CopyOnWriteArrayList<>();
  final AtomicInteger openHandles = new AtomicInteger();
  volatile Map<String, String> headers = Map.of();

  private final BufferAllocator allocator = new RootAllocator();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<String, String> handles = new ConcurrentHashMap<>();
  private final FlightServer server;

  ScriptedServer() throws IOException {
    this.server =
        FlightServer.builder(allocator, Location.forGrpcInsecure("127.0.0.1", 0), new Producer())
            .middleware(FlightServerMiddleware.Key.of("headers"), new RememberHeaders())
            .build()
            .start();
  }

  String url(String rest) {
    return "jdbc:omnigraph://127.0.0.1:" + server.getPort() + rest;
  }

  static CallStatus failing(CallStatus status, String code, String message) {
    ErrorFlightMetadata metadata = new ErrorFlightMetadata();
    metadata.insert(SqlErrors.CODE, code);
    return status.withDescription(message).withMetadata(metadata);
  }

  @Override
  public void close() throws Exception {
    gates.values().forEach(CountDownLatch::countDown);
    server.close();
    executor.shutdown();
    if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("an answer is still being sent");
    }
    allocator.close();
  }

  private final class RememberHeaders
      implements FlightServerMiddleware.Factory<FlightServerMiddleware> {
    @Override
    public FlightServerMiddleware onCallStarted(
        CallInfo info, CallHeaders incoming, RequestContext context) {
      Map<String, String> seen = new ConcurrentHashMap<>();
      for (String key : incoming.keys()) {
        if (!key.endsWith("-bin")) {
          seen.put(key, incoming.get(key));
        }
      }
      headers = seen;
      return new FlightServerMiddleware() {
        @Override
        public void onBeforeSendingHeaders(CallHeaders outgoing) {}

        @Override
        public void onCallCompleted(CallStatus status) {}

        @Override
        public void onCallErrored(Throwable failure) {}
      };
    }
  }

  private final class Producer extends NoOpFlightSqlProducer {
    private final SqlInfoBuilder infos =
        new SqlInfoBuilder()
            .withFlightSqlServerName("Scripted")
            .withFlightSqlServerVersion("7.3")
            .withFlightSqlServerTransaction(
                FlightSql.SqlSupportedTransaction.SQL_SUPPORTED_TRANSACTION_TRANSACTION)
            .withSqlKeywords(new String[] {"GRAPH", "BRANCH"});

    @Override
    public FlightInfo getFlightInfoSqlInfo(
        FlightSql.CommandGetSqlInfo request, CallContext context, FlightDescriptor descriptor) {
      return info(Schemas.GET_SQL_INFO_SCHEMA, request, descriptor);
    }

    @Override
    public void getStreamSqlInfo(
        FlightSql.CommandGetSqlInfo request, CallContext context, ServerStreamListener listener) {
      infos.send(request.getInfoList(), listener);
    }

    @Override
    public FlightInfo getFlightInfoTables(
        FlightSql.CommandGetTables request, CallContext context, FlightDescriptor descriptor) {
      return info(Schemas.GET_TABLES_SCHEMA_NO_SCHEMA, request, descriptor);
    }

    @Override
    public void getStreamTables(
        FlightSql.CommandGetTables request, CallContext context, ServerStreamListener listener) {
      play(new Answer(Schemas.GET_TABLES_SCHEMA_NO_SCHEMA, 0, (root, batch) -> {}), listener);
    }

    @Override
    public FlightInfo getFlightInfoCatalogs(
        FlightSql.CommandGetCatalogs request, CallContext context, FlightDescriptor descriptor) {
      return info(Schemas.GET_CATALOGS_SCHEMA, request, descriptor);
    }

    @Override
    public void getStreamCatalogs(CallContext context, ServerStreamListener listener) {
      play(new Answer(Schemas.GET_CATALOGS_SCHEMA, 0, (root, batch) -> {}), listener);
    }

    @Override
    public FlightInfo getFlightInfoStatement(
        FlightSql.CommandStatementQuery request, CallContext context, FlightDescriptor descriptor) {
      String sql = request.getQuery();
      log.add("query " + sql + in(request.getTransactionId()));
      return answering(sql, descriptor);
    }

    @Override
    public FlightInfo getFlightInfoPreparedStatement(
        FlightSql.CommandPreparedStatementQuery request,
        CallContext context,
        FlightDescriptor descriptor) {
      return answering(sql(request.getPreparedStatementHandle()), descriptor);
    }

    private FlightInfo answering(String sql, FlightDescriptor descriptor) {
      await(sql);
      return info(
          answer(sql).schema(),
          FlightSql.TicketStatementQuery.newBuilder()
              .setStatementHandle(ByteString.copyFromUtf8(sql))
              .build(),
          descriptor);
    }

    @Override
    public void getStreamStatement(
        FlightSql.TicketStatementQuery ticket, CallContext context, ServerStreamListener listener) {
      Answer answer = answer(ticket.getStatementHandle().toStringUtf8());
      executor.execute(() -> play(answer, listener));
    }

    private void play(Answer answer, ServerStreamListener listener) {
      try (BufferAllocator child = allocator.newChildAllocator("play", 0, Long.MAX_VALUE);
          VectorSchemaRoot root = VectorSchemaRoot.create(answer.schema(), child)) {
        CountDownLatch[] ready = {new CountDownLatch(1)};
        Runnable wake = () -> ready[0].countDown();
        listener.setOnReadyHandler(wake);
        listener.setOnCancelHandler(wake);
        listener.start(root);
        for (int batch = 0; batch < answer.batches(); batch++) {
          while (!listener.isReady() && !listener.isCancelled()) {
            CountDownLatch now = ready[0];
            now.await(5, TimeUnit.MILLISECONDS);
            ready[0] = new CountDownLatch(1);
          }
          if (listener.isCancelled()) {
            return;
          }
          root.clear();
          answer.fill().accept(root, batch);
          listener.putNext();
        }
        listener.completed();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException e) {
        listener.error(e);
      }
    }

    @Override
    public void createPreparedStatement(
        FlightSql.ActionCreatePreparedStatementRequest request,
        CallContext context,
        StreamListener<Result> listener) {
      String sql = request.getQuery();
      try {
        fail(sql);
        String handle = "h" + numbers.incrementAndGet();
        handles.put(handle, sql);
        openHandles.incrementAndGet();
        log.add("prepare " + sql + in(request.getTransactionId()));
        Answer answer = queries.get(sql);
        FlightSql.ActionCreatePreparedStatementResult.Builder result =
            FlightSql.ActionCreatePreparedStatementResult.newBuilder()
                .setPreparedStatementHandle(ByteString.copyFromUtf8(handle))
                .setParameterSchema(bytes(parameters.getOrDefault(sql, new Schema(List.of()))));
        if (answer != null) {
          result.setDatasetSchema(bytes(answer.schema()));
        }
        listener.onNext(new Result(Any.pack(result.build()).toByteArray()));
        listener.onCompleted();
      } catch (RuntimeException e) {
        listener.onError(e);
      }
    }

    @Override
    public void closePreparedStatement(
        FlightSql.ActionClosePreparedStatementRequest request,
        CallContext context,
        StreamListener<Result> listener) {
      if (handles.remove(request.getPreparedStatementHandle().toStringUtf8()) != null) {
        openHandles.decrementAndGet();
      }
      listener.onCompleted();
    }

    @Override
    public Runnable acceptPutPreparedStatementQuery(
        FlightSql.CommandPreparedStatementQuery command,
        CallContext context,
        FlightStream stream,
        StreamListener<PutResult> listener) {
      return () -> {
        drain(stream);
        listener.onCompleted();
      };
    }

    @Override
    public Runnable acceptPutPreparedStatementUpdate(
        FlightSql.CommandPreparedStatementUpdate command,
        CallContext context,
        FlightStream stream,
        StreamListener<PutResult> listener) {
      return () -> {
        int rows = drain(stream);
        String sql = sql(command.getPreparedStatementHandle());
        log.add("update " + sql);
        respond(sql, rows == 0 ? 1 : rows, listener);
      };
    }

    @Override
    public Runnable acceptPutStatement(
        FlightSql.CommandStatementUpdate command,
        CallContext context,
        FlightStream stream,
        StreamListener<PutResult> listener) {
      return () -> {
        String sql = command.getQuery();
        log.add("update " + sql + in(command.getTransactionId()));
        respond(sql, 1, listener);
      };
    }

    private void respond(String sql, int factor, StreamListener<PutResult> listener) {
      try {
        fail(sql);
        FlightSql.DoPutUpdateResult result =
            FlightSql.DoPutUpdateResult.newBuilder()
                .setRecordCount(updates.getOrDefault(sql, 0L) * factor)
                .build();
        var buffer = allocator.buffer(result.getSerializedSize());
        buffer.writeBytes(result.toByteArray());
        try (PutResult put = PutResult.metadata(buffer)) {
          listener.onNext(put);
        }
        listener.onCompleted();
      } catch (RuntimeException e) {
        listener.onError(e);
      }
    }

    private int drain(FlightStream stream) {
      int count = 0;
      while (stream.next()) {
        VectorSchemaRoot root = stream.getRoot();
        for (int row = 0; row < root.getRowCount(); row++) {
          List<Object> values = new ArrayList<>();
          for (FieldVector vector : root.getFieldVectors()) {
            values.add(ArrowValues.reader(vector).apply(row));
          }
          bound.add(values);
          count++;
        }
      }
      return count;
    }

    @Override
    public void beginTransaction(
        FlightSql.ActionBeginTransactionRequest request,
        CallContext context,
        StreamListener<FlightSql.ActionBeginTransactionResult> listener) {
      String id = "t" + numbers.incrementAndGet();
      log.add("begin " + id);
      listener.onNext(
          FlightSql.ActionBeginTransactionResult.newBuilder()
              .setTransactionId(ByteString.copyFromUtf8(id))
              .build());
      listener.onCompleted();
    }

    @Override
    public void endTransaction(
        FlightSql.ActionEndTransactionRequest request,
        CallContext context,
        StreamListener<Result> listener) {
      String how =
          request.getAction()
                  == FlightSql.ActionEndTransactionRequest.EndTransaction.END_TRANSACTION_COMMIT
              ? "commit "
              : "rollback ";
      String end = how + request.getTransactionId().toStringUtf8();
      log.add(end);
      await(end);
      fail(end);
      listener.onCompleted();
    }

    private Answer answer(String sql) {
      fail(sql);
      Answer answer = queries.get(sql);
      if (answer == null) {
        throw CallStatus.INVALID_ARGUMENT
            .withDescription("no script for " + sql)
            .toRuntimeException();
      }
      return answer;
    }

    private void fail(String sql) {
      CallStatus failure = failures.get(sql);
      if (failure != null) {
        throw failure.toRuntimeException();
      }
    }

    private void await(String sql) {
      CountDownLatch gate = gates.get(sql);
      if (gate != null) {
        log.add("waiting " + sql);
        try {
          gate.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }

    private String sql(ByteString handle) {
      return handles.get(handle.toStringUtf8());
    }

    private String in(ByteString transaction) {
      return transaction.isEmpty() ? "" : " in " + transaction.toStringUtf8();
    }

    private FlightInfo info(Schema schema, Message ticket, FlightDescriptor descriptor) {
      Ticket packed = new Ticket(Any.pack(ticket).toByteArray());
      return new FlightInfo(schema, descriptor, List.of(new FlightEndpoint(packed)), -1, -1);
    }

    private ByteString bytes(Schema schema) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        MessageSerializer.serialize(new WriteChannel(Channels.newChannel(out)), schema);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return ByteString.copyFrom(ByteBuffer.wrap(out.toByteArray()));
    }
  }

  static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
