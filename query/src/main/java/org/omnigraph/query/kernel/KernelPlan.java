package org.omnigraph.query.kernel;

import java.util.List;
import org.omnigraph.query.lance.ArrowLeaf;

/**
 * A plan as DuckDB SQL.
 *
 * @param sql the statement, with holes
 * @param scans the streams that it reads, each exactly once, under its own name
 */
public record KernelPlan(SqlTemplate sql, List<Scan> scans) {
  public KernelPlan {
    scans = List.copyOf(scans);
  }

  /**
   * One stream.
   *
   * @param feeds what runs before the leaf can be read, in the order of its feeds
   * @param columns the columns that the plan uses, indexes into the leaf's row type
   */
  public record Scan(String name, ArrowLeaf leaf, List<Integer> columns, List<Program> feeds) {
    public Scan {
      columns = List.copyOf(columns);
      feeds = List.copyOf(feeds);
    }
  }
}
