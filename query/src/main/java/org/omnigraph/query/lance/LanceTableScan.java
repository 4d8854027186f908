package org.omnigraph.query.lance;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.query.catalog.GraphTable;
import org.omnigraph.query.memtable.MemTable;

/**
 * A scan of a type's table together with what the table itself evaluates: conditions, then a limit.
 * The row type is that of the whole table; only the columns that the plan uses are read.
 */
public final class LanceTableScan extends TableScan implements ArrowLeaf {
  /** A transaction changes its state of a table often; it is not worth a copy beyond these rows. */
  private static final long MOST_PENDING = 100_000;

  private static final Pattern REFERENCE = Pattern.compile("\\$(\\d+)");

  private final GraphTable source;
  private final List<RexNode> conditions;
  private final OptionalLong limit;
  private final OptionalLong offset;
  private final List<Integer> shown;

  /** Rows that satisfy the conditions, once they were guessed. */
  private double matching = Double.NaN;

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

  public boolean isLimited() {
    return limit.isPresent() || offset.isPresent();
  }

  /** A scan of all rows of the same table. */
  public LanceTableScan ofAllRows() {
    return of(getCluster(), Objects.requireNonNull(getTable()), source);
  }

  /** The version that is read; empty where a transaction's own rows are among many. */
  public Optional<TableVersion> version(Execution execution) {
    Binding binding = execution.binding(source.schema());
    TableEntry table = binding.snapshot().table(source.type().key());
    Optional<MemTable> pending = binding.pending().table(source.type().key());
    if (pending.isEmpty()) {
      return Optional.of(TableVersion.of(binding.graph(), binding.snapshot(), table));
    }
    return pending
        .filter(rows -> rows.rows().mostRows() <= MOST_PENDING)
        .map(rows -> TableVersion.of(rows, binding.snapshot(), table));
  }

  /**
   * Into how many parts the rows can be divided: no more than the table has fragments, and one
   * where a transaction's own rows are read too.
   *
   * @param rowsEach rows that a part should have at least
   */
  public int parts(Binding binding, long rowsEach) {
    TypeKey type = source.type().key();
    long worthwhile = (long) expectedRows() / rowsEach;
    if (worthwhile < 2 || binding.pending().table(type).isPresent()) {
      return 1;
    }
    try (TableSnapshot table = binding.open(type)) {
      return (int) Math.max(1, Math.min(worthwhile, table.fragmentCount().all()));
    }
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
    return open(execution, columns, Predicate.TRUE);
  }

  /**
   * As {@link #open(Execution, List)}, of fewer rows.
   *
   * @param also what else the table evaluates, known only now
   */
  public ArrowReader open(Execution execution, List<Integer> columns, Predicate also) {
    return execution
        .binding(source.schema())
        .pending()
        .table(source.type().key())
        .map(table -> withPending(table, execution, columns, also))
        .orElseGet(() -> ScanReader.of(this, execution, columns, also));
  }

  private ArrowReader withPending(
      MemTable table, Execution execution, List<Integer> read, Predicate also) {
    List<Integer> some = read.isEmpty() ? List.of(0) : read;
    Schema wire = ArrowLeaf.schema(source.columns(), some);
    List<Predicate> predicates = predicates(execution.arguments());
    if (predicates.stream().anyMatch(RexToPredicate::isFalse)) {
      return new RowsReader(execution.allocator(), wire, List::of);
    }
    List<String> columns = some.stream().map(i -> source.columns().get(i).name()).toList();
    Predicate filter = predicates.stream().reduce(also, Predicate::and);
    return table.scan(
        new MemTable.Query(columns, wire, filter, limit, offset, BatchRows.of(wire)),
        execution.allocator());
  }

  @Override
  public String reads(List<Integer> columns) {
    List<String> names = columns.stream().map(i -> source.columns().get(i).name()).toList();
    return String.join(".", getTable().getQualifiedName())
        + ": columns "
        + names
        + (conditions.isEmpty() ? "" : ", filter " + filterText())
        + (limit.isPresent() ? ", limit " + limit.getAsLong() : "")
        + (offset.isPresent() ? ", offset " + offset.getAsLong() : "");
  }

  /** What the table evaluates, with the names of columns. */
  String filterText() {
    String[] parts = conditions.toString().split("'", -1);
    for (int i = 0; i < parts.length; i += 2) {
      parts[i] =
          REFERENCE
              .matcher(parts[i])
              .replaceAll(
                  r ->
                      Matcher.quoteReplacement(
                          source.columns().get(Integer.parseInt(r.group(1))).name()));
    }
    return String.join("'", parts).replace("_UTF-8'", "'");
  }

  @Override
  public double expectedRows() {
    if (Double.isNaN(matching)) {
      matching = Selectivity.of(conditions, source) * source.rows();
    }
    double rows = matching;
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
