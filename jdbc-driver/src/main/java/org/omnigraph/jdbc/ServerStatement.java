package org.omnigraph.jdbc;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.flight.sql.FlightSqlUtils;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionClosePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutPreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutUpdateResult;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A statement that the server has prepared, with the rows that are bound to its next execution.
 *
 * <p>Arrow's own class for it reads one count an update, whatever the server says besides.
 */
final class ServerStatement {
  /** Asks for the count of each bound row; the value is {@code true}. */
  static final String ROW_COUNTS_HEADER = "x-omnigraph-row-counts";

  /** The field of the answer to an update that has a count for each bound row. */
  private static final int ROW_COUNTS = 1000;

  private static final long READY_POLL_NANOS = 20_000;

  private final FlightClient client;
  private final BufferAllocator allocator;
  private final Schema columns;
  private final Schema parameters;
  private ByteString handle;
  private @Nullable ArgumentRows bound;

  /**
   * What an update did.
   *
   * @param rows one count a bound row; empty when the server did not say
   */
  record Changed(long total, List<Long> rows) {
    Changed {
      rows = List.copyOf(rows);
    }
  }

  private ServerStatement(
      FlightClient client,
      BufferAllocator allocator,
      ActionCreatePreparedStatementResult prepared) {
    this.client = client;
    this.allocator = allocator;
    this.handle = prepared.getPreparedStatementHandle();
    this.columns = schema(prepared.getDatasetSchema());
    this.parameters = schema(prepared.getParameterSchema());
  }

  static ServerStatement prepare(
      FlightClient client,
      BufferAllocator allocator,
      String sql,
      @Nullable Transaction in,
      CallOption... options) {
    ActionCreatePreparedStatementRequest.Builder request =
        ActionCreatePreparedStatementRequest.newBuilder().setQuery(sql);
    if (in != null) {
      request.setTransactionId(ByteString.copyFrom(in.getTransactionId()));
    }
    Iterator<Result> results =
        client.doAction(
            action(FlightSqlUtils.FLIGHT_SQL_CREATE_PREPARED_STATEMENT, request.build()), options);
    ActionCreatePreparedStatementResult prepared =
        FlightSqlUtils.unpackAndParseOrThrow(
            results.next().getBody(), ActionCreatePreparedStatementResult.class);
    results.forEachRemaining(more -> {});
    return new ServerStatement(client, allocator, prepared);
  }

  private static Action action(org.apache.arrow.flight.ActionType type, Message request) {
    return new Action(type.getType(), Any.pack(request).toByteArray());
  }

  private static Schema schema(ByteString message) {
    if (message.isEmpty()) {
      return new Schema(List.of());
    }
    try {
      return MessageSerializer.deserializeSchema(
          new ReadChannel(Channels.newChannel(new ByteArrayInputStream(message.toByteArray()))));
    } catch (IOException e) {
      throw new IllegalStateException("the server's schema of a statement cannot be read", e);
    }
  }

  /** The columns of its result; none for a statement that changes data. */
  Schema columns() {
    return columns;
  }

  Schema parameters() {
    return parameters;
  }

  /** Keeps the rows for the next execution. */
  void bind(ArgumentRows rows) {
    bound = rows;
  }

  /** Keeps what another one keeps. */
  void bindAs(ServerStatement other) {
    bound = other.bound;
  }

  /** Forgets what is bound. */
  void unbind() {
    bound = null;
  }

  FlightInfo query(CallOption... options) throws SQLException {
    ArgumentRows rows = bound;
    if (rows != null) {
      try (SyncPutListener replies = put(query(), rows, options)) {
        PutResult reply = read(replies);
        if (reply != null) {
          try (reply) {
            adopt(reply);
          }
        }
        replies.getResult();
      }
    }
    return client.getInfo(query(), options);
  }

  private FlightDescriptor query() {
    return descriptor(
        CommandPreparedStatementQuery.newBuilder().setPreparedStatementHandle(handle).build());
  }

  /** The server may answer the bound rows with a new handle, and forget the old one. */
  private void adopt(PutResult reply) {
    if (reply.getApplicationMetadata() == null) {
      return;
    }
    try {
      DoPutPreparedStatementResult result =
          DoPutPreparedStatementResult.parseFrom(reply.getApplicationMetadata().nioBuffer());
      if (!result.getPreparedStatementHandle().isEmpty()) {
        handle = result.getPreparedStatementHandle();
      }
    } catch (InvalidProtocolBufferException e) {
      throw unreadable(e);
    }
  }

  Changed update(CallOption... options) throws SQLException {
    FlightDescriptor command =
        descriptor(
            CommandPreparedStatementUpdate.newBuilder().setPreparedStatementHandle(handle).build());
    try (SyncPutListener replies = put(command, bound, options)) {
      PutResult reply = read(replies);
      if (reply == null) {
        replies.getResult();
        return new Changed(-1, List.of());
      }
      try (reply) {
        Changed changed = changed(reply);
        replies.getResult();
        return changed;
      }
    }
  }

  private static Changed changed(PutResult reply) {
    try {
      DoPutUpdateResult result =
          DoPutUpdateResult.parseFrom(reply.getApplicationMetadata().nioBuffer());
      UnknownFieldSet more = result.getUnknownFields();
      return new Changed(
          result.getRecordCount(),
          more.hasField(ROW_COUNTS) ? more.getField(ROW_COUNTS).getVarintList() : List.of());
    } catch (InvalidProtocolBufferException e) {
      throw unreadable(e);
    }
  }

  /** Sends the rows in as many messages as they take; the server applies them as a whole. */
  private SyncPutListener put(
      FlightDescriptor command, @Nullable ArgumentRows rows, CallOption... options)
      throws SQLException {
    SyncPutListener replies = new SyncPutListener();
    Schema schema = rows == null ? new Schema(List.of()) : rows.schema();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      FlightClient.ClientStreamListener listener = client.startPut(command, root, replies, options);
      int sent = 0;
      do {
        if (rows != null) {
          sent = fill(rows, root, sent, listener);
        }
        awaitReady(listener, replies);
        listener.putNext();
      } while (rows != null && sent < rows.count() && !replies.isCancelled());
      listener.completed();
    }
    return replies;
  }

  private static int fill(
      ArgumentRows rows,
      VectorSchemaRoot root,
      int from,
      FlightClient.ClientStreamListener listener)
      throws SQLException {
    try {
      return rows.fill(root, from);
    } catch (SQLException | RuntimeException e) {
      listener.error(e);
      throw e;
    }
  }

  /**
   * Waits until the stream takes a message. Arrow's client waits too, but keeps a core busy that
   * the transport needs to get ready.
   */
  private static void awaitReady(
      FlightClient.ClientStreamListener listener, SyncPutListener replies) {
    while (!listener.isReady() && !replies.isCancelled()) {
      LockSupport.parkNanos(READY_POLL_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
  }

  private static @Nullable PutResult read(SyncPutListener replies) {
    try {
      return replies.read();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(Interrupts.WAITED, e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
  }

  private static FlightDescriptor descriptor(Message command) {
    return FlightDescriptor.command(Any.pack(command).toByteArray());
  }

  private static IllegalStateException unreadable(InvalidProtocolBufferException e) {
    return new IllegalStateException("the server's answer to a statement cannot be read", e);
  }

  /** Tells the server to forget it. */
  void close(CallOption... options) {
    unbind();
    client
        .doAction(
            action(
                FlightSqlUtils.FLIGHT_SQL_CLOSE_PREPARED_STATEMENT,
                ActionClosePreparedStatementRequest.newBuilder()
                    .setPreparedStatementHandle(handle)
                    .build()),
            options)
        .forEachRemaining(nothing -> {});
  }
}
