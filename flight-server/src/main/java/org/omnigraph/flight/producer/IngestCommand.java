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
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.Graphs;
import org.omnigraph.flight.session.Place;
import org.omnigraph.flight.session.Transaction;

/**
 * Bulk ingest: a stream of batches into one type, as one commit or as a part of the session's
 * transaction.
 *
 * <p>Outside a transaction nothing is visible before the stream has ended well, and nothing stays
 * when it breaks.
 */
final class IngestCommand {
  /** What an existing id means: {@code append} refuses it, {@code merge} replaces the row. */
  static final String MODE_OPTION = "omnigraph.mode";

  /** The same as a header, for clients that cannot send options. */
  static final String MODE_HEADER = "x-omnigraph-mode";

  private final Services services;
  private final CommandStatementIngest command;
  private final CallScope scope;

  IngestCommand(Services services, CommandStatementIngest command, CallScope scope) {
    this.services = services;
    this.command = command;
    this.scope = scope;
  }

  /**
   * Takes the whole stream.
   *
   * @param isCancelled whether the client has gone away
   * @return rows added
   */
  long run(FlightStream stream, java.util.function.BooleanSupplier isCancelled) {
    Place place = place();
    place.requireWritable();
    if (command.getTemporary()) {
      throw new Unsupported("there are no temporary tables here; ingest into a type of the schema");
    }
    WriteMode mode = mode();
    TypeKey type = type(place.graph(), stream);
    Optional<Transaction> open = scope.session().transactions().forWrite(transaction());
    if (open.isPresent()) {
      return open.get()
          .write(place, staging -> staging.atomically(() -> add(staging, type, mode, stream)));
    }
    return commit(place, type, mode, stream, isCancelled);
  }

  private Place place() {
    Graphs graphs = services.graphs();
    Place session = scope.place(graphs);
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
    services.graphs().requireBranch(place.catalog(), branch);
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
      java.util.function.BooleanSupplier isCancelled) {
    Graph graph = place.graph();
    try (MutationStaging staging = graph.beginBulk(place.branch())) {
      long rows = add(staging, type, mode, stream);
      if (isCancelled.getAsBoolean()) {
        throw new Cancelled("the client went away before the rows were committed; none is kept");
      }
      graph.commit(
          staging, new CommitOptions(scope.session().principal().name(), Optional.empty()));
      return rows;
    }
  }

  private long add(MutationStaging staging, TypeKey type, WriteMode mode, FlightStream stream) {
    boolean more = stream.next();
    RowSink sink = staging.rows(type, mode);
    if (!stream.hasRoot()) {
      return 0;
    }
    sink.open(stream.getSchema());
    long rows = 0;
    while (more) {
      VectorSchemaRoot root = stream.getRoot();
      sink.add(root, stream.getDictionaryProvider(), RowPlaces.numbered("", rows));
      rows += root.getRowCount();
      more = stream.next();
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
            .or(() -> scope.header(MODE_HEADER))
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
      stream.next();
      throw target.cannotCreate(
          command.getTable(), stream.hasRoot() ? stream.getSchema() : new Schema(List.of()));
    }
    throw new NotFound(
        "the graph has no type '" + command.getTable() + "'; it has " + target.names());
  }
}
