package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.omnigraph.query.lance.Selectivity;

/**
 * One tree of inner joins, its columns numbered through all inputs, and its best order by {@link
 * JoinSearch}. Columns that are equal are equal to each other too, so that any two inputs which
 * have some of them can be joined directly. Also carries {@code key = constant} over to the columns
 * that the key is joined with, so that each table looks up its own rows.
 */
final class JoinGraph implements JoinSearch.Sizes {
  private final RelNode original;
  private final RexBuilder builder;
  private final List<RelNode> inputs;
  private final List<Integer> starts = new ArrayList<>();
  private final List<Set<Integer>> equals = new ArrayList<>();
  private final List<RexNode> others = new ArrayList<>();
  private final List<RexNode> conditions;

  JoinGraph(RelNode original, List<RelNode> inputs, List<RexNode> conditions) {
    this.original = original;
    this.builder = original.getCluster().getRexBuilder();
    this.inputs = inputs;
    this.conditions = conditions;
    int start = 0;
    for (RelNode input : inputs) {
      starts.add(start);
      start += input.getRowType().getFieldCount();
    }
    for (RexNode condition : conditions) {
      equalColumns(condition).ifPresentOrElse(this::unite, () -> others.add(condition));
    }
  }

  private void unite(int[] pair) {
    Set<Integer> all = new HashSet<>(Set.of(pair[0], pair[1]));
    equals.removeIf(
        known -> {
          boolean same = known.contains(pair[0]) || known.contains(pair[1]);
          if (same) {
            all.addAll(known);
          }
          return same;
        });
    equals.add(all);
  }

  RelNode ordered() {
    carryConstants();
    Joined joined = joined(JoinSearch.best(inputs.size(), this));
    return restored(joined);
  }

  /**
   * A part of the tree.
   *
   * @param columns the number through all inputs of each of its columns
   */
  private record Joined(RelNode node, List<Integer> columns) {
    Optional<Integer> of(Set<Integer> equal) {
      return columns.stream().filter(equal::contains).findFirst();
    }
  }

  private Joined joined(JoinSearch.Tree tree) {
    JoinSearch.Tree first = tree.left();
    JoinSearch.Tree second = tree.right();
    if (first == null || second == null) {
      int input = Long.numberOfTrailingZeros(tree.inputs());
      List<Integer> columns = new ArrayList<>();
      for (int i = 0; i < inputs.get(input).getRowType().getFieldCount(); i++) {
        columns.add(starts.get(input) + i);
      }
      return new Joined(inputs.get(input), columns);
    }
    Joined left = joined(first);
    Joined right = joined(second);
    List<Integer> columns = new ArrayList<>(left.columns());
    columns.addAll(right.columns());
    List<RexNode> here = new ArrayList<>();
    for (Set<Integer> equal : equals) {
      if (left.of(equal).isPresent() && right.of(equal).isPresent()) {
        here.add(
            builder.makeCall(
                SqlStdOperatorTable.EQUALS, ref(left.of(equal).get()), ref(right.of(equal).get())));
      }
    }
    for (RexNode condition : others) {
      long needs = owners(condition);
      if ((needs & ~tree.inputs()) == 0
          && (needs & ~first.inputs()) != 0
          && (needs & ~second.inputs()) != 0) {
        here.add(condition);
      }
    }
    RexNode condition =
        RexUtil.composeConjunction(builder, here.stream().map(c -> moved(c, columns)).toList());
    return new Joined(
        LogicalJoin.create(
            left.node(), right.node(), List.of(), condition, Set.of(), JoinRelType.INNER),
        columns);
  }

  private RexNode ref(int column) {
    int input = owner(column);
    return new RexInputRef(
        column,
        inputs.get(input).getRowType().getFieldList().get(column - starts.get(input)).getType());
  }

  private static RexNode moved(RexNode condition, List<Integer> columns) {
    return condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(columns.indexOf(ref.getIndex()), ref.getType());
          }
        });
  }

  private RelNode restored(Joined joined) {
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < joined.columns().size(); i++) {
      columns.add(builder.makeInputRef(joined.node(), joined.columns().indexOf(i)));
    }
    RelNode node = joined.node();
    for (RexNode condition : others) {
      // One that needs no two inputs, such as a comparison of literals.
      if (Long.bitCount(owners(condition)) < 2) {
        node = LogicalFilter.create(node, moved(condition, joined.columns()));
      }
    }
    return LogicalProject.create(
        node, List.of(), columns, original.getRowType().getFieldNames(), Set.of());
  }

  @Override
  public double rows(int input) {
    return RowEstimate.of(inputs.get(input));
  }

  @Override
  public boolean areConnected(long left, long right) {
    for (Set<Integer> equal : equals) {
      long owners = 0;
      for (int column : equal) {
        owners |= 1L << owner(column);
      }
      if ((owners & left) != 0 && (owners & right) != 0) {
        return true;
      }
    }
    return others.stream()
        .mapToLong(this::owners)
        .anyMatch(
            needs -> (needs & ~(left | right)) == 0 && (needs & left) != 0 && (needs & right) != 0);
  }

  @Override
  public double share(long joined) {
    double share = 1;
    for (Set<Integer> equal : equals) {
      share *= share(equal, joined);
    }
    for (RexNode condition : others) {
      if ((owners(condition) & ~joined) == 0) {
        share *= Selectivity.of(condition);
      }
    }
    return share;
  }

  /** Columns that are all equal keep one of as many rows as each but the poorest has values. */
  private double share(Set<Integer> equal, long joined) {
    List<Double> values = new ArrayList<>();
    for (int column : equal) {
      int input = owner(column);
      if ((joined & (1L << input)) != 0) {
        values.add(
            ColumnOrigin.met(inputs.get(input), column - starts.get(input))
                .orElseGet(() -> RowEstimate.of(inputs.get(input))));
      }
    }
    values.sort(Comparator.naturalOrder());
    return values.stream().skip(1).reduce(1.0, (share, count) -> share / count);
  }

  private Optional<int[]> equalColumns(RexNode condition) {
    return condition instanceof RexCall call
            && call.getKind() == SqlKind.EQUALS
            && call.getOperands().get(0) instanceof RexInputRef left
            && call.getOperands().get(1) instanceof RexInputRef right
            && left.getType().getSqlTypeName() == right.getType().getSqlTypeName()
            && owner(left.getIndex()) != owner(right.getIndex())
        ? Optional.of(new int[] {left.getIndex(), right.getIndex()})
        : Optional.empty();
  }

  private long owners(RexNode condition) {
    long owners = 0;
    for (int column : columns(condition)) {
      owners |= 1L << owner(column);
    }
    return owners;
  }

  private static ImmutableBitSet columns(RexNode condition) {
    return RelOptUtil.InputFinder.bits(condition);
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
              SqlStdOperatorTable.EQUALS, builder.makeInputRef(input, column), constant.get());
      inputs.set(target, LogicalFilter.create(input, equal));
    }
  }
}
