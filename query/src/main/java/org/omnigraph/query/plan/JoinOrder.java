package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Orders inner joins greedily: first the two inputs that give the fewest rows, then always the one
 * that keeps the result smallest. Also carries {@code key = constant} over to the columns that the
 * key is joined with, so that each table looks up its own rows.
 */
final class JoinOrder extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode node) {
    if (!isReorderable(node)) {
      return super.visit(node);
    }
    List<RelNode> inputs = new ArrayList<>();
    List<RexNode> conditions = new ArrayList<>();
    flatten(node, 0, inputs, conditions);
    inputs.replaceAll(input -> input.accept(this));
    return new Joins(node, inputs, conditions).ordered();
  }

  private static boolean isReorderable(RelNode node) {
    return node instanceof LogicalJoin join
        && join.getJoinType() == JoinRelType.INNER
        && join.getVariablesSet().isEmpty()
        && !RexUtil.SubQueryFinder.containsSubQuery(join);
  }

  private static void flatten(
      RelNode node, int offset, List<RelNode> inputs, List<RexNode> conditions) {
    if (!isReorderable(node)) {
      inputs.add(node);
      return;
    }
    LogicalJoin join = (LogicalJoin) node;
    flatten(join.getLeft(), offset, inputs, conditions);
    int left = join.getLeft().getRowType().getFieldCount();
    flatten(join.getRight(), offset + left, inputs, conditions);
    conditions.addAll(RelOptUtil.conjunctions(RexUtil.shift(join.getCondition(), offset)));
  }

  /** One tree of inner joins, its columns numbered through all inputs. */
  private static final class Joins {
    private final RelNode original;
    private final RexBuilder builder;
    private final List<RelNode> inputs;
    private final List<Integer> starts = new ArrayList<>();
    private final List<RexNode> conditions;

    Joins(RelNode original, List<RelNode> inputs, List<RexNode> conditions) {
      this.original = original;
      this.builder = original.getCluster().getRexBuilder();
      this.inputs = inputs;
      this.conditions = conditions;
      int start = 0;
      for (RelNode input : inputs) {
        starts.add(start);
        start += input.getRowType().getFieldCount();
      }
    }

    RelNode ordered() {
      carryConstants();
      List<Integer> order = order();
      List<Integer> position = new ArrayList<>();
      RelNode joined = inputs.get(order.get(0));
      addColumns(order.get(0), position);
      Set<RexNode> open = new HashSet<>(conditions);
      for (int next : order.subList(1, order.size())) {
        addColumns(next, position);
        List<RexNode> here =
            conditions.stream()
                .filter(open::contains)
                .filter(c -> position.containsAll(columns(c).asList()))
                .toList();
        here.forEach(open::remove);
        RexNode condition =
            RexUtil.composeConjunction(
                builder, here.stream().map(c -> moved(c, position)).toList());
        joined =
            LogicalJoin.create(
                joined, inputs.get(next), List.of(), condition, Set.of(), JoinRelType.INNER);
      }
      return restored(joined, position);
    }

    private void addColumns(int input, List<Integer> position) {
      for (int i = 0; i < inputs.get(input).getRowType().getFieldCount(); i++) {
        position.add(starts.get(input) + i);
      }
    }

    private RexNode moved(RexNode condition, List<Integer> position) {
      return condition.accept(
          new org.apache.calcite.rex.RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
              return new RexInputRef(position.indexOf(ref.getIndex()), ref.getType());
            }
          });
    }

    private RelNode restored(RelNode joined, List<Integer> position) {
      List<RexNode> columns = new ArrayList<>();
      for (int i = 0; i < position.size(); i++) {
        columns.add(builder.makeInputRef(joined, position.indexOf(i)));
      }
      return LogicalProject.create(
          joined, List.of(), columns, original.getRowType().getFieldNames(), Set.of());
    }

    /** Inputs in the order in which they are joined. */
    private List<Integer> order() {
      List<Integer> order = new ArrayList<>();
      while (order.size() < inputs.size()) {
        int best = -1;
        double fewest = Double.POSITIVE_INFINITY;
        for (int candidate = 0; candidate < inputs.size(); candidate++) {
          if (order.contains(candidate)) {
            continue;
          }
          double rows = order.isEmpty() ? bestPair(candidate) : rowsWith(order, candidate);
          if (rows < fewest) {
            fewest = rows;
            best = candidate;
          }
        }
        order.add(best);
      }
      return order;
    }

    /** The fewest rows of a join that starts with this input. */
    private double bestPair(int first) {
      double fewest = Double.POSITIVE_INFINITY;
      for (int second = 0; second < inputs.size(); second++) {
        if (second != first && isConnected(List.of(first), second)) {
          fewest = Math.min(fewest, rowsWith(List.of(first), second));
        }
      }
      return fewest == Double.POSITIVE_INFINITY ? Double.MAX_VALUE : fewest;
    }

    private double rowsWith(List<Integer> joined, int next) {
      List<Integer> all = new ArrayList<>(joined);
      all.add(next);
      double rows = 1;
      for (int input : all) {
        rows *= RowEstimate.of(inputs.get(input));
      }
      for (RexNode condition : conditions) {
        if (all.containsAll(owners(condition))) {
          rows *= selectivity(condition);
        }
      }
      // A product comes after everything that is connected.
      return isConnected(joined, next) ? rows : Double.MAX_VALUE / 2 + rows;
    }

    private boolean isConnected(List<Integer> joined, int next) {
      return conditions.stream()
          .map(this::owners)
          .anyMatch(o -> o.contains(next) && o.stream().anyMatch(joined::contains));
    }

    private double selectivity(RexNode condition) {
      Optional<int[]> pair = equalColumns(condition);
      if (pair.isEmpty()) {
        return 0.5;
      }
      int left = owner(pair.get()[0]);
      int right = owner(pair.get()[1]);
      return ColumnOrigin.joinSelectivity(
          inputs.get(left),
          pair.get()[0] - starts.get(left),
          inputs.get(right),
          pair.get()[1] - starts.get(right));
    }

    private static Optional<int[]> equalColumns(RexNode condition) {
      return condition instanceof RexCall call
              && call.getKind() == SqlKind.EQUALS
              && call.getOperands().get(0) instanceof RexInputRef left
              && call.getOperands().get(1) instanceof RexInputRef right
          ? Optional.of(new int[] {left.getIndex(), right.getIndex()})
          : Optional.empty();
    }

    private static ImmutableBitSet columns(RexNode condition) {
      return RelOptUtil.InputFinder.bits(condition);
    }

    private List<Integer> owners(RexNode condition) {
      return columns(condition).asList().stream().map(this::owner).distinct().toList();
    }

    private int owner(int column) {
      int input = 0;
      while (input + 1 < starts.size() && starts.get(input + 1) <= column) {
        input++;
      }
      return input;
    }

    private void carryConstants() {
      for (RexNode condition : conditions) {
        equalColumns(condition)
            .ifPresent(
                pair -> {
                  carry(pair[0], pair[1]);
                  carry(pair[1], pair[0]);
                });
      }
    }

    private void carry(int from, int to) {
      int source = owner(from);
      int target = owner(to);
      Optional<RexNode> constant = Constants.of(inputs.get(source), from - starts.get(source));
      if (constant.isEmpty() || source == target) {
        return;
      }
      RelNode input = inputs.get(target);
      int column = to - starts.get(target);
      if (Constants.of(input, column).isEmpty()
          && input.getRowType().getFieldList().get(column).getType().getSqlTypeName()
              == constant.get().getType().getSqlTypeName()) {
        RexNode equal =
            builder.makeCall(
                org.apache.calcite.sql.fun.SqlStdOperatorTable.EQUALS,
                builder.makeInputRef(input, column),
                constant.get());
        inputs.set(target, LogicalFilter.create(input, equal));
      }
    }
  }
}
