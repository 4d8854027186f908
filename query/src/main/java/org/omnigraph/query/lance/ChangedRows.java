package org.omnigraph.query.lance;

import java.util.List;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.omnigraph.query.catalog.GraphTable;

/**
 * The rows of a table in one snapshot that another snapshot does not share with it: all that
 * differ, and some that are alike but were written anew. No rows where the snapshot has no such
 * table.
 */
public final class ChangedRows extends AbstractRelNode implements ArrowLeaf {
  /** A guess, for the order of joins: a difference is read because it is small. */
  private static final double USUAL_ROWS = 10_000;

  private final GraphTable source;
  private final GraphTable other;

  ChangedRows(RelOptCluster cluster, GraphTable source, GraphTable other) {
    super(cluster, cluster.traitSet());
    this.source = source;
    this.other = other;
  }

  GraphTable source() {
    return source;
  }

  GraphTable other() {
    return other;
  }

  @Override
  protected RelDataType deriveRowType() {
    return source.getRowType(getCluster().getTypeFactory());
  }

  @Override
  public ArrowReader open(Execution execution, List<Integer> columns) {
    return new ChangedRowsReader(this, execution, columns.isEmpty() ? List.of(0) : columns);
  }

  @Override
  public String reads(List<Integer> columns) {
    List<String> names = columns.stream().map(i -> source.columns().get(i).name()).toList();
    return source.schema().graph()
        + "."
        + source.schema().schema()
        + "."
        + source.name()
        + ": columns "
        + names
        + " of the rows that are not in "
        + other.schema().schema();
  }

  @Override
  public double expectedRows() {
    return Math.max(1, Math.min(USUAL_ROWS, (double) source.rows()));
  }

  @Override
  public double estimateRowCount(RelMetadataQuery metadata) {
    return expectedRows();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("table", List.of(source.schema().graph(), source.schema().schema(), source.name()))
        .item("beyond", other.schema().schema());
  }
}
