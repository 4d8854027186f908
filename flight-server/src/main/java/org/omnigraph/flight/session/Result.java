package org.omnigraph.flight.session;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.PreparedQuery;

/**
 * What a ticket stands for. Reading it runs the query over the snapshot it was planned for, so it
 * can be read any number of times and gives the same rows each time.
 */
public sealed interface Result {
  /** The schema of the stream, bit for bit the announced one. */
  Schema schema();

  /**
   * A statement that has done its work already: no columns, no rows.
   *
   * @param affected rows that it changed
   */
  record Done(long affected) implements Result {
    @Override
    public Schema schema() {
      return new Schema(List.of());
    }
  }

  /**
   * A query.
   *
   * @param query the plan over its snapshot
   * @param sql its text
   * @param transaction the id of the transaction that it was planned in
   * @param target where it was planned
   * @param arguments the bound rows; the query runs once for each, and the results follow one
   *     another
   * @param parts how many tickets there are for it, each for a part of the rows
   * @param streams the streams that read it now
   * @param begun the execution that the first reader takes over, if any
   * @param read whether a stream of it has ended
   */
  record Query(
      PreparedQuery query,
      String sql,
      Optional<String> transaction,
      Optional<Target> target,
      List<List<@Nullable Object>> arguments,
      int parts,
      Set<Cancellable> streams,
      AtomicReference<@Nullable Begun> begun,
      AtomicBoolean read)
      implements Result {
    public Query {
      arguments = List.copyOf(arguments);
    }

    public static Query of(
        PreparedQuery query,
        String sql,
        Optional<String> transaction,
        List<List<@Nullable Object>> arguments) {
      return new Query(
          query,
          sql,
          transaction,
          Optional.empty(),
          arguments,
          1,
          ConcurrentHashMap.newKeySet(),
          new AtomicReference<>(),
          new AtomicBoolean());
    }

    /** The same, planned there. */
    public Query at(Optional<Target> where) {
      return new Query(query, sql, transaction, where, arguments, parts, streams, begun, read);
    }

    /** The same in so many parts. */
    public Query in(int count) {
      return new Query(query, sql, transaction, target, arguments, count, streams, begun, read);
    }

    /** Takes over the execution that runs already; whoever does closes it. */
    public Optional<Begun> takeBegun() {
      return Optional.ofNullable(begun.getAndSet(null));
    }

    @Override
    public Schema schema() {
      return query.schema();
    }

    /** Ends the streams that read it now. */
    public void cancel() {
      streams.forEach(Cancellable::cancel);
    }
  }

  /** Whether somebody has had it, and it keeps rows of a transaction that has ended. */
  default boolean isLeft() {
    return this instanceof Query query && query.read().get() && query.query().keptBytes() > 0;
  }

  /** Gives back what it keeps; streams under way go on. */
  default void release() {
    if (this instanceof Query query) {
      query.takeBegun().ifPresent(Begun::close);
      query.query().close();
    }
  }

  /** A stream under way. */
  @FunctionalInterface
  interface Cancellable {
    void cancel();
  }
}
