package org.omnigraph.query.kernel;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.lance.LanceTableScan;
import org.omnigraph.query.lance.TopBound;

/** Finds which scans of a plan need only a part of their rows, where a run can tell which. */
final class Narrowings {
  /** More rows are not worth a look at the order first. */
  private static final long MOST_FIRST = 10_000;

  /** The keys of so many rows may be asked for. */
  private static final double MOST_KEYED = 4 * KernelRun.MOST_KEYS;

  /** A scan is worth keys when it is so many times larger than where they come from. */
  private static final int TIMES_LARGER = 16;

  private Narrowings() {}

  /** A column of a scan, by the scan's number. */
  private record Place(int scan, LanceTableScan table, int column) {
    SqlTypeName type() {
      return table.source().columns().get(column).type().getSqlTypeName();
    }
  }

  /**
   * Notes whose keys a join sends where.
   *
   * @param scans of the plan so far; those of the left side begin at {@code first}, those of the
   *     right side at {@code second}
   */
  static void ofJoin(Join join, List<KernelPlan.Scan> scans, int first, int second) {
    int leftColumns = join.getLeft().getRowType().getFieldCount();
    for (RexNode condition : RelOptUtil.conjunctions(join.getCondition())) {
      if (condition instanceof RexCall call
          && call.getKind() == SqlKind.EQUALS
          && call.getOperands().get(0) instanceof RexInputRef one
          && call.getOperands().get(1) instanceof RexInputRef other
          && one.getIndex() < leftColumns != other.getIndex() < leftColumns) {
        int left = Math.min(one.getIndex(), other.getIndex());
        int right = Math.max(one.getIndex(), other.getIndex()) - leftColumns;
        if (dropsRight(join.getJoinType())) {
          note(
              scans,
              place(join.getLeft(), left, scans, first, second, Narrowings::gives),
              place(join.getRight(), right, scans, second, scans.size(), Narrowings::drops));
        }
        if (dropsLeft(join.getJoinType())) {
          note(
              scans,
              place(join.getRight(), right, scans, second, scans.size(), Narrowings::gives),
              place(join.getLeft(), left, scans, first, second, Narrowings::drops));
        }
      }
    }
  }

  /** Whether rows of the right side that meet none of the left one do not count. */
  private static boolean dropsRight(JoinRelType type) {
    return switch (type) {
      case INNER, SEMI, LEFT, ANTI -> true;
      default -> false;
    };
  }

  private static boolean dropsLeft(JoinRelType type) {
    return switch (type) {
      case INNER, SEMI, RIGHT -> true;
      default -> false;
    };
  }

  private static void note(
      List<KernelPlan.Scan> scans, @Nullable Place small, @Nullable Place large) {
    if (small == null
        || large == null
        || large.table().isLimited()
        || small.type() != large.type()
        || !isKey(large.type())) {
      return;
    }
    double keyed = small.table().expectedRows();
    if (keyed <= MOST_KEYED && large.table().expectedRows() >= keyed * TIMES_LARGER) {
      scans.set(
          large.scan(),
          scans
              .get(large.scan())
              .narrowedBy(new Narrowing.Keys(large.column(), small.scan(), small.column())));
    }
  }

  private static boolean isKey(SqlTypeName type) {
    return type == SqlTypeName.VARCHAR || type == SqlTypeName.BIGINT || type == SqlTypeName.INTEGER;
  }

  /** Whether no value comes out of a node's column that did not go in; null may. */
  private static boolean gives(RelNode node) {
    return node instanceof Filter
        || node instanceof Sort
        || node instanceof Project
        || node instanceof Join;
  }

  /** Whether a row that is taken from a node's input is one that is taken from its result. */
  private static boolean drops(RelNode node) {
    return node instanceof Filter
        || (node instanceof Project project && !project.containsOver())
        || (node instanceof Join join && join.getJoinType() == JoinRelType.INNER);
  }

  /**
   * Where the values of a node's column come from unchanged, through nodes of which {@code passes}
   * holds.
   *
   * @param from the number of the first scan below the node
   * @param to the number behind the last one
   */
  private static @Nullable Place place(
      RelNode node,
      int column,
      List<KernelPlan.Scan> scans,
      int from,
      int to,
      Predicate<RelNode> passes) {
    if (node instanceof LanceTableScan table) {
      OptionalInt number = number(table, scans, from, to);
      return number.isPresent() ? new Place(number.getAsInt(), table, column) : null;
    }
    if (!passes.test(node)) {
      return null;
    }
    if (node instanceof Project project) {
      return project.getProjects().get(column) instanceof RexInputRef ref
          ? place(project.getInput(), ref.getIndex(), scans, from, to, passes)
          : null;
    }
    if (node instanceof Join join) {
      int left = join.getLeft().getRowType().getFieldCount();
      return column < left
          ? place(join.getLeft(), column, scans, from, to, passes)
          : place(join.getRight(), column - left, scans, from, to, passes);
    }
    return place(node.getInput(0), column, scans, from, to, passes);
  }

  /** The number of a scan; empty where the plan reads the same one twice. */
  private static OptionalInt number(
      LanceTableScan table, List<KernelPlan.Scan> scans, int from, int to) {
    OptionalInt found = OptionalInt.empty();
    for (int i = from; i < to; i++) {
      if (scans.get(i).leaf() == table) {
        if (found.isPresent()) {
          return OptionalInt.empty();
        }
        found = OptionalInt.of(i);
      }
    }
    return found;
  }

  /**
   * Notes that the first rows in an order are enough.
   *
   * @param first the number of the first scan below the node
   */
  static void ofSort(Sort sort, List<KernelPlan.Scan> scans, int first) {
    OptionalLong rows = first(sort);
    List<RelFieldCollation> order = sort.getCollation().getFieldCollations();
    if (rows.isEmpty() || order.isEmpty() || scans.size() != first + 1) {
      return;
    }
    RelFieldCollation key = order.get(0);
    Place place =
        place(
            sort.getInput(),
            key.getFieldIndex(),
            scans,
            first,
            scans.size(),
            node -> node instanceof Project project && !project.containsOver());
    if (place == null
        || place.table().isLimited()
        || scans.get(first).columns().size() < 2
        || !TopBound.compares(place.type())) {
      return;
    }
    boolean nullsFirst =
        key.nullDirection == RelFieldCollation.NullDirection.FIRST
            || (key.nullDirection == RelFieldCollation.NullDirection.UNSPECIFIED
                && key.direction.isDescending());
    scans.set(
        first,
        scans
            .get(first)
            .narrowedBy(
                new Narrowing.Top(
                    place.column(), key.direction.isDescending(), nullsFirst, rows.getAsLong())));
  }

  /** How many rows come first, those that are skipped among them. */
  private static OptionalLong first(Sort sort) {
    OptionalLong fetch = number(sort.fetch);
    OptionalLong offset = sort.offset == null ? OptionalLong.of(0) : number(sort.offset);
    if (fetch.isEmpty() || offset.isEmpty()) {
      return OptionalLong.empty();
    }
    if (fetch.getAsLong() > MOST_FIRST || offset.getAsLong() > MOST_FIRST) {
      return OptionalLong.empty();
    }
    long rows = fetch.getAsLong() + offset.getAsLong();
    return rows > 0 && rows <= MOST_FIRST ? OptionalLong.of(rows) : OptionalLong.empty();
  }

  private static OptionalLong number(@Nullable RexNode bound) {
    BigDecimal value =
        bound instanceof RexLiteral literal ? literal.getValueAs(BigDecimal.class) : null;
    return value == null
            || value.signum() < 0
            || value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
        ? OptionalLong.empty()
        : OptionalLong.of(value.longValue());
  }
}
