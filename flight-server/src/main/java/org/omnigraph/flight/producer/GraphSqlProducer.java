package org.omnigraph.flight.producer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightConstants;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.GetSessionOptionsResult;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.RenewFlightEndpointRequest;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlProducer;
import org.apache.arrow.flight.sql.FlightSqlUtils;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginSavepointRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginSavepointResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginTransactionRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginTransactionResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionClosePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedSubstraitPlanRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionEndSavepointRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionEndTransactionRequest;
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
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementSubstraitPlan;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutUpdateResult;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.flight.error.FlightErrors;
import org.omnigraph.flight.producer.CatalogCommands.TableFilter;
import org.omnigraph.flight.producer.CatalogCommands.TableName;
import org.omnigraph.flight.session.Bound;
import org.omnigraph.flight.session.CallRecord;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.Draining;
import org.omnigraph.flight.session.Transaction;

/** Hands each Flight SQL command to the class that knows it. Holds no logic of its own. */
public final class GraphSqlProducer implements FlightSqlProducer {
  private static final List<ActionType> ACTIONS =
      List.of(
          FlightSqlUtils.FLIGHT_SQL_CREATE_PREPARED_STATEMENT,
          FlightSqlUtils.FLIGHT_SQL_CLOSE_PREPARED_STATEMENT,
          FlightSqlUtils.FLIGHT_SQL_BEGIN_TRANSACTION,
          FlightSqlUtils.FLIGHT_SQL_END_TRANSACTION,
          FlightSqlUtils.FLIGHT_SQL_BEGIN_SAVEPOINT,
          FlightSqlUtils.FLIGHT_SQL_END_SAVEPOINT,
          FlightSqlUtils.FLIGHT_SQL_CANCEL_QUERY,
          FlightConstants.CANCEL_FLIGHT_INFO,
          FlightConstants.RENEW_FLIGHT_ENDPOINT,
          FlightConstants.SET_SESSION_OPTIONS,
          FlightConstants.GET_SESSION_OPTIONS,
          FlightConstants.CLOSE_SESSION);

  /** Actions that begin work, which a server that drains does not take. */
  private static final Set<String> BEGINNING =
      Set.of(
          FlightSqlUtils.FLIGHT_SQL_CREATE_PREPARED_STATEMENT.getType(),
          FlightSqlUtils.FLIGHT_SQL_BEGIN_SAVEPOINT.getType());

  private final Services services;
  private final StatementCommands statements;
  private final PreparedCommands prepared;
  private final PollCommands polls;
  private final CatalogCommands catalog;
  private final InfoCommands info;
  private final SessionCommands session;

  public GraphSqlProducer(Services services) {
    this.services = services;
    this.statements = new StatementCommands(services);
    this.prepared = new PreparedCommands(statements);
    this.polls = new PollCommands(services, statements, prepared);
    this.catalog = new CatalogCommands(services);
    this.info = new InfoCommands(services);
    this.session = new SessionCommands(services);
  }

  private static CallScope scope() {
    return CallScope.current();
  }

  @Override
  public void close() {}

  @Override
  public void listFlights(
      CallContext context, Criteria criteria, StreamListener<FlightInfo> listener) {
    catalog.flights(new String(criteria.getExpression(), UTF_8), scope(), listener);
    listener.onCompleted();
  }

  @Override
  public void listActions(CallContext context, StreamListener<ActionType> listener) {
    ACTIONS.forEach(listener::onNext);
    listener.onCompleted();
  }

  // What is no Flight SQL at all

  @Override
  public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
    WellFormed.requireAsked(descriptor);
    return FlightSqlProducer.super.getFlightInfo(context, descriptor);
  }

  @Override
  public PollInfo pollFlightInfo(CallContext context, FlightDescriptor descriptor) {
    WellFormed.require(descriptor);
    return polls
        .poll(descriptor, scope(), context::isCancelled)
        .orElseGet(
            () -> {
              WellFormed.requireAsked(descriptor);
              services.draining().requireTaken();
              return FlightSqlProducer.super.pollFlightInfo(context, descriptor);
            });
  }

  @Override
  public SchemaResult getSchema(CallContext context, FlightDescriptor descriptor) {
    WellFormed.requireAsked(descriptor);
    return FlightSqlProducer.super.getSchema(context, descriptor);
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    WellFormed.require(ticket);
    FlightSqlProducer.super.getStream(context, ticket, listener);
  }

  @Override
  public void doAction(CallContext context, Action action, StreamListener<Result> listener) {
    WellFormed.require(action, ACTIONS);
    if (!action.getType().equals(FlightConstants.CLOSE_SESSION.getType())) {
      scope().session().requireLive();
    }
    if (BEGINNING.contains(action.getType())) {
      services.draining().requireTaken(scope().session());
    }
    FlightSqlProducer.super.doAction(context, action, listener);
  }

  /**
   * A client that has no batch to ingest may end its stream without a single message, the command
   * included (the Go client does): nothing was sent, and nothing changes.
   */
  @Override
  public Runnable acceptPut(
      CallContext context, FlightStream stream, StreamListener<PutResult> listener) {
    if (!scope().opening().await()) {
      return () ->
          Replies.updated(DoPutUpdateResult.getDefaultInstance(), services.results(), listener);
    }
    WellFormed.requirePut(stream.getDescriptor());
    return FlightSqlProducer.super.acceptPut(context, stream, listener);
  }

  // Statements

  @Override
  public FlightInfo getFlightInfoStatement(
      CommandStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return statements.info(
        command.getQuery(),
        Replies.given(command.hasTransactionId(), command.getTransactionId()),
        scope(),
        descriptor);
  }

  @Override
  public SchemaResult getSchemaStatement(
      CommandStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return statements.schema(
        command.getQuery(),
        Replies.given(command.hasTransactionId(), command.getTransactionId()),
        scope());
  }

  @Override
  public void getStreamStatement(
      TicketStatementQuery ticket, CallContext context, ServerStreamListener listener) {
    statements.stream(ticket.getStatementHandle(), scope(), listener);
  }

  @Override
  public Runnable acceptPutStatement(
      CommandStatementUpdate command,
      CallContext context,
      FlightStream stream,
      StreamListener<PutResult> listener) {
    CallScope scope = scope();
    // Nothing is drained: clients keep this stream open until they have the answer.
    return () ->
        Replies.updated(
            statements
                .update(
                    command.getQuery(),
                    Replies.given(command.hasTransactionId(), command.getTransactionId()),
                    Bound.NONE,
                    scope)
                .reply(scope),
            services.results(),
            listener);
  }

  // Prepared statements

  @Override
  public void createPreparedStatement(
      ActionCreatePreparedStatementRequest request,
      CallContext context,
      StreamListener<Result> listener) {
    ActionCreatePreparedStatementResult created;
    try {
      created =
          prepared.create(
              request.getQuery(),
              Replies.given(request.hasTransactionId(), request.getTransactionId()),
              scope());
    } catch (Unsupported e) {
      throw FlightErrors.ofPrepared(e);
    }
    listener.onNext(new Result(PreparedCommands.packed(created)));
    listener.onCompleted();
  }

  @Override
  public void closePreparedStatement(
      ActionClosePreparedStatementRequest request,
      CallContext context,
      StreamListener<Result> listener) {
    prepared.close(request.getPreparedStatementHandle(), scope());
    listener.onCompleted();
  }

  @Override
  public FlightInfo getFlightInfoPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return prepared.info(command.getPreparedStatementHandle(), scope(), descriptor);
  }

  @Override
  public SchemaResult getSchemaPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return prepared.schema(command.getPreparedStatementHandle(), scope());
  }

  @Override
  public void getStreamPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, ServerStreamListener listener) {
    prepared.stream(command.getPreparedStatementHandle(), scope(), listener);
  }

  @Override
  public Runnable acceptPutPreparedStatementQuery(
      CommandPreparedStatementQuery command,
      CallContext context,
      FlightStream stream,
      StreamListener<PutResult> listener) {
    CallScope scope = scope();
    return () -> {
      draining(
          stream,
          () -> {
            prepared.bind(command.getPreparedStatementHandle(), stream, scope);
            return 0;
          });
      listener.onCompleted();
    };
  }

  @Override
  public Runnable acceptPutPreparedStatementUpdate(
      CommandPreparedStatementUpdate command,
      CallContext context,
      FlightStream stream,
      StreamListener<PutResult> listener) {
    CallScope scope = scope();
    return update(
        stream,
        listener,
        () -> prepared.update(command.getPreparedStatementHandle(), stream, scope).reply(scope));
  }

  private Runnable update(
      FlightStream stream, StreamListener<PutResult> listener, Supplier<DoPutUpdateResult> work) {
    return () -> Replies.updated(draining(stream, work), services.results(), listener);
  }

  /**
   * Reads the client's stream to its end also when the work fails: a client that is still sending
   * when the call closes sees a broken connection and not the reason. Only for streams of rows,
   * which clients end before they wait for the answer.
   */
  private static <T> T draining(FlightStream stream, Supplier<T> work) {
    try {
      return work.get();
    } catch (Throwable failure) {
      drain(stream, failure);
      throw failure;
    }
  }

  private static void drain(FlightStream stream, Throwable failure) {
    try {
      boolean more = true;
      while (more) {
        more = stream.next();
      }
    } catch (RuntimeException broken) {
      if (broken != failure) {
        failure.addSuppressed(broken);
      }
    }
  }

  // Bulk ingest and transactions

  @Override
  public Runnable acceptPutStatementBulkIngest(
      CommandStatementIngest command,
      CallContext context,
      FlightStream stream,
      StreamListener<PutResult> listener) {
    CallScope scope = scope();
    IngestCommand ingest = new IngestCommand(services, command, scope);
    return update(
        stream, listener, () -> Affected.of(ingest.run(stream, context::isCancelled)).reply(scope));
  }

  @Override
  public void beginTransaction(
      ActionBeginTransactionRequest request,
      CallContext context,
      StreamListener<ActionBeginTransactionResult> listener) {
    ByteString id = Replies.handle(scope().session().transactions().begin());
    listener.onNext(ActionBeginTransactionResult.newBuilder().setTransactionId(id).build());
    listener.onCompleted();
  }

  @Override
  public void endTransaction(
      ActionEndTransactionRequest request, CallContext context, StreamListener<Result> listener) {
    try (Draining.Ending ending = services.draining().ending()) {
      end(request, listener);
    }
  }

  private static void end(ActionEndTransactionRequest request, StreamListener<Result> listener) {
    String id = Replies.handle(request.getTransactionId());
    CallScope scope = scope();
    CallRecord record = scope.record();
    scope.session().transactions().target(Optional.of(id)).ifPresent(record::target);
    switch (request.getAction()) {
      case END_TRANSACTION_COMMIT -> {
        record.kind(CallRecord.Kind.COMMIT);
        try (CallRecord.OpenPhase committing = record.phase("commit")) {
          scope
              .session()
              .transactions()
              .commit(id, scope.session().principal().name())
              .ifPresent(record::commit);
        }
      }
      case END_TRANSACTION_ROLLBACK -> {
        record.kind(CallRecord.Kind.ROLLBACK);
        scope.session().transactions().rollbackAs(id);
      }
      case END_TRANSACTION_UNSPECIFIED, UNRECOGNIZED ->
          throw new InvalidRequest("say whether to commit or to roll back the transaction");
    }
    listener.onCompleted();
  }

  @Override
  public void beginSavepoint(
      ActionBeginSavepointRequest request,
      CallContext context,
      StreamListener<ActionBeginSavepointResult> listener) {
    Transaction transaction =
        scope().session().transactions().open(Replies.handle(request.getTransactionId()));
    ByteString id = Replies.handle(transaction.savepoint(request.getName()));
    listener.onNext(ActionBeginSavepointResult.newBuilder().setSavepointId(id).build());
    listener.onCompleted();
  }

  @Override
  public void endSavepoint(
      ActionEndSavepointRequest request, CallContext context, StreamListener<Result> listener) {
    String id = Replies.handle(request.getSavepointId());
    Transaction transaction = scope().session().transactions().withSavepoint(id);
    switch (request.getAction()) {
      case END_SAVEPOINT_ROLLBACK -> transaction.rollbackTo(id);
      case END_SAVEPOINT_RELEASE -> transaction.release(id);
      case END_SAVEPOINT_UNSPECIFIED, UNRECOGNIZED ->
          throw new InvalidRequest("say whether to release the savepoint or to roll back to it");
    }
    listener.onCompleted();
  }

  // Sessions

  @Override
  public void setSessionOptions(
      SetSessionOptionsRequest request,
      CallContext context,
      StreamListener<SetSessionOptionsResult> listener) {
    listener.onNext(session.set(request.getSessionOptions(), scope()));
    listener.onCompleted();
  }

  @Override
  public void getSessionOptions(
      GetSessionOptionsRequest request,
      CallContext context,
      StreamListener<GetSessionOptionsResult> listener) {
    listener.onNext(session.get(scope()));
    listener.onCompleted();
  }

  @Override
  public void closeSession(
      CloseSessionRequest request,
      CallContext context,
      StreamListener<CloseSessionResult> listener) {
    listener.onNext(session.close(scope()));
    listener.onCompleted();
  }

  // Cancellation

  @Override
  public void cancelFlightInfo(
      CancelFlightInfoRequest request, CallContext context, StreamListener<CancelStatus> listener) {
    listener.onNext(cancel(request.getInfo()));
    listener.onCompleted();
  }

  private CancelStatus cancel(FlightInfo query) {
    FlightDescriptor descriptor = query.getDescriptor();
    Optional<ByteString> polled =
        descriptor.isCommand() ? handle(descriptor.getCommand()) : Optional.empty();
    if (polled.isPresent()) {
      return polls.cancel(polled.get(), scope());
    }
    CancelStatus status = CancelStatus.NOT_CANCELLABLE;
    for (ByteString result : results(query)) {
      status = statements.cancel(result, scope());
    }
    return status;
  }

  /** The handle of each result that the endpoints are of. */
  private static Set<ByteString> results(FlightInfo query) {
    Set<ByteString> results = new LinkedHashSet<>();
    for (FlightEndpoint endpoint : query.getEndpoints()) {
      handle(endpoint.getTicket().getBytes())
          .map(handle -> PartHandle.parse(Replies.handle(handle)).result())
          .map(Replies::handle)
          .ifPresent(results::add);
    }
    return results;
  }

  private static Optional<ByteString> handle(byte[] ticket) {
    try {
      Any message = Any.parseFrom(ticket);
      return message.is(TicketStatementQuery.class)
          ? Optional.of(message.unpack(TicketStatementQuery.class).getStatementHandle())
          : Optional.empty();
    } catch (InvalidProtocolBufferException e) {
      throw new InvalidRequest("the ticket is not one of this server's", e);
    }
  }

  /** What has no handle is a command, and does not expire. */
  @Override
  public void renewFlightEndpoint(
      RenewFlightEndpointRequest request,
      CallContext context,
      StreamListener<FlightEndpoint> listener) {
    FlightEndpoint endpoint = request.getFlightEndpoint();
    WellFormed.require(endpoint.getTicket());
    listener.onNext(
        handle(endpoint.getTicket().getBytes())
            .map(
                result ->
                    FlightEndpoint.builder(endpoint.getTicket())
                        .setExpirationTime(statements.renew(result, scope()))
                        .build())
            .orElse(endpoint));
    listener.onCompleted();
  }

  // Substrait

  @Override
  public void createPreparedSubstraitPlan(
      ActionCreatePreparedSubstraitPlanRequest request,
      CallContext context,
      StreamListener<ActionCreatePreparedStatementResult> listener) {
    throw noSubstrait();
  }

  @Override
  public FlightInfo getFlightInfoSubstraitPlan(
      CommandStatementSubstraitPlan command, CallContext context, FlightDescriptor descriptor) {
    throw noSubstrait();
  }

  @Override
  public SchemaResult getSchemaSubstraitPlan(
      CommandStatementSubstraitPlan command, CallContext context, FlightDescriptor descriptor) {
    throw noSubstrait();
  }

  @Override
  public Runnable acceptPutSubstraitPlan(
      CommandStatementSubstraitPlan command,
      CallContext context,
      FlightStream stream,
      StreamListener<PutResult> listener) {
    throw noSubstrait();
  }

  private static Unsupported noSubstrait() {
    return new Unsupported("Substrait plans are not done here; send SQL");
  }

  // What the server and its types can do

  @Override
  public FlightInfo getFlightInfoSqlInfo(
      CommandGetSqlInfo request, CallContext context, FlightDescriptor descriptor) {
    return Replies.metadata(Schemas.GET_SQL_INFO_SCHEMA, descriptor);
  }

  @Override
  public void getStreamSqlInfo(
      CommandGetSqlInfo command, CallContext context, ServerStreamListener listener) {
    info.sqlInfo(command.getInfoList(), scope(), listener);
  }

  @Override
  public FlightInfo getFlightInfoTypeInfo(
      CommandGetXdbcTypeInfo request, CallContext context, FlightDescriptor descriptor) {
    return Replies.metadata(Schemas.GET_TYPE_INFO_SCHEMA, descriptor);
  }

  @Override
  public void getStreamTypeInfo(
      CommandGetXdbcTypeInfo request, CallContext context, ServerStreamListener listener) {
    info.typeInfo(
        request.hasDataType() ? Optional.of(request.getDataType()) : Optional.empty(), listener);
  }

  // Catalogs, schemas, tables

  @Override
  public FlightInfo getFlightInfoCatalogs(
      CommandGetCatalogs request, CallContext context, FlightDescriptor descriptor) {
    return Replies.metadata(Schemas.GET_CATALOGS_SCHEMA, descriptor);
  }

  @Override
  public void getStreamCatalogs(CallContext context, ServerStreamListener listener) {
    catalog.catalogs(scope(), listener);
  }

  @Override
  public FlightInfo getFlightInfoSchemas(
      CommandGetDbSchemas request, CallContext context, FlightDescriptor descriptor) {
    return Replies.metadata(Schemas.GET_SCHEMAS_SCHEMA, descriptor);
  }

  @Override
  public void getStreamSchemas(
      CommandGetDbSchemas command, CallContext context, ServerStreamListener listener) {
    catalog.schemas(
        given(command.hasCatalog(), command.getCatalog()),
        given(command.hasDbSchemaFilterPattern(), command.getDbSchemaFilterPattern()),
        scope(),
        listener);
  }

  @Override
  public FlightInfo getFlightInfoTables(
      CommandGetTables request, CallContext context, FlightDescriptor descriptor) {
    return Replies.metadata(
        request.getIncludeSchema()
            ? Schemas.GET_TABLES_SCHEMA
            : Schemas.GET_TABLES_SCHEMA_NO_SCHEMA,
        descriptor);
  }

  @Override
  public void getStreamTables(
      CommandGetTables command, CallContext context, ServerStreamListener listener) {
    TableFilter filter =
        new TableFilter(
            given(command.hasCatalog(), command.getCatalog()),
            given(command.hasDbSchemaFilterPattern(), command.getDbSchemaFilterPattern()),
            given(command.hasTableNameFilterPattern(), command.getTableNameFilterPattern()),
            command.getTableTypesList());
    catalog.tables(filter, command.getIncludeSchema(), scope(), listener);
  }

  @Override
  public FlightInfo getFlightInfoTableTypes(
      CommandGetTableTypes request, CallContext context, FlightDescriptor descriptor) {
    return Replies.metadata(Schemas.GET_TABLE_TYPES_SCHEMA, descriptor);
  }

  @Override
  public void getStreamTableTypes(CallContext context, ServerStreamListener listener) {
    catalog.tableTypes(listener);
  }

  /** An empty filter is a filter: it lets only what has no name pass. */
  private static Optional<String> given(boolean has, String value) {
    return has ? Optional.of(value) : Optional.empty();
  }

  // Keys

  @Override
  public FlightInfo getFlightInfoPrimaryKeys(
      CommandGetPrimaryKeys request, CallContext context, FlightDescriptor descriptor) {
    return Replies.metadata(Schemas.GET_PRIMARY_KEYS_SCHEMA, descriptor);
  }

  @Override
  public void getStreamPrimaryKeys(
      CommandGetPrimaryKeys command, CallContext context, ServerStreamListener listener) {
    TableName table =
        new TableName(
            given(command.hasCatalog(), command.getCatalog()),
            given(command.hasDbSchema(), command.getDbSchema()),
            command.getTable());
    catalog.primaryKeys(table, scope(), listener);
  }

  @Override
  public FlightInfo getFlightInfoExportedKeys(
      CommandGetExportedKeys request, CallContext context, FlightDescriptor descriptor) {
    return Replies.metadata(Schemas.GET_EXPORTED_KEYS_SCHEMA, descriptor);
  }

  @Override
  public void getStreamExportedKeys(
      CommandGetExportedKeys command, CallContext context, ServerStreamListener listener) {
    TableName table =
        new TableName(
            given(command.hasCatalog(), command.getCatalog()),
            given(command.hasDbSchema(), command.getDbSchema()),
            command.getTable());
    catalog.exportedKeys(table, scope(), listener);
  }

  @Override
  public FlightInfo getFlightInfoImportedKeys(
      CommandGetImportedKeys request, CallContext context, FlightDescriptor descriptor) {
    return Replies.metadata(Schemas.GET_IMPORTED_KEYS_SCHEMA, descriptor);
  }

  @Override
  public void getStreamImportedKeys(
      CommandGetImportedKeys command, CallContext context, ServerStreamListener listener) {
    TableName table =
        new TableName(
            given(command.hasCatalog(), command.getCatalog()),
            given(command.hasDbSchema(), command.getDbSchema()),
            command.getTable());
    catalog.importedKeys(table, scope(), listener);
  }

  @Override
  public FlightInfo getFlightInfoCrossReference(
      CommandGetCrossReference request, CallContext context, FlightDescriptor descriptor) {
    return Replies.metadata(Schemas.GET_CROSS_REFERENCE_SCHEMA, descriptor);
  }

  @Override
  public void getStreamCrossReference(
      CommandGetCrossReference command, CallContext context, ServerStreamListener listener) {
    TableName primary =
        new TableName(
            given(command.hasPkCatalog(), command.getPkCatalog()),
            given(command.hasPkDbSchema(), command.getPkDbSchema()),
            command.getPkTable());
    TableName foreign =
        new TableName(
            given(command.hasFkCatalog(), command.getFkCatalog()),
            given(command.hasFkDbSchema(), command.getFkDbSchema()),
            command.getFkTable());
    catalog.crossReference(primary, foreign, scope(), listener);
  }
}
