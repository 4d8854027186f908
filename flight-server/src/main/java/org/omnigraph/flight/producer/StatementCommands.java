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
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.Place;
import org.omnigraph.flight.session.Result;
import org.omnigraph.flight.session.Transaction;
import org.omnigraph.query.PreparedQuery;

/** Statements in the text of a call, and the results that tickets stand for. */
final class StatementCommands {
  private static final long UNKNOWN = -1;

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
    String handle = scope.session().results().add(result);
    boolean ordered = result instanceof Result.Query query && query.query().ordered();
    long records = result instanceof Result.Done ? 0 : UNKNOWN;
    return Replies.result(result.schema(), descriptor, handle, ordered, records);
  }

  Result result(
      String sql,
      Optional<String> transaction,
      Optional<List<List<@Nullable Object>>> bound,
      CallScope scope) {
    Optional<TransactionText> text = TransactionText.parse(sql);
    if (text.isPresent()) {
      text.get().run(scope.session());
      return new Result.Done();
    }
    PreparedQuery query = plan(sql, transaction, scope);
    return Result.Query.of(query, arguments(query, bound));
  }

  /** The plan over the snapshot that the call sees; in a transaction this pins it. */
  private PreparedQuery plan(String sql, Optional<String> transaction, CallScope scope) {
    Place place = scope.place(services.graphs());
    Optional<Transaction> open = scope.session().transactions().forRead(transaction);
    Place seen = open.map(t -> t.read(place)).orElse(place);
    return services.engine().prepare(seen.context(), sql);
  }

  private static List<List<@Nullable Object>> arguments(
      PreparedQuery query, Optional<List<List<@Nullable Object>>> bound) {
    int wanted = query.parameters().getFields().size();
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
    Schema schema =
        TransactionText.parse(sql).isPresent()
            ? new Result.Done().schema()
            : shape(sql, scope).schema();
    return new SchemaResult(schema);
  }

  /**
   * Runs a statement that answers no rows.
   *
   * @return how many rows it changed
   */
  long update(String sql, CallScope scope) {
    Optional<TransactionText> text = TransactionText.parse(sql);
    if (text.isEmpty()) {
      shape(sql, scope);
      throw new InvalidRequest("this statement answers rows; run it as a query, not as an update");
    }
    text.get().run(scope.session());
    return 0;
  }

  void stream(ByteString handle, CallScope scope, ServerStreamListener listener) {
    ResultStream.start(services, result(handle, scope), listener);
  }

  private static Result result(ByteString handle, CallScope scope) {
    return scope
        .session()
        .results()
        .find(Replies.handle(handle))
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
    if (result instanceof Result.Query query) {
      query.cancel();
      return CancelStatus.CANCELLED;
    }
    return CancelStatus.NOT_CANCELLABLE;
  }
}
