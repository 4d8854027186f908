package org.omnigraph.query.lance;

import java.util.List;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.type.SqlTypes;

/** A leaf of a plan that delivers its rows as Arrow batches. */
public interface ArrowLeaf extends RelNode {
  /**
   * Starts reading some columns. Nothing is opened before the first batch is asked for.
   *
   * @param columns indexes into the row type, each at most once; may be empty when only the number
   *     of rows matters, then the batches have one column that nobody reads
   * @return a reader in the wire types of those columns, each field called {@code c} and its index;
   *     the caller closes it
   */
  ArrowReader open(Execution execution, List<Integer> columns);

  /** The schema of a reader of some columns. */
  static Schema schema(List<Column> columns, List<Integer> read) {
    return new Schema(
        read.stream().map(i -> SqlTypes.wireField("c" + i, columns.get(i).type())).toList());
  }

  /** What it reads and leaves to the table, in a line for the eyes of a user. */
  default String reads(List<Integer> columns) {
    return RelOptUtil.toString(this).strip();
  }

  /** Rows that come, as far as known before reading. */
  double expectedRows();
}
