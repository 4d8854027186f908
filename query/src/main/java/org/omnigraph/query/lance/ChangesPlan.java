package org.omnigraph.query.lance;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.omnigraph.query.catalog.ChangesTable;

/**
 * What differs between two snapshots of a table as a plan: the rows that the snapshots do not
 * share, joined by id; those on one side are inserts and deletes, those on both are updates unless
 * every column is alike. The kernel joins, so that memory is bounded.
 */
final class ChangesPlan {
  private final RexBuilder builder;
  private final RelNode joined;
  private final int columns;

  private ChangesPlan(RelOptCluster cluster, ChangesTable table) {
    this.builder = cluster.getRexBuilder();
    ChangedRows before = new ChangedRows(cluster, table.before(), table.after());
    ChangedRows after = new ChangedRows(cluster, table.after(), table.before());
    this.columns = table.after().columns().size();
    RelDataType text = after.getRowType().getFieldList().get(0).getType();
    RexNode sameId =
        builder.makeCall(
            SqlStdOperatorTable.EQUALS,
            builder.makeInputRef(text, 0),
            builder.makeInputRef(text, columns));
    this.joined = LogicalJoin.create(before, after, List.of(), sameId, Set.of(), JoinRelType.FULL);
  }

  /**
   * @param rowType of the answer: that of the table
   */
  static RelNode of(RelOptCluster cluster, ChangesTable table, RelDataType rowType) {
    return new ChangesPlan(cluster, table).plan(rowType);
  }

  private RelNode plan(RelDataType rowType) {
    RelNode changed = LogicalFilter.create(joined, isChange());
    List<RexNode> shown = new ArrayList<>();
    shown.add(
        builder.makeCall(
            SqlStdOperatorTable.CASE,
            isMissing(before(0)),
            builder.makeLiteral("insert"),
            isMissing(after(0)),
            builder.makeLiteral("delete"),
            builder.makeLiteral("update")));
    for (int i = 0; i < columns; i++) {
      shown.add(
          builder.makeCall(SqlStdOperatorTable.CASE, isMissing(after(0)), before(i), after(i)));
    }
    List<RexNode> typed = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      RelDataType type = rowType.getFieldList().get(i).getType();
      RexNode value = shown.get(i);
      typed.add(
          value.getType().equals(type) ? value : builder.makeAbstractCast(type, value, false));
    }
    return LogicalProject.create(changed, List.of(), typed, rowType, Set.of());
  }

  private RexNode isChange() {
    List<RexNode> ways = new ArrayList<>();
    ways.add(isMissing(before(0)));
    ways.add(isMissing(after(0)));
    for (int i = 1; i < columns; i++) {
      ways.add(builder.makeCall(SqlStdOperatorTable.IS_DISTINCT_FROM, before(i), after(i)));
    }
    return RexUtil.composeDisjunction(builder, ways);
  }

  private RexNode isMissing(RexNode id) {
    return builder.makeCall(SqlStdOperatorTable.IS_NULL, id);
  }

  private RexNode before(int column) {
    return builder.makeInputRef(joined, column);
  }

  private RexNode after(int column) {
    return builder.makeInputRef(joined, columns + column);
  }
}
