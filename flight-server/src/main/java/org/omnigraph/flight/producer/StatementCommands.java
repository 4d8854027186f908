package org.omnigraph.flight.producer;

import com.google.protobuf.ByteString;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.Place;
import org.omnigraph.flight.session.Result;
import org.omnigraph.flight.session.Session;
import org.omnigraph.flight.session.Transaction;
import org.omnigraph.query.PreparedQuery;
import org.omnigraph.query.PreparedUpdate;
import org.omnigraph.query.QueryEngine;

/** Statements in the text of a call, and the results that tickets stand for. */
final class StatementCommands {
  private static final long UNKNOWN = -1;
  private static final Schema NO_COLUMNS = new Schema(List.of());

  private final Services services;

  StatementCommands(Services services) {
    this.services = services;
  }

  FlightInfo info(
      String sql, Optional<String> transaction, CallScope scope, FlightDescriptor descriptor) {
    return execute(sql, transaction, Optional.empty(), scope, descriptor);
  }

  /**
   * Runs what a statement changes, keeps what it answers, and says where to read it.
   *
   * @param bound the rows of arguments; empty when none were bound
   */
  FlightInfo execute(
      String sql,
      Optional<String> transaction,
      Optional<List<List<@Nullable Object>>> bound,
      CallScope scope,
      FlightDescriptor descriptor) {
    Result result = result(sql, transaction, bound, scope);
    String handle = keep(result, transaction, scope);
    boolean ordered = result instanceof Result.Query query && query.query().ordered();
    long records = result instanceof Result.Done done ? done.affected() : UNKNOWN;
    return Replies.result(result.schema(), descriptor, handle, ordered, records);
  }

  /** Keeps a result for its readers; answers its handle. */
  static String keep(Result result, Optional<String> transaction, CallScope scope) {
    Session session = scope.session();
    boolean pending = session.transactions().forRead(transaction).isPresent();
    return (pending ? session.pendingResults() : session.results()).add(result);
  }

  /**
   * Runs what a statement changes, or plans what it answers; the caller keeps the result.
   *
   * @param bound the rows of arguments; empty when none were bound
   */
  Result result(
      String sql,
      Optional<String> transaction,
      Optional<List<List<@Nullable Object>>> bound,
      CallScope scope) {
    Optional<TransactionText> text = TransactionText.parse(sql);
    if (text.isPresent()) {
      text.get().run(scope.session(), transaction);
      return new Result.Done(0);
    }
    if (QueryEngine.isUpdate(sql)) {
      return new Result.Done(change(sql, transaction, bound, scope));
    }
    PreparedQuery query = plan(sql, transaction, scope);
    try {
      return Result.Query.of(query, arguments(query.parameters(), bound));
    } catch (RuntimeException e) {
      query.close();
      throw e;
    }
  }

  /** The plan over the snapshot that the call sees; in a transaction this pins it. */
  private PreparedQuery plan(String sql, Optional<String> transaction, CallScope scope) {
    Place place = scope.place(services.graphs());
    Optional<Transaction> open = scope.session().transactions().forRead(transaction);
    return open.isPresent()
        ? open.get().read(place, context -> services.engine().prepare(context, sql))
        : services.engine().prepare(place.context(), sql);
  }

  /** Changes rows, in a transaction or as a commit of its own. */
  private long change(
      String sql,
      Optional<String> transaction,
      Optional<List<List<@Nullable Object>>> bound,
      CallScope scope) {
    Place place = scope.place(services.graphs());
    place.requireWritable();
    PreparedUpdate update = services.engine().prepareUpdate(place.context(), sql);
    List<List<@Nullable Object>> rows = arguments(update.parameters(), bound);
    Place target = new Place(services.graphs(), update.graph(), update.branch(), Optional.empty());
    Optional<Transaction> open = scope.session().transactions().forWrite(transaction);
    return open.isPresent()
        ? open.get().write(target, staging -> changed(update, rows, staging))
        : update.commit(rows, scope.session().principal().name()).affected();
  }

  private static long changed(
      PreparedUpdate update, List<List<@Nullable Object>> rows, MutationStaging staging) {
    return update.execute(rows, staging).stream().mapToLong(Long::longValue).sum();
  }

  private static List<List<@Nullable Object>> arguments(
      Schema parameters, Optional<List<List<@Nullable Object>>> bound) {
    int wanted = parameters.getFields().size();
    List<List<@Nullable Object>> rows = bound.orElse(List.of(Collections.emptyList()));
    for (List<@Nullable Object> row : rows) {
      if (row.size() != wanted) {
        throw new InvalidRequest(
            "the statement has "
                + wanted
                + " parameter(s) and "
                + row.size()
                + " value(s) are bound; prepare it and bind one value for each '?'");
      }
    }
    return rows;
  }

  /** The plan outside any transaction, for what only wants to know the shape of a statement. */
  PreparedQuery shape(String sql, CallScope scope) {
    return services.engine().prepare(scope.place(services.graphs()).context(), sql);
  }

  SchemaResult schema(String sql, CallScope scope) {
    if (TransactionText.parse(sql).isPresent()) {
      return new SchemaResult(NO_COLUMNS);
    }
    if (QueryEngine.isUpdate(sql)) {
      changeParameters(sql, scope);
      return new SchemaResult(NO_COLUMNS);
    }
    return new SchemaResult(shape(sql, scope).schema());
  }

  /** The parameters of a statement that changes rows, which is checked so far. */
  Schema changeParameters(String sql, CallScope scope) {
    Place place = scope.place(services.graphs());
    return services.engine().prepareUpdate(place.context(), sql).parameters();
  }

  /**
   * Runs a statement that answers no rows.
   *
   * @param bound the rows of arguments; empty when none were bound
   * @return how many rows it changed
   */
  long update(
      String sql,
      Optional<String> transaction,
      Optional<List<List<@Nullable Object>>> bound,
      CallScope scope) {
    Optional<TransactionText> text = TransactionText.parse(sql);
    if (text.isPresent()) {
      text.get().run(scope.session(), transaction);
      return 0;
    }
    if (!QueryEngine.isUpdate(sql)) {
      shape(sql, scope);
      throw new InvalidRequest("this statement answers rows; run it as a query, not as an update");
    }
    return change(sql, transaction, bound, scope);
  }

  void stream(ByteString handle, CallScope scope, ServerStreamListener listener) {
    ResultStream.start(services, result(handle, scope), listener);
  }

  private static Result result(ByteString handle, CallScope scope) {
    Session session = scope.session();
    String id = Replies.handle(handle);
    return session
        .results()
        .find(id)
        .or(() -> session.pendingResults().find(id))
        .orElseThrow(
            () ->
                new NotFound(
                    "this session has no result for the ticket; it is unknown, has expired, or"
                        + " belongs to another session: run the statement again"));
  }

  /** Ends the streams of a result and forgets it. */
  CancelStatus cancel(ByteString handle, CallScope scope) {
    Result result = result(handle, scope);
    scope.session().results().drop(Replies.handle(handle));
    scope.session().pendingResults().drop(Replies.handle(handle));
    if (result instanceof Result.Query query) {
      query.cancel();
      return CancelStatus.CANCELLED;
    }
    return CancelStatus.NOT_CANCELLABLE;
  }
}
