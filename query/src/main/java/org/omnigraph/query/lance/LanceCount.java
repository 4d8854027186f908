package org.omnigraph.query.lance;

import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.memtable.MemTable;

/** One row with the number of rows of a scan, counted by the table. */
public final class LanceCount extends AbstractRelNode implements ArrowLeaf {
  private final LanceTableScan scan;
  private final RelDataType counted;

  LanceCount(LanceTableScan scan, RelDataType rowType) {
    super(scan.getCluster(), scan.getTraitSet());
    this.scan = scan;
    this.counted = rowType;
  }

  public LanceTableScan scan() {
    return scan;
  }

  @Override
  protected RelDataType deriveRowType() {
    return counted;
  }

  @Override
  public ArrowReader open(Execution execution, List<Integer> columns) {
    return new RowsReader(
        execution.allocator(),
        ArrowLeaf.schema(
            List.of(new Column("c0", counted.getFieldList().get(0).getType())), List.of(0)),
        () -> List.of(List.of(count(execution))));
  }

  private long count(Execution execution) {
    Predicate filter = Predicate.TRUE;
    for (Predicate predicate : scan.predicates(execution.arguments())) {
      if (RexToPredicate.isFalse(predicate)) {
        return 0;
      }
      filter = Predicate.and(filter, predicate);
    }
    Binding binding = execution.binding(scan.source().schema());
    Optional<MemTable> pending = binding.pending().table(scan.source().type().key());
    if (pending.isPresent()) {
      return pending.get().count(filter, execution.allocator());
    }
    try (TableSnapshot table = binding.open(scan.source().type().key())) {
      return filter.equals(Predicate.TRUE) ? table.rowCount() : table.count(filter);
    }
  }

  @Override
  public String reads(List<Integer> columns) {
    return String.join(".", scan.getTable().getQualifiedName())
        + ": count of rows"
        + (scan.conditions().isEmpty() ? "" : ", filter " + scan.filterText());
  }

  @Override
  public double expectedRows() {
    return 1;
  }

  @Override
  public double estimateRowCount(RelMetadataQuery metadata) {
    return 1;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("table", scan.getTable().getQualifiedName())
        .itemIf("filter", scan.conditions(), !scan.conditions().isEmpty());
  }
}
