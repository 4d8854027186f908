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
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
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
 * One query in the place of many runs of a query over one table or one row of values: a join of the
 * table with the arguments of all runs, or these alone. Its first column is the number of the run,
 * which orders the rows; the others are those of the query.
 */
final class AllRuns {
  /** What a query does with its table or values, the innermost first. */
  private record Steps(RelNode source, List<RelNode> steps) {
    static Steps of(Plan plan) {
      List<RelNode> steps = new ArrayList<>();
      RelNode node = plan.logical();
      while (node instanceof Project || node instanceof Filter) {
        steps.add(0, node);
        node = node.getInput(0);
      }
      return new Steps(node, steps);
    }

    boolean arePlain(Plan plan) {
      return !plan.parameterTypes().isEmpty()
          && plan.parameterTypes().stream().allMatch(ArgumentRows::holds)
          && steps.stream().allMatch(AllRuns::isPlain);
    }
  }

  private final RelNode joined;
  private final int tableAt;
  private final RexBuilder builder;
  private final List<RexNode> conditions = new ArrayList<>();

  private AllRuns(RelNode arguments, RelNode joined) {
    this.builder = arguments.getCluster().getRexBuilder();
    this.tableAt = arguments.getRowType().getFieldCount();
    this.joined = joined;
  }

  /**
   * The plan for all runs; empty for a query that reads something else than one table, or that
   * looks at a column which the runs change, so that one run could see what another one did.
   *
   * @param changed the columns of the table that the runs change
   */
  static Optional<Plan> ofTable(Plan plan, Set<String> changed) {
    Steps query = Steps.of(plan);
    if (!(query.source() instanceof TableScan table) || !query.arePlain(plan)) {
      return Optional.empty();
    }
    RelNode arguments = ArgumentRows.of(table.getCluster(), plan.parameterTypes());
    RexNode all = arguments.getCluster().getRexBuilder().makeLiteral(true);
    AllRuns runs =
        new AllRuns(
            arguments,
            LogicalJoin.create(arguments, table, List.of(), all, Set.of(), JoinRelType.INNER));
    List<RexNode> columns = runs.columns(runs.columnsOf(table), query.steps());
    return runs.look(table, changed) ? Optional.empty() : Optional.of(runs.plan(plan, columns));
  }

  /** The plan for all runs; empty for a query that has not one row of values for a run. */
  static Optional<Plan> ofValues(Plan plan) {
    Steps query = Steps.of(plan);
    if (!(query.source() instanceof Values values)
        || values.getTuples().size() != 1
        || query.steps().stream().anyMatch(Filter.class::isInstance)
        || !query.arePlain(plan)) {
      return Optional.empty();
    }
    RelNode arguments = ArgumentRows.of(values.getCluster(), plan.parameterTypes());
    AllRuns runs = new AllRuns(arguments, arguments);
    List<RexNode> row = List.copyOf(values.getTuples().get(0));
    return Optional.of(runs.plan(plan, runs.columns(row, query.steps())));
  }

  private static boolean isPlain(RelNode step) {
    boolean windows = step instanceof Project project && project.containsOver();
    return !windows
        && step.getVariablesSet().isEmpty()
        && !(step instanceof Project project && RexUtil.SubQueryFinder.containsSubQuery(project))
        && !(step instanceof Filter filter && RexUtil.SubQueryFinder.containsSubQuery(filter));
  }

  private List<RexNode> columnsOf(TableScan table) {
    return IntStream.range(0, table.getRowType().getFieldCount())
        .<RexNode>mapToObj(i -> builder.makeInputRef(joined, tableAt + i))
        .toList();
  }

  /** What the query answers, over the columns of the join; its conditions on the way. */
  private List<RexNode> columns(List<RexNode> source, List<RelNode> steps) {
    List<RexNode> columns = source;
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
