package org.omnigraph.flight.producer;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.flight.session.Bound;
import org.omnigraph.flight.session.CallRecord;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.Place;
import org.omnigraph.flight.session.PolledStatement;
import org.omnigraph.flight.session.PreparedStatement;
import org.omnigraph.flight.session.Result;
import org.omnigraph.flight.session.Transaction;
import org.omnigraph.query.PreparedQuery;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.lance.Part;

/** Statements that clients prepare, bind and run. */
final class PreparedCommands {
  private static final Schema NO_PARAMETERS = new Schema(List.of());

  private final StatementCommands statements;

  PreparedCommands(StatementCommands statements) {
    this.statements = statements;
  }

  /** An update has no dataset schema: that is how clients tell it from a query. */
  ActionCreatePreparedStatementResult create(
      String sql, Optional<String> transaction, CallScope scope) {
    scope.record().kind(CallRecord.Kind.PREPARE);
    scope.record().sent(sql);
    Optional<Transaction> in = transaction.map(scope.session().transactions()::open);
    ActionCreatePreparedStatementResult.Builder reply =
        ActionCreatePreparedStatementResult.newBuilder();
    boolean isOfSession = SessionText.parse(sql).isPresent();
    if (!isOfSession) {
      scope.session().transactions().requireNotGone(transaction);
    }
    if (isOfSession) {
      reply.setParameterSchema(encapsulated(NO_PARAMETERS));
    } else if (QueryEngine.isUpdate(sql)) {
      reply.setParameterSchema(encapsulated(statements.changeParameters(sql, scope)));
    } else {
      PreparedQuery query = statements.shape(sql, scope);
      reply
          .setDatasetSchema(encapsulated(query.schema()))
          .setParameterSchema(encapsulated(query.parameters()));
    }
    String handle =
        scope
            .session()
            .statements()
            .add(new PreparedStatement(sql, in.map(open -> within(open, sql, scope))));
    return reply.setPreparedStatementHandle(Replies.handle(handle)).build();
  }

  private static PreparedStatement.Within within(Transaction open, String sql, CallScope scope) {
    return new PreparedStatement.Within(
        open, SessionText.parse(sql).isPresent() ? Optional.empty() : Optional.of(scope.place()));
  }

  /** Idempotent, since clients close twice and handles expire. */
  void close(ByteString handle, CallScope scope) {
    scope.session().statements().drop(Replies.handle(handle));
  }

  FlightInfo info(ByteString handle, CallScope scope, FlightDescriptor descriptor) {
    PreparedStatement statement = statement(handle, scope);
    return statements.execute(
        statement.sql(), transaction(statement, scope), statement.bound(), scope, descriptor);
  }

  /** As {@link #info}, begun like {@link StatementCommands#begin}. */
  PolledStatement.Outcome begin(ByteString handle, CallScope scope) {
    PreparedStatement statement = statement(handle, scope);
    return statements.begin(
        statement.sql(), transaction(statement, scope), statement.bound(), scope);
  }

  SchemaResult schema(ByteString handle, CallScope scope) {
    PreparedStatement statement = statement(handle, scope);
    return statements.schema(statement.sql(), transaction(statement, scope), scope);
  }

  void stream(ByteString handle, CallScope scope, ServerStreamListener listener) {
    PreparedStatement statement = statement(handle, scope);
    Optional<String> transaction = transaction(statement, scope);
    Result result = statements.result(statement.sql(), transaction, statement.bound(), scope);
    StatementCommands.keep(result, transaction, scope);
    statements.start(result, Part.WHOLE, scope, listener);
  }

  /** Takes the rows of arguments of the next executions. */
  void bind(ByteString handle, FlightStream stream, CallScope scope) {
    PreparedStatement statement = statement(handle, scope);
    statement
        .within()
        .map(PreparedStatement.Within::transaction)
        .ifPresent(scope.session().transactions()::requireNotExpired);
    statement.bind(BoundValues.read(stream));
  }

  /** Runs a prepared statement that answers no rows. */
  Affected update(ByteString handle, FlightStream stream, CallScope scope) {
    PreparedStatement statement = statement(handle, scope);
    Optional<String> transaction = transaction(statement, scope);
    Bound bound = BoundValues.read(stream);
    return statements.update(
        statement.sql(), transaction, bound.rows().isEmpty() ? Bound.NONE : bound, scope);
  }

  /**
   * The transaction that it runs in, if it was prepared in one.
   *
   * @throws NotFound when that has ended and none goes on with it, or one elsewhere
   */
  private static Optional<String> transaction(PreparedStatement statement, CallScope scope) {
    return statement.within().map(within -> goingOn(within, scope).id());
  }

  private static Transaction goingOn(PreparedStatement.Within within, CallScope scope) {
    Transaction now = scope.session().transactions().goingOn(within.transaction());
    if (!now.equals(within.transaction())) {
      within.place().ifPresent(place -> requireSame(place, scope.place()));
    }
    return now;
  }

  private static void requireSame(Place prepared, Place now) {
    boolean same =
        now.catalog().equals(prepared.catalog())
            && now.branch().equals(prepared.branch())
            && now.snapshot().equals(prepared.snapshot());
    if (!same) {
      throw new NotFound(
          "this statement was prepared in a transaction on "
              + named(prepared)
              + ", which has ended, and the one that is open is on "
              + named(now)
              + "; prepare it again");
    }
  }

  private static String named(Place place) {
    return "branch '"
        + place.branch()
        + "' of graph '"
        + place.catalog()
        + "'"
        + place.snapshot().map(commit -> " at " + commit).orElse("");
  }

  private static PreparedStatement statement(ByteString handle, CallScope scope) {
    return scope
        .session()
        .statements()
        .find(Replies.handle(handle))
        .orElseThrow(
            () ->
                new NotFound(
                    "this session has no such prepared statement; it is closed, has expired, was"
                        + " pushed out by newer ones, or belongs to another session: prepare it"
                        + " again"));
  }

  /** A schema as an encapsulated IPC message, which is what clients of every language read. */
  static ByteString encapsulated(Schema schema) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      MessageSerializer.serialize(new WriteChannel(Channels.newChannel(bytes)), schema);
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail to take bytes", e);
    }
    return ByteString.copyFrom(bytes.toByteArray());
  }

  static byte[] packed(ActionCreatePreparedStatementResult result) {
    return Any.pack(result).toByteArray();
  }
}
