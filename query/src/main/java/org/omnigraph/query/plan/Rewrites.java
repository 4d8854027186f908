package org.omnigraph.query.plan;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.FilterAggregateTransposeRule;
import org.apache.calcite.rel.rules.FilterJoinRule;
import org.apache.calcite.rel.rules.FilterMergeRule;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.FilterSetOpTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rel.rules.PruneEmptyRules;
import org.apache.calcite.rel.rules.PruneEmptyRules.RemoveEmptySingleRule.RemoveEmptySingleRuleConfig;
import org.apache.calcite.rel.rules.SortProjectTransposeRule;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.omnigraph.query.lance.LanceRules;
import org.omnigraph.query.type.LiteralCasts;

/**
 * Rewrites a fresh plan: conditions and limits towards the tables, empty parts away, joins ordered.
 *
 * <p>Sub-queries stay expressions, because the kernel unnests them itself. A node that holds one is
 * never moved, merged or looked through: its correlation variable names its own input's row.
 */
final class Rewrites {
  private static final List<RelOptRule> MOVES =
      List.of(
          CoreRules.FILTER_INTO_JOIN
              .config
              .withOperandSupplier(
                  b ->
                      b.operand(Filter.class)
                          .predicate(Rewrites::isPlain)
                          .oneInput(i -> i.operand(Join.class).anyInputs()))
              .as(FilterJoinRule.FilterIntoJoinRule.FilterIntoJoinRuleConfig.class)
              .toRule(),
          CoreRules.JOIN_CONDITION_PUSH
              .config
              .withOperandSupplier(
                  b -> b.operand(Join.class).predicate(Rewrites::isPlain).anyInputs())
              .as(FilterJoinRule.JoinConditionPushRule.JoinConditionPushRuleConfig.class)
              .toRule(),
          FilterProjectTransposeRule.Config.DEFAULT
              .withOperandFor(Filter.class, Rewrites::isPlain, Project.class, Rewrites::isPlain)
              .toRule(),
          CoreRules.FILTER_MERGE
              .config
              .withOperandSupplier(
                  b ->
                      b.operand(Filter.class)
                          .predicate(Rewrites::isPlain)
                          .oneInput(
                              i ->
                                  i.operand(Filter.class).predicate(Rewrites::isPlain).anyInputs()))
              .as(FilterMergeRule.Config.class)
              .toRule(),
          CoreRules.FILTER_AGGREGATE_TRANSPOSE
              .config
              .withOperandSupplier(
                  b ->
                      b.operand(Filter.class)
                          .predicate(Rewrites::isPlain)
                          .oneInput(
                              i ->
                                  i.operand(Aggregate.class)
                                      .predicate(Rewrites::isEmptyOverNoRows)
                                      .anyInputs()))
              .as(FilterAggregateTransposeRule.Config.class)
              .toRule(),
          CoreRules.FILTER_SET_OP_TRANSPOSE
              .config
              .withOperandSupplier(
                  b ->
                      b.operand(Filter.class)
                          .predicate(Rewrites::isPlain)
                          .oneInput(i -> i.operand(SetOp.class).anyInputs()))
              .as(FilterSetOpTransposeRule.Config.class)
              .toRule(),
          CoreRules.PROJECT_MERGE
              .config
              .withOperandSupplier(
                  b ->
                      b.operand(Project.class)
                          .predicate(Rewrites::isPlain)
                          .oneInput(
                              i ->
                                  i.operand(Project.class)
                                      .predicate(Rewrites::isPlain)
                                      .anyInputs()))
              .as(ProjectMergeRule.Config.class)
              .toRule(),
          CoreRules.SORT_PROJECT_TRANSPOSE
              .config
              .withOperandSupplier(
                  b ->
                      b.operand(Sort.class)
                          .predicate(s -> s.getCollation().getFieldCollations().isEmpty())
                          .oneInput(
                              i ->
                                  i.operand(Project.class)
                                      .predicate(Rewrites::isPlain)
                                      .anyInputs()))
              .as(SortProjectTransposeRule.Config.class)
              .toRule(),
          CoreRules.PROJECT_REMOVE,
          CoreRules.UNION_MERGE,
          PruneEmptyRules.UNION_INSTANCE,
          PruneEmptyRules.PROJECT_INSTANCE,
          PruneEmptyRules.FILTER_INSTANCE,
          PruneEmptyRules.SORT_INSTANCE,
          pruneEmptyAggregate(),
          PruneEmptyRules.SORT_FETCH_ZERO_INSTANCE,
          PruneEmptyRules.JOIN_LEFT_INSTANCE,
          PruneEmptyRules.JOIN_RIGHT_INSTANCE);

  private static RelOptRule pruneEmptyAggregate() {
    return RemoveEmptySingleRuleConfig.AGGREGATE
        .withOperandFor(Aggregate.class, Rewrites::isEmptyOverNoRows)
        .toRule();
  }

  /**
   * Over no rows the empty grouping set still has one, so no condition may move below it, not even
   * one without columns.
   */
  private static boolean isEmptyOverNoRows(Aggregate aggregate) {
    return aggregate.getGroupSets().stream().noneMatch(ImmutableBitSet::isEmpty);
  }

  private static final HepProgram SCANS = program(LanceRules.scans());
  private static final HepProgram PUSH = push();

  private Rewrites() {}

  private static HepProgram program(List<RelOptRule> rules) {
    return new HepProgramBuilder().addRuleCollection(rules).build();
  }

  private static HepProgram push() {
    List<RelOptRule> rules = new ArrayList<>(MOVES);
    rules.addAll(LanceRules.pushdowns());
    return program(rules);
  }

  /** The plan to run; the row type is that of {@code fresh}. */
  static RelNode rewrite(RelNode fresh) {
    RelNode split = new SplitFilters().visit(new ColumnTypes().visit(fresh));
    RelNode pushed = run(PUSH, run(SCANS, split));
    RelNode ordered = run(PUSH, new JoinOrder().visit(pushed));
    return new SubQueries().visit(ordered);
  }

  private static RelNode run(HepProgram program, RelNode node) {
    HepPlanner planner = new HepPlanner(program);
    planner.setExecutor(new LiteralCasts());
    planner.setRoot(node);
    return planner.findBestExp();
  }

  private static boolean isPlain(Filter filter) {
    return filter.getVariablesSet().isEmpty() && !RexUtil.SubQueryFinder.containsSubQuery(filter);
  }

  private static boolean isPlain(Project project) {
    return project.getVariablesSet().isEmpty()
        && !RexUtil.SubQueryFinder.containsSubQuery(project)
        && !project.containsOver();
  }

  private static boolean isPlain(Join join) {
    return join.getVariablesSet().isEmpty() && !RexUtil.SubQueryFinder.containsSubQuery(join);
  }

  /**
   * Separates the conditions with a sub-query from those without, which can move on, and decides
   * those that hold of no row or of all.
   */
  private static final class SplitFilters extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode node) {
      RelNode visited = super.visit(node);
      return visited instanceof LogicalFilter filter ? split(filter) : visited;
    }

    private static RelNode split(LogicalFilter filter) {
      RexBuilder builder = filter.getCluster().getRexBuilder();
      List<RexNode> plain = new ArrayList<>();
      List<RexNode> others = new ArrayList<>();
      RexNode all = filter.getCondition().accept(new Folding(builder));
      for (RexNode condition : RelOptUtil.conjunctions(all)) {
        RexNode decided = decided(builder, condition);
        if (decided.isAlwaysFalse()) {
          return LogicalValues.createEmpty(filter.getCluster(), filter.getRowType());
        }
        if (!decided.isAlwaysTrue()) {
          boolean moves = RexUtil.SubQueryFinder.find(condition) == null;
          (moves ? plain : others).add(condition);
        }
      }
      RelNode below = filtered(filter.getInput(), plain, ImmutableSet.of());
      return filtered(below, others, ImmutableSet.copyOf(filter.getVariablesSet()));
    }

    private static RelNode filtered(
        RelNode input, List<RexNode> conditions, ImmutableSet<CorrelationId> variables) {
      return conditions.isEmpty()
          ? input
          : LogicalFilter.create(
              input,
              RexUtil.composeConjunction(input.getCluster().getRexBuilder(), conditions),
              variables);
    }

    /** A comparison of literals as true or false. */
    private static RexNode decided(RexBuilder builder, RexNode condition) {
      boolean ofLiterals =
          condition instanceof RexCall call
              && call.isA(SqlKind.COMPARISON)
              && call.getOperands().stream().allMatch(RexLiteral.class::isInstance);
      return ofLiterals
          ? new RexSimplify(builder, RelOptPredicateList.EMPTY, new LiteralCasts())
              .simplifyUnknownAsFalse(condition)
          : condition;
    }
  }

  /**
   * Gives references to columns the types of these. Calcite's own rewriting of equal grouping sets
   * takes every {@code GROUPING} for a {@code BIGINT}, also one that it made a literal of.
   */
  private static final class ColumnTypes extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode node) {
      RelNode visited = super.visit(node);
      return visited instanceof LogicalProject project ? typed(project) : visited;
    }

    private static RelNode typed(LogicalProject project) {
      List<RelDataTypeField> columns = project.getInput().getRowType().getFieldList();
      RexBuilder builder = project.getCluster().getRexBuilder();
      RexShuttle references =
          new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
              RelDataType type = columns.get(reference.getIndex()).getType();
              return reference.getType().equals(type)
                  ? reference
                  : builder.makeAbstractCast(
                      reference.getType(), RexInputRef.of(reference.getIndex(), columns), false);
            }
          };
      List<RexNode> expressions = references.apply(project.getProjects());
      return expressions.equals(project.getProjects())
          ? project
          : project.copy(
              project.getTraitSet(), project.getInput(), expressions, project.getRowType());
    }
  }

  /** Rewrites the plans inside expressions. */
  private static final class SubQueries extends RelHomogeneousShuttle {
    private final RexShuttle expressions =
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            RexNode visited = super.visitSubQuery(subQuery);
            return visited instanceof RexSubQuery inner ? inner.clone(rewrite(inner.rel)) : visited;
          }
        };

    @Override
    public RelNode visit(RelNode node) {
      return super.visit(node).accept(expressions);
    }
  }
}
