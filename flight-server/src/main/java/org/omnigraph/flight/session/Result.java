package org.omnigraph.flight.session;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
   * @param arguments the bound rows; the query runs once for each, and the results follow one
   *     another
   * @param streams the streams that read it now
   */
  record Query(
      PreparedQuery query, List<List<@Nullable Object>> arguments, Set<Cancellable> streams)
      implements Result {
    public Query {
      arguments = List.copyOf(arguments);
    }

    public static Query of(PreparedQuery query, List<List<@Nullable Object>> arguments) {
      return new Query(query, arguments, ConcurrentHashMap.newKeySet());
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

  /** Gives back what it keeps; streams under way go on. */
  default void release() {
    if (this instanceof Query query) {
      query.query().close();
    }
  }

  /** A stream under way. */
  @FunctionalInterface
  interface Cancellable {
    void cancel();
  }
}
