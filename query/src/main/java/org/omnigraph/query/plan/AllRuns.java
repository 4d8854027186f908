package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.omnigraph.query.lance.ArgumentRows;
import org.omnigraph.query.type.SqlTypes;

/**
 * One query in the place of many runs of a query over one table: a join of the table with the
 * arguments of all runs. Its first column is the number of the run, which orders the rows; the
 * others are those of the query.
 */
final class AllRuns {
  private final RelNode joined;
  private final int tableAt;
  private final RexBuilder builder;
  private final List<RexNode> conditions = new ArrayList<>();

  private AllRuns(TableScan table, List<RelDataType> parameters) {
    RelNode arguments = ArgumentRows.of(table.getCluster(), parameters);
    this.builder = table.getCluster().getRexBuilder();
    this.tableAt = arguments.getRowType().getFieldCount();
    this.joined =
        LogicalJoin.create(
            arguments, table, List.of(), builder.makeLiteral(true), Set.of(), JoinRelType.INNER);
  }

  /**
   * The plan for all runs; empty for a query that reads something else than one table, or that
   * looks at a column which the runs change, so that one run could see what another one did.
   *
   * @param changed the columns of the table that the runs change
   */
  static Optional<Plan> of(Plan plan, Set<String> changed) {
    List<RelNode> steps = new ArrayList<>();
    RelNode node = plan.logical();
    while (node instanceof Project || node instanceof Filter) {
      steps.add(0, node);
      node = node.getInput(0);
    }
    if (!(node instanceof TableScan table)
        || plan.parameterTypes().isEmpty()
        || !plan.parameterTypes().stream().allMatch(ArgumentRows::holds)
        || !steps.stream().allMatch(AllRuns::isPlain)) {
      return Optional.empty();
    }
    AllRuns runs = new AllRuns(table, plan.parameterTypes());
    List<RexNode> columns = runs.columns(table, steps);
    return runs.look(table, changed) ? Optional.empty() : Optional.of(runs.plan(plan, columns));
  }

  private static boolean isPlain(RelNode step) {
    boolean windows = step instanceof Project project && project.containsOver();
    return !windows
        && step.getVariablesSet().isEmpty()
        && !(step instanceof Project project && RexUtil.SubQueryFinder.containsSubQuery(project))
        && !(step instanceof Filter filter && RexUtil.SubQueryFinder.containsSubQuery(filter));
  }

  /** What the query answers, over the columns of the join; its conditions on the way. */
  private List<RexNode> columns(TableScan table, List<RelNode> steps) {
    List<RexNode> columns =
        IntStream.range(0, table.getRowType().getFieldCount())
            .<RexNode>mapToObj(i -> builder.makeInputRef(joined, tableAt + i))
            .toList();
    for (RelNode step : steps) {
      RexShuttle inlined = inlined(columns);
      if (step instanceof Filter filter) {
        conditions.add(filter.getCondition().accept(inlined));
      } else {
        columns = ((Project) step).getProjects().stream().map(e -> e.accept(inlined)).toList();
      }
    }
    return columns;
  }

  private RexShuttle inlined(List<RexNode> columns) {
    return new RexShuttle() {
      @Override
      public RexNode visitInputRef(RexInputRef ref) {
        return columns.get(ref.getIndex());
      }

      @Override
      public RexNode visitDynamicParam(RexDynamicParam parameter) {
        return builder.ensureType(
            SqlTypes.nullable(parameter.getType(), true),
            builder.makeInputRef(joined, 1 + parameter.getIndex()),
            true);
      }
    };
  }

  /** Whether the conditions look at one of some columns. */
  private boolean look(TableScan table, Set<String> columns) {
    ImmutableBitSet used = RelOptUtil.InputFinder.bits(conditions, null);
    List<RelDataTypeField> fields = table.getRowType().getFieldList();
    return used.toList().stream()
        .filter(i -> i >= tableAt)
        .anyMatch(i -> columns.contains(fields.get(i - tableAt).getName()));
  }

  private Plan plan(Plan each, List<RexNode> columns) {
    RelNode matching =
        LogicalFilter.create(joined, RexUtil.composeConjunction(builder, conditions));
    List<RexNode> answered = new ArrayList<>();
    answered.add(builder.makeInputRef(joined, 0));
    answered.addAll(columns);
    List<String> names = new ArrayList<>();
    names.add("binding");
    names.addAll(each.schema().getFields().stream().map(f -> f.getName()).toList());
    RelNode rows = LogicalProject.create(matching, List.of(), answered, names, Set.of());
    RelNode ordered = LogicalSort.create(rows, RelCollations.of(0), null, null);
    return new Plan(
        Rewrites.rewrite(ordered),
        SqlTypes.wireSchema(ordered.getRowType()),
        List.of(),
        Set.of(),
        new Schema(List.of()),
        true,
        Explain.NOTHING,
        each.reads(),
        ordered);
  }
}
