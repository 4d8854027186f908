package org.omnigraph.query;

import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.write.Receipt;
import org.omnigraph.query.running.RunningStatement;

/** One planned statement that changes rows. Safe for use by many threads. */
public interface PreparedUpdate {
  /** One nullable field per parameter, with the inferred type. */
  Schema parameters();

  /** The graph that it changes, by its catalog name. */
  String graph();

  /** The branch that it changes. */
  BranchName branch();

  /** The type whose rows it changes. */
  TypeKey type();

  /**
   * Runs the statement once for each row of arguments, in their order; each sees what those before
   * it did. When it fails, {@code staging} is as it was before.
   *
   * @param arguments as for {@link PreparedQuery#execute}, one list a run
   * @param staging of the graph and the branch that it changes
   * @return rows of the table that were inserted, matched or deleted, one number a run
   * @throws org.omnigraph.engine.error.GraphException when a row is refused
   */
  default List<Long> execute(List<List<@Nullable Object>> arguments, MutationStaging staging) {
    return execute(arguments, staging, RunningStatement.unlisted());
  }

  /**
   * As {@link #execute(List, MutationStaging)}.
   *
   * @param statement what it is a part of, and ends with
   */
  List<Long> execute(
      List<List<@Nullable Object>> arguments, MutationStaging staging, RunningStatement statement);

  /**
   * Runs the statement as {@link #execute} does and publishes what it changed as one commit of its
   * own. It is run again, a few times, when the branch moves under it.
   */
  default Committed commit(List<List<@Nullable Object>> arguments, Optional<String> actor) {
    return commit(arguments, actor, RunningStatement.unlisted());
  }

  /**
   * As {@link #commit(List, Optional)}.
   *
   * @param statement what it is a part of; ends it until the commit has begun to change tables
   */
  Committed commit(
      List<List<@Nullable Object>> arguments, Optional<String> actor, RunningStatement statement);

  /**
   * What a statement did that committed by itself.
   *
   * @param rows as {@link #execute} answers
   */
  record Committed(List<Long> rows, Receipt receipt) {
    public Committed {
      rows = List.copyOf(rows);
    }

    /** All runs together. */
    public long affected() {
      return rows.stream().mapToLong(Long::longValue).sum();
    }
  }
}
