package org.omnigraph.query.lance;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.query.catalog.GraphTable;
import org.omnigraph.query.memtable.MemTable;

/**
 * A scan of a type's table together with what the table itself evaluates: conditions, then a limit.
 * The row type is that of the whole table; only the columns that the plan uses are read.
 */
public final class LanceTableScan extends TableScan implements ArrowLeaf {
  private final GraphTable source;
  private final List<RexNode> conditions;
  private final OptionalLong limit;
  private final OptionalLong offset;
  private final List<Integer> shown;

  private LanceTableScan(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelOptTable table,
      GraphTable source,
      List<RexNode> conditions,
      OptionalLong limit,
      OptionalLong offset,
      List<Integer> shown) {
    super(cluster, traits, List.of(), table);
    this.source = source;
    this.conditions = List.copyOf(conditions);
    this.limit = limit;
    this.offset = offset;
    this.shown = List.copyOf(shown);
  }

  /** A scan of all rows. */
  static LanceTableScan of(RelOptCluster cluster, RelOptTable table, GraphTable source) {
    return new LanceTableScan(
        cluster,
        cluster.traitSet(),
        table,
        source,
        List.of(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        List.of());
  }

  public GraphTable source() {
    return source;
  }

  boolean isLimited() {
    return limit.isPresent() || offset.isPresent();
  }

  /** The same scan of fewer rows: the table evaluates {@code more} too. */
  LanceTableScan where(List<RexNode> more) {
    List<RexNode> all = new ArrayList<>(conditions);
    all.addAll(more);
    return new LanceTableScan(
        getCluster(), getTraitSet(), getTable(), source, all, limit, offset, shown);
  }

  LanceTableScan limitedTo(OptionalLong rows, OptionalLong skipped) {
    return new LanceTableScan(
        getCluster(), getTraitSet(), getTable(), source, conditions, rows, skipped, shown);
  }

  /** The same scan that shows, in an explained plan, which columns it reads. */
  public LanceTableScan showing(List<Integer> columns) {
    return new LanceTableScan(
        getCluster(), getTraitSet(), getTable(), source, conditions, limit, offset, columns);
  }

  /** What the table evaluates; they hold together. */
  List<Predicate> predicates(Arguments arguments) {
    RexToPredicate translation = new RexToPredicate(source.type(), source.columns());
    return conditions.stream().map(c -> translation.bind(c, arguments)).toList();
  }

  public List<RexNode> conditions() {
    return conditions;
  }

  OptionalLong limit() {
    return limit;
  }

  OptionalLong offset() {
    return offset;
  }

  @Override
  public ArrowReader open(Execution execution, List<Integer> columns) {
    return execution
        .binding(source.schema())
        .pending()
        .table(source.type().key())
        .map(table -> withPending(table, execution, columns))
        .orElseGet(() -> ScanReader.of(this, execution, columns));
  }

  private ArrowReader withPending(MemTable table, Execution execution, List<Integer> read) {
    List<Integer> some = read.isEmpty() ? List.of(0) : read;
    Schema wire = ArrowLeaf.schema(source.columns(), some);
    List<Predicate> predicates = predicates(execution.arguments());
    if (predicates.stream().anyMatch(RexToPredicate::isFalse)) {
      return new RowsReader(execution.allocator(), wire, List::of);
    }
    List<String> columns = some.stream().map(i -> source.columns().get(i).name()).toList();
    Predicate filter = predicates.stream().reduce(Predicate.TRUE, Predicate::and);
    return table.scan(
        new MemTable.Query(columns, wire, filter, limit, offset, BatchRows.of(wire)),
        execution.allocator());
  }

  @Override
  public double expectedRows() {
    double rows = Selectivity.of(conditions, source) * source.rows();
    return Math.max(1, Math.min(rows, (double) limit.orElse(Long.MAX_VALUE)));
  }

  @Override
  public double estimateRowCount(RelMetadataQuery metadata) {
    return expectedRows();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new LanceTableScan(
        getCluster(), traits, getTable(), source, conditions, limit, offset, shown);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    super.explainTerms(writer)
        .itemIf(
            "columns",
            shown.stream().map(i -> source.columns().get(i).name()).toList(),
            !shown.isEmpty())
        .itemIf("filter", conditions, !conditions.isEmpty());
    limit.ifPresent(rows -> writer.item("limit", rows));
    offset.ifPresent(rows -> writer.item("offset", rows));
    return writer;
  }
}
