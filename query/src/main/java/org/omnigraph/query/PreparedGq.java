package org.omnigraph.query;

import java.util.Map;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.query.running.RunningStatement;

/**
 * One planned read of the {@code .gq} language. Safe for use by many threads; may be executed any
 * number of times, each time over the same snapshot.
 */
public interface PreparedGq extends AutoCloseable {
  /** The query's name. */
  String name();

  /** The one schema of the result, as {@link PreparedQuery#schema()}. */
  Schema schema();

  /** One field a declared parameter; those that must be given are not nullable. */
  Schema parameters();

  /** The snapshot that the query reads. */
  Snapshot snapshot();

  /** Whether the rows come in a meaningful order. */
  boolean ordered();

  /**
   * Starts the query.
   *
   * @param parameters by name, without {@code $}, as JSON has them: String, Boolean, any Number,
   *     List, null; also LocalDate, LocalDateTime and Instant. Names that the query does not
   *     declare are ignored
   * @throws org.omnigraph.engine.error.InvalidRequest naming a parameter that is missing or does
   *     not fit
   */
  default QueryResult execute(Map<String, ? extends @Nullable Object> parameters) {
    return execute(parameters, RunningStatement.unlisted());
  }

  /**
   * As {@link #execute(Map)}.
   *
   * @param statement what it is a part of, and ends with
   */
  QueryResult execute(
      Map<String, ? extends @Nullable Object> parameters, RunningStatement statement);

  /** Gives back what it kept of a transaction, as {@link PreparedQuery#close()}. */
  @Override
  void close();
}
