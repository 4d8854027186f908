package org.omnigraph.flight.producer;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.time.Instant;
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
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.flight.error.FlightErrors;
import org.omnigraph.flight.session.Begun;
import org.omnigraph.flight.session.Bound;
import org.omnigraph.flight.session.CallRecord;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.Place;
import org.omnigraph.flight.session.PolledStatement;
import org.omnigraph.flight.session.Result;
import org.omnigraph.flight.session.Session;
import org.omnigraph.flight.session.Transaction;
import org.omnigraph.query.PreparedQuery;
import org.omnigraph.query.PreparedUpdate;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;
import org.omnigraph.query.lance.Part;
import org.omnigraph.query.running.RunningStatement;

/** Statements in the text of a call, and the results that tickets stand for. */
final class StatementCommands {
  /** Fewer rows are not worth a stream of their own. */
  private static final long ROWS_PER_ENDPOINT = 16_384;

  private static final Schema NO_COLUMNS = new Schema(List.of());

  private final Services services;

  StatementCommands(Services services) {
    this.services = services;
  }

  FlightInfo info(
      String sql, Optional<String> transaction, CallScope scope, FlightDescriptor descriptor) {
    return execute(sql, transaction, Bound.NONE, scope, descriptor);
  }

  /**
   * Runs what a statement changes, keeps what it answers, and says where to read it.
   *
   * @param bound the rows of arguments
   */
  FlightInfo execute(
      String sql,
      Optional<String> transaction,
      Bound bound,
      CallScope scope,
      FlightDescriptor descriptor) {
    Result result = divided(result(sql, transaction, bound, scope), transaction, scope);
    return Replies.result(result, descriptor, keep(result, transaction, scope), expiry());
  }

  /**
   * Runs a statement as {@link #execute} does, and what answers rows up to its first batch, which
   * its first reader gets.
   */
  PolledStatement.Outcome begin(
      String sql, Optional<String> transaction, Bound bound, CallScope scope) {
    Result result = divided(result(sql, transaction, bound, scope), transaction, scope);
    if (result instanceof Result.Query query
        && query.parts() == 1
        && query.arguments().size() == 1) {
      try {
        query.begun().set(begin(query, scope));
        scope.record().rows(0);
      } catch (RuntimeException e) {
        query.release();
        throw e;
      }
    }
    return new PolledStatement.Outcome(result, keep(result, transaction, scope));
  }

  private Begun begin(Result.Query query, CallScope scope) {
    RunningStatement statement = running(query, scope);
    try {
      QueryResult rows = query.query().execute(query.arguments().get(0), statement);
      try {
        boolean hasRows = rows.reader().loadNextBatch();
        statement.offers();
        return new Begun(rows, hasRows, statement);
      } catch (IOException | RuntimeException e) {
        rows.close();
        throw e;
      }
    } catch (IOException e) {
      statement.close();
      throw new StorageUnavailable("reading failed: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  /** When a result that is used now is given up. */
  Instant expiry() {
    return Instant.now().plus(services.limits().handleIdle());
  }

  /** In parts, where the client reads several endpoints and each has enough to read. */
  private static Result divided(Result result, Optional<String> transaction, CallScope scope) {
    int most = scope.endpoints();
    boolean divisible =
        most > 1
            && result instanceof Result.Query
            && scope.session().transactions().forRead(transaction).isEmpty();
    if (divisible && result instanceof Result.Query query && query.arguments().size() == 1) {
      int parts = Math.min(most, query.query().parts(ROWS_PER_ENDPOINT));
      return parts > 1 ? query.in(parts) : query;
    }
    return result;
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
   * @param bound the rows of arguments
   */
  Result result(String sql, Optional<String> transaction, Bound bound, CallScope scope) {
    scope.record().sent(sql);
    scope.session().transactions().requireOpen(transaction);
    Optional<SessionText> text = SessionText.parse(sql);
    if (text.isPresent()) {
      scope.record().kind(CallRecord.Kind.SESSION);
      text.get().run(services, scope, transaction);
      return new Result.Done(0);
    }
    if (QueryEngine.isUpdate(sql)) {
      return new Result.Done(change(sql, transaction, bound, scope).total());
    }
    PreparedQuery query = plan(sql, transaction, bound.rows(), scope);
    try {
      return Result.Query.of(query, sql, transaction, arguments(sql, query.parameters(), bound))
          .at(scope.record().target());
    } catch (RuntimeException e) {
      query.close();
      throw e;
    }
  }

  /** What answers a statement: itself, unless it asks for options of the session. */
  private String query(String sql, CallScope scope) {
    return OptionText.shown(sql)
        .map(text -> text.query(new SessionCommands(services), scope))
        .orElse(sql);
  }

  /** The plan over the snapshot that the call sees; in a transaction this pins it. */
  private PreparedQuery plan(
      String text,
      Optional<String> transaction,
      List<List<@Nullable Object>> arguments,
      CallScope scope) {
    String sql = query(text, scope);
    Place place = scope.place();
    Optional<Transaction> open = scope.session().transactions().forRead(transaction);
    scope.record().kind(CallRecord.Kind.QUERY);
    try (RunningStatement statement = begin(sql, open, scope);
        CallRecord.OpenPhase planning = scope.record().phase("plan")) {
      PreparedQuery query =
          open.isPresent()
              ? open.get()
                  .read(
                      place,
                      context -> services.engine().prepare(context, sql, arguments, statement))
              : services.engine().prepare(place.context(), sql, arguments, statement);
      scope.record().shape(query.shape());
      return query;
    }
  }

  private RunningStatement begin(String sql, Optional<Transaction> open, CallScope scope) {
    return scope.begin(
        services.engine().statements(),
        sql,
        open.map(Transaction::id),
        services.limits().statementTimeout());
  }

  /** Changes rows, in a transaction or as a commit of its own. */
  private Affected change(String sql, Optional<String> transaction, Bound bound, CallScope scope) {
    Place place = scope.place();
    place.requireNoSnapshot();
    scope.requireNotReadOnly();
    Optional<Transaction> open = scope.session().transactions().forWrite(transaction);
    scope.record().kind(CallRecord.Kind.UPDATE);
    try (RunningStatement statement = begin(sql, open, scope)) {
      return change(sql, place, bound, open, scope, statement);
    }
  }

  private Affected change(
      String sql,
      Place place,
      Bound bound,
      Optional<Transaction> open,
      CallScope scope,
      RunningStatement statement) {
    try {
      PreparedUpdate update = planned(place, sql, bound, scope, statement);
      Place target = target(update, scope);
      List<List<@Nullable Object>> rows = arguments(sql, update.parameters(), bound);
      List<Long> affected =
          open.isPresent()
              ? open.get()
                  .write(
                      target,
                      statement,
                      scope.quota(),
                      staging -> execute(update, rows, staging, statement, scope))
              : commit(update, rows, statement, scope);
      Affected all = new Affected(affected);
      scope.record().rows(all.total());
      return all;
    } catch (RuntimeException e) {
      if (bound.rows().size() > 1 && statement.run().isPresent()) {
        throw FlightErrors.ofRow(e, statement.run().getAsInt() + 1);
      }
      throw e;
    }
  }

  private PreparedUpdate planned(
      Place place, String sql, Bound bound, CallScope scope, RunningStatement statement) {
    try (CallRecord.OpenPhase planning = scope.record().phase("plan")) {
      return services.engine().prepareUpdate(place.context(), sql, bound.rows(), statement);
    }
  }

  private static List<Long> execute(
      PreparedUpdate update,
      List<List<@Nullable Object>> rows,
      MutationStaging staging,
      RunningStatement statement,
      CallScope scope) {
    try (CallRecord.OpenPhase running = scope.record().phase("execute")) {
      return update.execute(rows, staging, statement);
    }
  }

  /** Runs and commits, again when the branch has moved under it. */
  private static List<Long> commit(
      PreparedUpdate update,
      List<List<@Nullable Object>> rows,
      RunningStatement statement,
      CallScope scope) {
    try (CallRecord.OpenPhase committing = scope.record().phase("commit")) {
      PreparedUpdate.Committed committed =
          update.commit(rows, scope.session().principal().name(), statement);
      scope.record().commit(committed.receipt());
      return committed.rows();
    }
  }

  /** Where an update writes, which the caller must be allowed to. */
  private static Place target(PreparedUpdate update, CallScope scope) {
    Place target = new Place(scope.graphs(), update.graph(), update.branch(), Optional.empty());
    scope.record().place(target);
    target.requireWritable();
    return target;
  }

  /** The parameters of SQL have no names. */
  private static List<List<@Nullable Object>> arguments(
      String sql, Schema parameters, Bound bound) {
    return QueryEngine.isGq(sql) ? bound.named(parameters) : bound.inPlace(parameters);
  }

  /** The plan outside any transaction, for what only wants to know the shape of a statement. */
  PreparedQuery shape(String sql, CallScope scope) {
    String text = query(sql, scope);
    try (CallRecord.OpenPhase planning = scope.record().phase("plan")) {
      return services.engine().prepare(scope.place().context(), text);
    }
  }

  SchemaResult schema(String sql, Optional<String> transaction, CallScope scope) {
    scope.record().sent(sql);
    scope.session().transactions().requireOpen(transaction);
    if (SessionText.parse(sql).isPresent()) {
      return new SchemaResult(NO_COLUMNS);
    }
    scope.session().transactions().requireNotGone(transaction);
    if (QueryEngine.isUpdate(sql)) {
      changeParameters(sql, scope);
      return new SchemaResult(NO_COLUMNS);
    }
    return new SchemaResult(shape(sql, scope).schema());
  }

  /** The parameters of a statement that changes rows, which is checked so far. */
  Schema changeParameters(String sql, CallScope scope) {
    Place place = scope.place();
    try (CallRecord.OpenPhase planning = scope.record().phase("plan")) {
      PreparedUpdate update = services.engine().prepareUpdate(place.context(), sql);
      target(update, scope);
      return update.parameters();
    }
  }

  /**
   * Runs a statement that answers no rows.
   *
   * @param bound the rows of arguments
   * @return how many rows it changed
   */
  Affected update(String sql, Optional<String> transaction, Bound bound, CallScope scope) {
    scope.record().sent(sql);
    scope.session().transactions().requireOpen(transaction);
    Optional<SessionText> text = SessionText.parse(sql);
    if (text.isPresent()) {
      scope.record().kind(CallRecord.Kind.SESSION);
      text.get().run(services, scope, transaction);
      return Affected.of(0);
    }
    if (!QueryEngine.isUpdate(sql)) {
      shape(sql, scope);
      throw new InvalidRequest("this statement answers rows; run it as a query, not as an update");
    }
    return change(sql, transaction, bound, scope);
  }

  void stream(ByteString handle, CallScope scope, ServerStreamListener listener) {
    PartHandle named = PartHandle.parse(Replies.handle(handle));
    Result result = result(named.result(), scope);
    int parts = result instanceof Result.Query query ? query.parts() : 1;
    if (named.part() >= parts) {
      throw PartHandle.unknown();
    }
    start(result, new Part(named.part(), parts), scope, listener);
  }

  /**
   * Starts to send a result.
   *
   * @param part of its rows
   */
  void start(Result result, Part part, CallScope scope, ServerStreamListener listener) {
    if (result instanceof Result.Query query) {
      scope.record().kind(CallRecord.Kind.READ);
      scope.record().shape(query.query().shape());
      query.target().ifPresent(scope.record()::target);
      scope.record().running();
      Optional<Begun> begun = query.takeBegun();
      begun.map(Begun::statement).ifPresent(scope::goOn);
      RunningStatement statement =
          begun.map(Begun::statement).orElseGet(() -> running(query, scope));
      statement
          .cancellation()
          .whenCancelled(scope.session().transactions().reading(query.transaction()));
      ResultStream.start(services, result, part, begun, statement, listener);
    } else {
      ResultStream.start(
          services, result, part, Optional.empty(), RunningStatement.unlisted(), listener);
    }
  }

  private RunningStatement running(Result.Query query, CallScope scope) {
    return scope.beginStream(
        services.engine().statements(),
        query.sql(),
        query.transaction(),
        services.limits().statementTimeout());
  }

  private static Result result(String id, CallScope scope) {
    Session session = scope.session();
    return session
        .results()
        .find(id)
        .or(() -> session.pendingResults().find(id))
        .orElseThrow(PartHandle::unknown);
  }

  /**
   * Keeps a result for longer.
   *
   * @return until when
   */
  Instant renew(ByteString handle, CallScope scope) {
    result(PartHandle.parse(Replies.handle(handle)).result(), scope);
    return expiry();
  }

  /** Ends the streams of a result and forgets it. */
  CancelStatus cancel(ByteString handle, CallScope scope) {
    String id = PartHandle.parse(Replies.handle(handle)).result();
    Result result = result(id, scope);
    scope.session().results().drop(id);
    scope.session().pendingResults().drop(id);
    if (result instanceof Result.Query query) {
      query.cancel();
      return CancelStatus.CANCELLED;
    }
    return CancelStatus.NOT_CANCELLABLE;
  }
}
