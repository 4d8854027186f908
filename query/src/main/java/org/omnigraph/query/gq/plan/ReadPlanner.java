package org.omnigraph.query.gq.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rel.type.RelDataTypeFieldImpl;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.expand.Adjacencies;
import org.omnigraph.query.gq.check.Block;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.gq.check.Variable;
import org.omnigraph.query.gq.parse.AggregateFunction;
import org.omnigraph.query.plan.Plan;
import org.omnigraph.query.plan.PlanBuilder;
import org.omnigraph.query.type.SqlTypes;

/**
 * Makes the plan of a read. The parameters of the plan are those that the query declares, then the
 * instant of the query, a timestamp.
 */
public final class ReadPlanner {
  private final Checked.Read read;
  private final PlanBuilder plans;
  private final RexBuilder builder;
  private final Values values;

  private final Adjacencies adjacencies;

  private ReadPlanner(Checked.Read read, SqlCatalog catalog, Adjacencies adjacencies) {
    this.read = read;
    this.adjacencies = adjacencies;
    this.plans = new PlanBuilder(catalog);
    this.builder = plans.cluster().getRexBuilder();
    this.values = new Values(builder, read.parameters().size());
  }

  /**
   * Plans a read.
   *
   * @param adjacencies the edges that are in memory when it runs
   * @throws Unsupported when it searches text or ranks
   */
  public static Plan plan(Checked.Read read, SqlCatalog catalog, Adjacencies adjacencies) {
    if (read.search().isPresent()) {
      throw new Unsupported(
          read.search().get()
              + ": search, fuzzy, match_text, nearest, bm25 and rrf come with the indexes and are"
              + " not done yet; compare properties instead");
    }
    return new ReadPlanner(read, catalog, adjacencies).plan();
  }

  private Plan plan() {
    BlockPlanner.Planned matched = new BlockPlanner(plans, values, adjacencies).plan(read.match());
    RelNode result = read.isAggregate() ? grouped(matched) : plain(matched);
    List<String> names = read.columns().stream().map(Checked.Column::name).toList();
    return plans.plan(result, names, parameters(), !read.order().isEmpty());
  }

  private List<RelDataTypeField> parameters() {
    List<RelDataTypeField> fields = new ArrayList<>();
    for (Checked.Parameter parameter : read.parameters()) {
      fields.add(
          new RelDataTypeFieldImpl(parameter.name(), fields.size(), SqlTypes.of(parameter.type())));
    }
    fields.add(
        new RelDataTypeFieldImpl(
            "now", fields.size(), SqlTypes.factory().createSqlType(SqlTypeName.TIMESTAMP, 3)));
    return fields;
  }

  private RelNode plain(BlockPlanner.Planned matched) {
    List<RexNode> columns = new ArrayList<>();
    for (Checked.Column column : read.columns()) {
      columns.add(values.value(column.value(), matched.row()));
    }
    List<RelFieldCollation> order = new ArrayList<>();
    for (Checked.SortKey key : read.order()) {
      int index = key.column().orElse(columns.size());
      if (index == columns.size()) {
        columns.add(values.value(key.value(), matched.row()));
      }
      order.add(collation(index, key.descending()));
    }
    if (!order.isEmpty()) {
      for (Variable variable : bound(read.match())) {
        order.add(collation(columns.size(), false));
        columns.add(matched.row().get(variable, "id"));
      }
    }
    return cut(sorted(project(matched.node(), columns), order));
  }

  /** What decides between rows that the order leaves equal: every id of theirs. */
  private static List<Variable> bound(Block block) {
    List<Variable> bound = new ArrayList<>();
    collect(block, bound);
    bound.sort(Comparator.comparing(v -> v.name() + ".id"));
    return bound;
  }

  private static void collect(Block block, List<Variable> bound) {
    bound.addAll(block.variables());
    block.optionals().forEach(optional -> collect(optional, bound));
  }

  private static RelNode project(RelNode node, List<RexNode> columns) {
    List<String> names = new ArrayList<>();
    columns.forEach(c -> names.add("column_" + names.size()));
    return LogicalProject.create(node, List.of(), columns, names, Set.of());
  }

  /** Nulls first, and last when descending. */
  private static RelFieldCollation collation(int column, boolean descending) {
    return descending
        ? new RelFieldCollation(
            column, RelFieldCollation.Direction.DESCENDING, RelFieldCollation.NullDirection.LAST)
        : new RelFieldCollation(
            column, RelFieldCollation.Direction.ASCENDING, RelFieldCollation.NullDirection.FIRST);
  }

  private RelNode sorted(RelNode node, List<RelFieldCollation> order) {
    Long limit = read.limit();
    if (order.isEmpty() && limit == null) {
      return node;
    }
    RexNode fetch = limit == null ? null : values.whole(BigDecimal.valueOf(limit));
    return LogicalSort.create(node, RelCollations.of(order), null, fetch);
  }

  /** Without the columns that only the order needs. */
  private RelNode cut(RelNode node) {
    int width = read.columns().size();
    if (node.getRowType().getFieldCount() == width) {
      return node;
    }
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      columns.add(builder.makeInputRef(node, i));
    }
    return project(node, columns);
  }

  private RelNode grouped(BlockPlanner.Planned matched) {
    List<RexNode> inputs = new ArrayList<>();
    for (Checked.Column column : read.columns()) {
      inputs.add(input(column, matched.row()));
    }
    RelBuilder relations = RelFactories.LOGICAL_BUILDER.create(plans.cluster(), null);
    relations.push(project(matched.node(), inputs));
    List<RexNode> keys = new ArrayList<>();
    List<RelBuilder.AggCall> calls = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      boolean key = read.columns().get(i).function().isEmpty();
      places.add(key ? keys.size() : calls.size());
      if (key) {
        keys.add(relations.field(i));
      } else {
        SqlAggFunction function = function(read.columns().get(i).function().get());
        calls.add(relations.aggregateCall(function, relations.field(i)).as("aggregate_" + i));
      }
    }
    relations.aggregate(relations.groupKey(keys), calls);
    RelNode aggregated = relations.build();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      boolean key = read.columns().get(i).function().isEmpty();
      int place = key ? places.get(i) : keys.size() + places.get(i);
      columns.add(builder.makeInputRef(aggregated, place));
    }
    List<RelFieldCollation> order = new ArrayList<>();
    for (Checked.SortKey key : read.order()) {
      order.add(collation(key.column().orElseThrow(), key.descending()));
    }
    return sorted(project(aggregated, columns), order);
  }

  /** What is grouped by or aggregated: sums and averages are those of doubles. */
  private RexNode input(Checked.Column column, Row row) {
    RexNode value = values.value(column.value(), row);
    boolean sums =
        column
            .function()
            .filter(f -> f == AggregateFunction.SUM || f == AggregateFunction.AVG)
            .isPresent();
    return sums
        ? builder.makeCast(
            SqlTypes.nullable(
                SqlTypes.factory().createSqlType(SqlTypeName.DOUBLE), value.getType().isNullable()),
            value)
        : value;
  }

  private static SqlAggFunction function(AggregateFunction function) {
    return switch (function) {
      case COUNT -> SqlStdOperatorTable.COUNT;
      case SUM -> SqlStdOperatorTable.SUM;
      case AVG -> SqlStdOperatorTable.AVG;
      case MIN -> SqlStdOperatorTable.MIN;
      case MAX -> SqlStdOperatorTable.MAX;
    };
  }
}
