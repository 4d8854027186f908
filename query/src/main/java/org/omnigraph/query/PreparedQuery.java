package org.omnigraph.query;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.query.lance.Part;
import org.omnigraph.query.running.RunningStatement;

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

  /** The operators of its plan, without any value; empty when nobody has planned it. */
  default String shape() {
    return "";
  }

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
  default QueryResult execute(List<@Nullable Object> arguments) {
    return execute(arguments, RunningStatement.unlisted());
  }

  /**
   * As {@link #execute(List)}.
   *
   * @param statement what it is a part of, and ends with
   */
  default QueryResult execute(List<@Nullable Object> arguments, RunningStatement statement) {
    return execute(arguments, Part.WHOLE, statement);
  }

  /**
   * As {@link #execute(List, RunningStatement)}, of a part of the rows. The parts of one count are
   * disjoint and together all rows; each may be run any number of times, in any order or at once.
   *
   * @param part of as many as {@link #parts} answers, or the whole
   */
  QueryResult execute(List<@Nullable Object> arguments, Part part, RunningStatement statement);

  /**
   * Into how many parts the result can be divided: one when its rows come in an order, are not
   * those of one table as it is stored, or are too few.
   *
   * @param rowsEach rows that a part should have at least, positive
   */
  int parts(long rowsEach);

  /** Bytes of memory that it keeps of a transaction that has ended. */
  default long keptBytes() {
    return 0;
  }

  /**
   * Gives back the rows of a transaction that it kept for its executions; those that run keep them
   * until they end. Without a transaction it keeps nothing.
   */
  @Override
  void close();
}
