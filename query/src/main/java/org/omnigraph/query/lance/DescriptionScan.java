package org.omnigraph.query.lance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableScan;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.catalog.DescriptionTable;

/** A scan of a system table. */
public final class DescriptionScan extends TableScan implements ArrowLeaf {
  private static final double USUAL_ROWS = 100;

  private final DescriptionTable source;
  private final Map<String, Set<String>> wanted;

  private DescriptionScan(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelOptTable table,
      DescriptionTable source,
      Map<String, Set<String>> wanted) {
    super(cluster, traits, List.of(), table);
    this.source = source;
    this.wanted = wanted;
  }

  static DescriptionScan of(RelOptCluster cluster, RelOptTable table, DescriptionTable source) {
    return new DescriptionScan(cluster, cluster.traitSet(), table, source, Map.of());
  }

  /** For some columns the only values whose rows are wanted. */
  Map<String, Set<String>> wanted() {
    return wanted;
  }

  /** The same scan, which may leave out what is not wanted. */
  DescriptionScan wanting(Map<String, Set<String>> values) {
    return new DescriptionScan(getCluster(), getTraitSet(), getTable(), source, values);
  }

  @Override
  public ArrowReader open(Execution execution, List<Integer> columns) {
    List<Integer> read = columns.isEmpty() ? List.of(0) : columns;
    Schema schema = ArrowLeaf.schema(source.columns(), read);
    return new RowsReader(
        execution.allocator(),
        schema,
        () -> project(source.rows(execution.graph(source.graph()), wanted), read));
  }

  private static List<List<@Nullable Object>> project(
      List<List<@Nullable Object>> rows, List<Integer> columns) {
    List<List<@Nullable Object>> projected = new ArrayList<>(rows.size());
    for (List<@Nullable Object> row : rows) {
      List<@Nullable Object> values = new ArrayList<>(columns.size());
      columns.forEach(column -> values.add(row.get(column)));
      projected.add(values);
    }
    return projected;
  }

  @Override
  public double expectedRows() {
    return USUAL_ROWS;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new DescriptionScan(getCluster(), traits, getTable(), source, wanted);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).itemIf("wanted", wanted, !wanted.isEmpty());
  }
}
