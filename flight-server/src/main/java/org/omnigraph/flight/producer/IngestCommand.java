package org.omnigraph.flight.producer;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.Years;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.flight.quota.Quota;
import org.omnigraph.flight.session.CallRecord;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.Graphs;
import org.omnigraph.flight.session.Place;
import org.omnigraph.flight.session.RequestHeader;
import org.omnigraph.flight.session.Transaction;
import org.omnigraph.query.running.RunningStatement;

/**
 * Bulk ingest: a stream of batches into one type, as one commit or as a part of the session's
 * transaction.
 *
 * <p>Outside a transaction nothing is visible before the stream has ended well, and nothing stays
 * when it breaks.
 */
final class IngestCommand {
  /**
   * What an existing id means: {@code append} refuses it, {@code merge} replaces the row. Clients
   * that cannot send options send {@link RequestHeader#MODE}.
   */
  static final String MODE_OPTION = "omnigraph.mode";

  private final Services services;
  private final CommandStatementIngest command;
  private final CallScope scope;
  private final Quota.Ingest brought;

  IngestCommand(Services services, CommandStatementIngest command, CallScope scope) {
    this.services = services;
    this.command = command;
    this.scope = scope;
    this.brought = scope.quota().ingest();
  }

  /**
   * Takes the whole stream.
   *
   * @param isCancelled whether the client has gone away
   * @return rows added
   */
  long run(FlightStream stream, java.util.function.BooleanSupplier isCancelled) {
    scope.record().kind(CallRecord.Kind.INGEST);
    scope.session().transactions().requireOpen(transaction());
    Place place = place();
    scope.record().place(place);
    place.requireWritable();
    scope.requireNotReadOnly();
    if (command.getTemporary()) {
      throw new Unsupported("there are no temporary tables here; ingest into a type of the schema");
    }
    WriteMode mode = mode();
    TypeKey type = type(place.graph(), stream);
    Optional<Transaction> open = scope.session().transactions().forWrite(transaction());
    try (RunningStatement statement =
        scope.begin(
            services.engine().statements(),
            "INGEST INTO \"" + command.getTable() + "\"",
            open.map(Transaction::id),
            services.limits().statementTimeout())) {
      long rows =
          open.isPresent()
              ? open.get()
                  .write(
                      place,
                      statement,
                      scope.quota(),
                      staging ->
                          staging.atomically(() -> add(staging, type, mode, stream, statement)))
              : commit(place, type, mode, stream, isCancelled, statement);
      scope.record().rows(rows);
      return rows;
    } finally {
      brought.close();
    }
  }

  private Place place() {
    Graphs graphs = scope.graphs();
    Place session = scope.place();
    Place named =
        command.hasCatalog() && !command.getCatalog().isEmpty()
            ? new Place(
                graphs, graphs.spelled(command.getCatalog()), session.branch(), session.snapshot())
            : session;
    return command.hasSchema() && !command.getSchema().isEmpty()
        ? on(named, BranchName.of(command.getSchema()))
        : named;
  }

  private Place on(Place place, BranchName branch) {
    scope.graphs().requireBranch(place.catalog(), branch);
    return place.on(branch);
  }

  private Optional<String> transaction() {
    return Replies.given(command.hasTransactionId(), command.getTransactionId());
  }

  private long commit(
      Place place,
      TypeKey type,
      WriteMode mode,
      FlightStream stream,
      java.util.function.BooleanSupplier isCancelled,
      RunningStatement statement) {
    Graph graph = place.graph();
    try (MutationStaging staging = graph.beginBulk(place.branch())) {
      staging.heed(statement.cancellation());
      statement.holds(staging.memory());
      long rows = add(staging, type, mode, stream, statement);
      if (isCancelled.getAsBoolean()) {
        throw new Cancelled("the client went away before the rows were committed; none is kept");
      }
      try (CallRecord.OpenPhase committing = scope.record().phase("commit")) {
        scope
            .record()
            .commit(
                graph.commit(
                    staging,
                    new CommitOptions(scope.session().principal().name(), Optional.empty())));
      }
      return rows;
    }
  }

  private long add(
      MutationStaging staging,
      TypeKey type,
      WriteMode mode,
      FlightStream stream,
      RunningStatement statement) {
    ClientBatches batches = new ClientBatches(stream);
    boolean more = batches.next();
    RowSink sink = staging.rows(type, mode);
    if (!batches.hasSchema()) {
      return 0;
    }
    sink.open(batches.schema(), Years.OF_SQL);
    try (CallRecord.OpenPhase running = scope.record().phase("execute")) {
      return addAll(sink, more, batches, statement);
    }
  }

  private long addAll(
      RowSink sink, boolean any, ClientBatches batches, RunningStatement statement) {
    boolean more = any;
    long rows = 0;
    while (more) {
      VectorSchemaRoot root = batches.batch();
      brought.add(root.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum());
      sink.add(root, batches.dictionaries(), RowPlaces.numbered("", rows));
      rows += root.getRowCount();
      statement.made(root.getRowCount());
      more = batches.next();
    }
    return rows;
  }

  private WriteMode mode() {
    refuseUnknownOptions();
    TableDefinitionOptions options = command.getTableDefinitionOptions();
    boolean merge = isMerge();
    return switch (options.getIfExists()) {
      case TABLE_EXISTS_OPTION_APPEND -> merge ? WriteMode.UPSERT : WriteMode.INSERT;
      case TABLE_EXISTS_OPTION_REPLACE -> {
        if (merge) {
          throw new InvalidRequest("mode merge adds to what is there; it cannot be a replace");
        }
        yield WriteMode.REPLACE;
      }
      // Only reached for a type that does not exist, which is refused before a row is added.
      case TABLE_EXISTS_OPTION_FAIL -> WriteMode.INSERT;
      case TABLE_EXISTS_OPTION_UNSPECIFIED, UNRECOGNIZED -> throw unspecified("if_exists");
    };
  }

  private static InvalidRequest unspecified(String option) {
    return new InvalidRequest(
        "the ingest says nothing about "
            + option
            + "; set both table definition options (in ADBC: mode create, append, replace or"
            + " create_append)");
  }

  private void refuseUnknownOptions() {
    for (Map.Entry<String, String> option : command.getOptionsMap().entrySet()) {
      if (!option.getKey().equals(MODE_OPTION)) {
        throw new InvalidRequest(
            "unknown ingest option '" + option.getKey() + "'; there is " + MODE_OPTION);
      }
    }
  }

  private boolean isMerge() {
    String mode =
        Optional.ofNullable(command.getOptionsMap().get(MODE_OPTION))
            .or(() -> scope.header(RequestHeader.MODE))
            .orElse("append");
    if (!Set.of("append", "merge").contains(mode.toLowerCase(Locale.ROOT))) {
      throw new InvalidRequest(
          MODE_OPTION + " is '" + mode + "'; it can be append (the default) or merge");
    }
    return mode.equalsIgnoreCase("merge");
  }

  private TypeKey type(Graph graph, FlightStream stream) {
    TableDefinitionOptions options = command.getTableDefinitionOptions();
    TableNotExistOption ifAbsent = options.getIfNotExist();
    if (ifAbsent != TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE
        && ifAbsent != TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL) {
      throw unspecified("if_not_exist");
    }
    IngestTarget target = new IngestTarget(graph.schema());
    Optional<TypeKey> found = target.find(command.getTable());
    if (found.isPresent()) {
      if (options.getIfExists() == TableExistsOption.TABLE_EXISTS_OPTION_FAIL) {
        throw new Conflict(
            "the graph has the type '"
                + found.get().name()
                + "' already; use mode append to add rows, or replace to put them in place of what"
                + " is there");
      }
      return found.get();
    }
    if (ifAbsent == TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE) {
      ClientBatches batches = new ClientBatches(stream);
      batches.next();
      throw target.cannotCreate(
          command.getTable(), batches.hasSchema() ? batches.schema() : new Schema(List.of()));
    }
    throw new NotFound(
        "the graph has no type '" + command.getTable() + "'; it has " + target.names());
  }
}
