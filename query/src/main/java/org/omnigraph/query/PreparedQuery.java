package org.omnigraph.query;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.manifest.Snapshot;

/**
 * One planned statement. Safe for use by many threads; may be executed any number of times, each
 * time over the same snapshot, and inside a transaction over what that had written when the
 * statement was prepared.
 */
public interface PreparedQuery extends AutoCloseable {
  /**
   * The one schema of the result, bit for bit what {@link QueryResult#reader()} delivers,
   * nullability included.
   */
  Schema schema();

  /**
   * One nullable field per parameter, with the inferred type (the Arrow null type when unknown).
   */
  Schema parameters();

  /** The snapshot that the statement reads. */
  Snapshot snapshot();

  /** Whether the rows come in a meaningful order, so that a client must read one stream. */
  boolean ordered();

  /**
   * Starts the statement.
   *
   * @param arguments one value a parameter in Java's own types (Long, Integer, String, Boolean,
   *     Double, Float, BigDecimal, LocalDate, LocalDateTime, byte[], List); null is SQL null
   */
  QueryResult execute(List<@Nullable Object> arguments);

  /**
   * Gives back the rows of a transaction that it kept for its executions; those that run keep them
   * until they end. Without a transaction it keeps nothing.
   */
  @Override
  void close();
}
